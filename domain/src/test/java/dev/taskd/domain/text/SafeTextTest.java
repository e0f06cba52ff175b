package dev.taskd.domain.text;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.lang.management.ManagementFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class SafeTextTest {
  private static final String EMOJI = "\uD83D\uDE00";

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"", " ", "\n\t", "\u0000\u200B\u202E", "\u00A0\u2028"})
  void of_nothing_to_see_says_so(@Nullable String nothing) {
    assertThat(SafeText.of(nothing).value()).isEqualTo("(no message)");
  }

  @Test
  void of_repairs_surrogates_before_it_drops_what_stands_between_them() {
    assertThat(SafeText.of("a\uD83Db\uDE00c").value()).isEqualTo("a\uFFFDb\uFFFDc");
    assertThat(SafeText.of("\uD83D\u200B\uDE00").value()).isEqualTo("\uFFFD\uFFFD");
    assertThat(SafeText.of("\uDE00\uD83D").value()).isEqualTo("\uFFFD\uFFFD");
    assertThat(SafeText.of(EMOJI).value()).isEqualTo(EMOJI);
  }

  @Test
  void of_repairs_bytes_that_are_not_utf8() {
    assertThat(SafeText.of("größe".getBytes(UTF_8)).value()).isEqualTo("größe");
    assertThat(SafeText.of("größe".getBytes(ISO_8859_1)).value()).isEqualTo("gr\uFFFD\uFFFDe");
    assertThat(SafeText.of(new byte[] {'a', (byte) 0xC0, (byte) 0x80}).value())
        .isEqualTo("a\uFFFD\uFFFD");
    assertThat(SafeText.of(new byte[0]).value()).isEqualTo("(no message)");
    assertThat(SafeText.of("abcdef".getBytes(UTF_8), 3).value()).isEqualTo("ab…");
  }

  @ParameterizedTest
  @CsvSource({
    "0x00",
    "0x07",
    "0x1B",
    "0x1F",
    "0x7F",
    "0x80",
    "0x9B",
    "0xAD",
    "0x34F",
    "0x61C",
    "0x180E",
    "0x200B",
    "0x200C",
    "0x200D",
    "0x200E",
    "0x200F",
    "0x202A",
    "0x202E",
    "0x2060",
    "0x2066",
    "0x2069",
    "0x3164",
    "0xFE0F",
    "0xFEFF",
    "0xFFF9",
    "0xFDD0",
    "0xFFFE",
    "0xFFFF",
    "0x1FFFE",
    "0x10FFFF",
    "0xE0001",
    "0xE0041",
    "0xE0100",
  })
  void of_drops_what_cannot_be_seen(int unseen) {
    var text = "pass" + Character.toString(unseen) + "word";

    assertThat(SafeText.of(text).value()).isEqualTo("password");
    assertThat(SafeText.of(text + "=hunter2").value()).isEqualTo("password=[redacted]");
  }

  @Test
  void of_makes_one_space_of_any_gap_so_that_one_line_stays_one_line() {
    var text = " at a\r\n\tat b\u2028at\u00A0 c\u0085d\u000B\u000Ce ";

    assertThat(SafeText.of(text).value()).isEqualTo("at a at b at c d e");
  }

  @Test
  void of_takes_out_the_colours_of_a_terminal() {
    assertThat(SafeText.of("\u001B[1;31mred\u001B[0m \u001B[mplain").value())
        .isEqualTo("red plain");
    assertThat(SafeText.of("ghp_01234567\u001B[0m89abcdefghij").value()).isEqualTo("[redacted]");
  }

  @Test
  void of_keeps_private_use_and_every_script() {
    var text = "\uE000 größe 日本語 עברית İstanbul " + EMOJI;

    assertThat(SafeText.of(text).value()).isEqualTo(text);
  }

  @Test
  void of_truncates_on_a_code_point_and_ends_with_an_ellipsis() {
    assertThat(SafeText.of(EMOJI.repeat(4), 4).value()).isEqualTo(EMOJI.repeat(4));
    assertThat(SafeText.of(EMOJI.repeat(5), 4).value()).isEqualTo(EMOJI.repeat(3) + "…");
    assertThat(SafeText.of("ab", 1).value()).isEqualTo("…");
    assertThat(SafeText.of("", 4).value()).isEqualTo("(no…");
  }

  @Test
  void of_truncates_at_two_thousand_code_points_where_no_limit_is_given() {
    assertThat(SafeText.of("x".repeat(2_000)).value()).isEqualTo("x".repeat(2_000));
    assertThat(SafeText.of("x".repeat(2_001)).value()).isEqualTo("x".repeat(1_999) + "…");
  }

  @Test
  void of_a_text_of_megabytes_takes_little_memory() {
    var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    var text = "word ".repeat(2_000_000);

    long before = threads.getCurrentThreadAllocatedBytes();
    String safe = SafeText.of(text).value();
    long taken = threads.getCurrentThreadAllocatedBytes() - before;

    assertThat(safe).startsWith("word word").endsWith("…").hasSize(2_000);
    assertThat(taken).isLessThan(8_000_000);
  }

  @Test
  void of_a_text_of_megabytes_of_which_little_is_seen_splits_no_secret() {
    var unseen = "\u0000".repeat(63_990);

    assertThat(SafeText.of(unseen + " see ghp_0123456789abcdefghij and more").value())
        .isEqualTo("see …");
    assertThat(SafeText.of("\u0000".repeat(64_001)).value()).isEqualTo("…");
  }

  @Test
  void of_truncates_after_it_redacted() {
    var text = "x".repeat(10) + " password=hunter2 and more";

    assertThat(SafeText.of(text, 24).value()).isEqualTo("x".repeat(10) + " password=…");
    assertThat(SafeText.of(text, 31).value()).isEqualTo("x".repeat(10) + " password=[redacted]…");
    assertThat(SafeText.of("see https://h.test/x now", 10).value()).isEqualTo("see …");
  }

  @Test
  void of_refuses_a_limit_without_room() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SafeText.of("a", 0))
        .withMessageContaining("0");
    assertThatIllegalArgumentException().isThrownBy(() -> SafeText.of(new byte[1], -1));
  }

  @Test
  void of_a_throwable_names_its_class_and_its_message() {
    assertThat(SafeText.of(new IllegalStateException("token=abc\nis old")).value())
        .isEqualTo("java.lang.IllegalStateException: token=[redacted] is old");
    assertThat(SafeText.of(new NullPointerException()).value())
        .isEqualTo("java.lang.NullPointerException");
    assertThat(SafeText.of(new Error(" ")).value()).isEqualTo("java.lang.Error");
  }

  @Test
  void of_a_throwable_survives_a_message_that_throws() {
    assertThat(SafeText.of(new Hostile(false)).value())
        .isEqualTo(
            "dev.taskd.domain.text.SafeTextTest$Hostile:"
                + " (its message cannot be had: java.lang.AssertionError)");
    assertThat(SafeText.of(new Hostile(true)).value())
        .endsWith("(its message cannot be had: java.lang.StackOverflowError)");
  }

  @Test
  void equals_compares_the_text() {
    assertThat(SafeText.of("a\u0000b"))
        .isEqualTo(SafeText.of("ab"))
        .hasSameHashCodeAs(SafeText.of("ab"))
        .isNotEqualTo(SafeText.of("a b"))
        .hasToString("ab");
  }

  @SuppressWarnings("InfiniteRecursion")
  private static final class Hostile extends RuntimeException {
    private final boolean endless;

    Hostile(boolean endless) {
      this.endless = endless;
    }

    @Override
    public String getMessage() {
      if (endless) {
        return getMessage() + "!";
      }
      throw new AssertionError("nobody asks me");
    }
  }
}
