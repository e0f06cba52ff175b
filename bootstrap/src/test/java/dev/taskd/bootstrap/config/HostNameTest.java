package dev.taskd.bootstrap.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class HostNameTest {
  @ParameterizedTest
  @CsvSource({
    "127.0.0.1, true",
    "127.255.255.254, true",
    "localhost, true",
    "LOCALHOST, true",
    "::1, true",
    "[::1], true",
    "0:0:0:0:0:0:0:1, true",
    "::ffff:127.0.0.1, true",
    "0.0.0.0, false",
    "::, false",
    "::ffff:0.0.0.0, false",
    "10.0.0.1, false",
    "192.168.1.127, false",
    "128.0.0.1, false",
    "127.example.com, false",
    "127.0.0.1.example.com, false",
    "localhost.example.com, false",
    "example.com, false",
    "fe80::1, false"
  })
  void is_loopback_goes_by_what_is_written(String text, boolean isLoopback) {
    assertThat(HostName.isLoopback(HostName.check(text))).isEqualTo(isLoopback);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "*",
        "http://127.0.0.1",
        "127.0.0.1:8080",
        "localhost:8080",
        "[::1]:8080",
        "[::1",
        ":::1",
        "127.1",
        "2130706433",
        "0x7f000001",
        "0x7f.0.0.1",
        "127.0.0.256",
        "127.0.0.01",
        "127.0.0.1.",
        "a host",
        "-a.example",
        "a..example",
        "",
        "zz::1",
        "ıstanbul"
      })
  void check_refuses_what_is_no_host(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> HostName.check(text));
  }
}
