package dev.taskd.http.guarded;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RetryAfterTest {
  private static final Instant NOW = Instant.parse("2026-09-06T08:48:07Z");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "90",
        " 90 ",
        "0000000000090",
        "Sun, 06 Sep 2026 08:49:37 GMT",
        "Sunday, 06-Sep-26 08:49:37 GMT",
        "Sun Sep  6 08:49:37 2026"
      })
  void parse_reads_ninety_seconds_in_every_form(String value) {
    assertThat(RetryAfter.parse(value, NOW)).isEqualTo(Duration.ofSeconds(90));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "Sun, 06 Nov 1994 08:49:37 GMT",
        "Sunday, 06-Nov-94 08:49:37 GMT",
        "Sun Nov  6 08:49:37 1994",
        "Sun, 06 Sep 2026 08:48:07 GMT"
      })
  void parse_of_what_is_past_is_zero(String value) {
    assertThat(RetryAfter.parse(value, NOW)).isEqualTo(Duration.ZERO);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "999999999",
        "31536001",
        "99999999999999999999999999999999999999",
        "Fri, 31 Dec 9999 23:59:59 GMT"
      })
  void parse_of_a_huge_wait_is_capped(String value) {
    assertThat(RetryAfter.parse(value, NOW)).isEqualTo(RetryAfter.LONGEST);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "-5",
        "+5",
        "1.5",
        "1e3",
        "0x10",
        "soon",
        "\u0669\u0660",
        "Sun, 06 Sep 2026 08:49:37",
        "Sun, 06 Sep 2026 08:49:37 PST",
        "Sun, 06 Sep 2026 08:49:37 +0200",
        "Mon, 06 Sep 2026 08:49:37 GMT",
        "Sun, 36 Sep 2026 08:49:37 GMT",
        "2026-09-06T08:49:37Z"
      })
  void parse_of_nonsense_is_null(String value) {
    assertThat(RetryAfter.parse(value, NOW)).isNull();
  }

  @Test
  void parse_takes_a_year_of_two_digits_for_at_most_fifty_years_ahead() {
    assertThat(RetryAfter.parse("Sunday, 06-Sep-76 08:49:37 GMT", NOW))
        .isEqualTo(RetryAfter.LONGEST);
    assertThat(RetryAfter.parse("Tuesday, 06-Sep-77 08:49:37 GMT", NOW)).isEqualTo(Duration.ZERO);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Thu, 01 Jan", "Sun, 01 Feb", "Sun, 01 Mar", "Wed, 01 Apr", "Fri, 01 May", "Mon, 01 Jun",
        "Wed, 01 Jul", "Sat, 01 Aug", "Tue, 01 Sep", "Thu, 01 Oct", "Sun, 01 Nov", "Tue, 01 Dec"
      })
  void parse_reads_every_month(String day) {
    Instant before = Instant.parse("2026-01-01T00:00:00Z");

    Duration wait = RetryAfter.parse(day + " 2026 00:00:00 GMT", before);

    assertThat(wait).isBetween(Duration.ZERO, Duration.ofDays(334));
  }
}
