package dev.taskd.bootstrap.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.taskd.domain.text.DurationText;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class FormatTest {
  @ParameterizedTest
  @CsvSource({
    "0s, PT0S",
    "0ms, PT0S",
    "1ms, PT0.001S",
    "250ms, PT0.25S",
    "30s, PT30S",
    "5m, PT5M",
    "2h, PT2H",
    "' 30s ', PT30S",
    "8760h, PT8760H",
    "31536000000ms, PT8760H"
  })
  void duration_is_a_whole_number_and_its_unit(String text, Duration duration) {
    assertThat(Format.DURATION_OR_ZERO.read(text)).isEqualTo(duration);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0s", "1ms", "250ms", "1500ms", "90s", "5m", "168h"})
  void duration_is_read_as_it_is_printed_everywhere(String text) {
    assertThat(DurationText.of(Format.DURATION_OR_ZERO.read(text))).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "30, has no unit",
    "0, has no unit",
    "-1s, is negative",
    "-0s, is negative",
    "8761h, is longer than a year",
    "9223372036854775807h, is longer than a year",
    "99999999999999999999999999s, is longer than a year",
    "1d, is not a duration",
    "30S, is not a duration",
    "5mİ, is not a duration",
    "1.5s, is not a duration",
    "1h30m, is not a duration",
    "30 s, is not a duration",
    "+30s, is not a duration",
    "030s, is not a duration",
    "PT30S, is not a duration",
    "30sec, is not a duration",
    "٣٠s, is not a duration",
    "1_000ms, is not a duration",
    "s, is not a duration",
    "forever, is not a duration"
  })
  void duration_says_what_is_wrong(String text, String problem) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Format.DURATION_OR_ZERO.read(text))
        .withMessageStartingWith(problem);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0s", "0ms", "0h"})
  void duration_of_nothing_is_refused_where_it_would_be_a_busy_loop(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Format.SOME_DURATION.read(text))
        .withMessageStartingWith("must be longer than nothing");
  }

  @ParameterizedTest
  @CsvSource({
    "1024B, 1024",
    "1KiB, 1024",
    "512KiB, 524288",
    "1MiB, 1048576",
    "16MiB, 16777216",
    "64MiB, 67108864"
  })
  void size_is_a_whole_number_and_its_unit(String text, int bytes) {
    assertThat(Format.mebibytes(64).read(text)).isEqualTo(bytes);
  }

  @ParameterizedTest
  @CsvSource({
    "1024, has no unit",
    "0, has no unit",
    "1023B, is not a size from 1KiB to 64MiB",
    "0MiB, is not a size from 1KiB to 64MiB",
    "67108865B, is not a size from 1KiB to 64MiB",
    "65MiB, is not a size from 1KiB to 64MiB",
    "1GiB, is not a size from 1KiB to 64MiB",
    "9223372036854775807GiB, is not a size from 1KiB to 64MiB",
    "99999999999999999999999999KiB, is not a size from 1KiB to 64MiB",
    "1MB, is not a size such as",
    "1mib, is not a size such as",
    "1M, is not a size such as",
    "-1MiB, is not a size such as",
    "1.5MiB, is not a size such as",
    "1 MiB, is not a size such as",
    "01MiB, is not a size such as"
  })
  void size_says_what_is_wrong(String text, String problem) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Format.mebibytes(64).read(text))
        .withMessageStartingWith(problem);
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "7, 7", "' 65535 ', 65535"})
  void whole_is_a_number_in_its_range(String text, int number) {
    assertThat(Format.whole(0, 65_535).read(text)).isEqualTo(number);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-1",
        "65536",
        "4294967296",
        "18446744073709551616",
        "99999999999999999999999999",
        "007",
        "0x10",
        "1e3",
        "1_000",
        "8.0",
        "+8",
        "٨",
        "eight",
        "true",
        "8 080"
      })
  void whole_refuses_all_else(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Format.whole(0, 65_535).read(text))
        .withMessage("is not a whole number from 0 to 65535");
  }

  @ParameterizedTest
  @ValueSource(strings = {"yes", "True", "TRUE", "on", "1", "no", "trué"})
  void flag_is_true_or_false(String text) {
    assertThat(Format.FLAG.read("true")).isTrue();
    assertThat(Format.FLAG.read("false")).isFalse();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Format.FLAG.read(text))
        .withMessage("is not true or false");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Embedded", "POSTGRES", "postgresql", "redis", "embedded,memory"})
  void one_of_is_spelt_as_documented_in_any_language(String text) {
    Format<Keys.StorageKind> storage = Format.oneOf(Keys.StorageKind.class);

    assertThat(storage.read("embedded")).isEqualTo(Keys.StorageKind.EMBEDDED);
    assertThat(storage.read("postgres")).isEqualTo(Keys.StorageKind.POSTGRES);
    assertThat(storage.read("memory")).isEqualTo(Keys.StorageKind.MEMORY);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> storage.read(text))
        .withMessage("is not one of embedded, postgres, memory");
  }

  @ParameterizedTest
  @ValueSource(strings = {"~/taskd", "~", "a\u0000b"})
  void directory_is_a_path_as_it_is(String text) {
    assertThat(Format.DIRECTORY.read(" /var/lib/task d ")).hasToString("/var/lib/task d");
    assertThatIllegalArgumentException().isThrownBy(() -> Format.DIRECTORY.read(text));
  }

  @ParameterizedTest
  @CsvSource({
    "jdbc:postgresql://db:5432/taskd, jdbc:postgresql://db:5432/taskd",
    "postgresql://db/taskd, jdbc:postgresql://db/taskd",
    "jdbc:postgresql:///taskd, jdbc:postgresql:///taskd",
    "'postgresql://a:1,b:2/t?targetServerType=primary',"
        + " 'jdbc:postgresql://a:1,b:2/t?targetServerType=primary'",
    "postgresql://[::1]:5432/t?ssl=true&user_agent=x,"
        + " jdbc:postgresql://[::1]:5432/t?ssl=true&user_agent=x"
  })
  void postgres_url_is_handed_on_as_jdbc(String text, String jdbc) {
    assertThat(Format.POSTGRES_URL.read(text)).isEqualTo(jdbc);
  }

  @ParameterizedTest
  @CsvSource({
    "mysql://db/taskd, does not start with jdbc:postgresql://",
    "jdbc:postgresql:taskd, does not start with jdbc:postgresql://",
    "jdbc:jdbc:postgresql://db/taskd, does not start with jdbc:postgresql://",
    "db:5432/taskd, does not start with jdbc:postgresql://",
    "postgres://db/taskd, does not start with jdbc:postgresql://",
    "postgresql://db/task d, holds a blank",
    "postgresql://me:hunter2@db/taskd, holds credentials",
    "postgresql://me:hun/ter2@db/taskd, holds credentials",
    "postgresql://me:hun?ter2@db/taskd, holds credentials",
    "postgresql://me@db/taskd, holds credentials",
    "postgresql://db/taskd?user=me, holds credentials",
    "postgresql://db/taskd?ssl=true&password=hunter2, holds credentials",
    "postgresql://db/taskd?PassWord=hunter2, holds credentials",
    "postgresql://db/taskd?pass%77ord=hunter2, holds credentials",
    "postgresql://db/taskd?sslpassword=hunter2, holds credentials",
    "postgresql://db/taskd?%zz=1, has a % that is not followed"
  })
  void postgres_url_takes_no_credentials(String text, String problem) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Format.POSTGRES_URL.read(text))
        .withMessageStartingWith(problem)
        .withMessageNotContaining("hunter2");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://hooks.test/a?b=c",
        "HTTPS://hooks.test",
        "http://127.0.0.1:9000/x",
        "http://[::1]/"
      })
  void webhook_url_is_an_http_url(String text) {
    assertThat(Format.WEBHOOK_URL.read(text).value()).hasToString(text);
  }

  @ParameterizedTest
  @CsvSource({
    "hooks.test/TOPSECRET, does not start with http",
    "ftp://hooks.test/TOPSECRET, does not start with http",
    "https://me:TOPSECRET@hooks.test/, has a user name or password",
    "http:///TOPSECRET, has no host",
    "http://hooks.test:65536/TOPSECRET, has a port",
    "http://hooks.test/#TOPSECRET, has a fragment",
    "https://hooks.test/a b?t=TOPSECRET, has a space"
  })
  void webhook_url_says_what_is_wrong_without_repeating_it(String text, String problem) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Format.WEBHOOK_URL.read(text))
        .withMessageStartingWith(problem)
        .withMessageNotContaining("SECRET");
  }

  @ParameterizedTest
  @CsvSource({
    "brief, is shorter than 16 characters",
    "123456789012345, is shorter than 16 characters",
    "1234567890 123456, holds something else",
    "'1234567890,123456', holds something else",
    "şifre1234567890123456, holds something else"
  })
  void token_is_long_and_plain(String text, String problem) {
    assertThat(Format.TOKENS.read(" 123456789012345~ ").value()).isEqualTo("123456789012345~");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Format.TOKENS.read(text))
        .withMessageStartingWith(problem)
        .withMessageNotContaining(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"secret\n", "sec\tret", "\rsecret"})
  void password_keeps_its_blanks_and_holds_no_line_break(String text) {
    assertThat(Format.PASSWORD.read(" se cret ").value()).isEqualTo(" se cret ");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Format.PASSWORD.read(text))
        .withMessageStartingWith("holds a line break");
  }
}
