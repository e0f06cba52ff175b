package dev.taskd.domain.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DurationTextTest {
  @ParameterizedTest
  @CsvSource({
    "PT0S,             0s",
    "PT0.0003S,        300us",
    "PT0.000999999S,   999999ns",
    "PT0.001S,         1ms",
    "PT0.0015S,        2ms",
    "PT0.5S,           500ms",
    "PT1.5S,           1500ms",
    "PT2S,             2s",
    "PT1M30S,          90s",
    "PT5M,             5m",
    "PT1H,             1h",
    "PT1H30M,          90m",
    "PT168H,           168h",
    "PT2.123456789S,   2123ms",
    "PT-5S,            -5s",
    "PT-0.25S,         -250ms",
    "PT2562047788015215H30M7.999999999S, 2562047788015215h"
  })
  void of_is_one_whole_number_and_its_unit(Duration duration, String text) {
    assertThat(DurationText.of(duration)).isEqualTo(text);
  }
}
