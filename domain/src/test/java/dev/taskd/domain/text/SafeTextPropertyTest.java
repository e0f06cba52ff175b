package dev.taskd.domain.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What holds for every text, tried on texts that are made of what the rules look for. */
class SafeTextPropertyTest {
  private static final int ROUNDS = 10_000;
  private static final int LARGE = 1 << 20;
  private static final int MEDIUM = 1 << 18;

  private static final Pattern UNSAFE_CHARACTER =
      Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Cs}\\u2028\\u2029]|^ | $");

  /** Each is dropped, so that what it broke apart is whole again. */
  private static final List<String> NOISE =
      List.of(
          "\u0000",
          "\u0007",
          "\u001B",
          "\u007F",
          "\u0090",
          "\u00AD",
          "\u061C",
          "\u200B",
          "\u200D",
          "\u200F",
          "\u202E",
          "\u2060",
          "\u2066",
          "\uFE0F",
          "\uFEFF",
          "\uFFFE",
          "\uDB40\uDC41");

  /** In each the secret is TOPSECRET with a few digits to tell its pieces apart. */
  private static final String HIDDEN = "T0PS3CR3T9X7K2Q8";

  private static final List<String> LEAKS =
      List.of(
          "password=" + HIDDEN,
          "PWD: " + HIDDEN + ", and",
          "{\"access_token\":\"" + HIDDEN + "\"}",
          "{'secret' : 'a " + HIDDEN + " b'}",
          "Authorization: Bearer " + HIDDEN,
          "Authorization: Basic " + HIDDEN + "==",
          "Bearer " + HIDDEN,
          "Cookie: a=b; c=" + HIDDEN,
          "--api-key " + HIDDEN,
          "--password \"a " + HIDDEN + " b\"",
          "private_key=-----BEGIN RSA PRIVATE KEY-----\n" + HIDDEN + "\n" + HIDDEN,
          "/home/x-----BEGIN PRIVATE KEY-----\n" + HIDDEN,
          "{\\\"token\\\":\\\"a\\\\\\\"" + HIDDEN + "\\\"}",
          "ghp_" + HIDDEN + HIDDEN,
          "whsec_" + HIDDEN,
          "xoxb-1-" + HIDDEN,
          "AKIA" + HIDDEN,
          "eyJhbGciOiJIUzI1NiJ9." + HIDDEN + "." + HIDDEN,
          "a1b2c3d4e5f6" + HIDDEN + HIDDEN + "a1b2",
          "-----BEGIN EC PRIVATE KEY-----\n" + HIDDEN + "\n" + HIDDEN,
          "https://h.test/services/" + HIDDEN,
          "https://u:" + HIDDEN + "@h.test/?x=" + HIDDEN,
          "postgres://u:p" + HIDDEN + "@h.test:5432/db",
          "jdbc:postgresql://h.test/db?password=" + HIDDEN,
          "https:\\/\\/h.test\\/" + HIDDEN,
          "https%3A%2F%2Fh.test%2F" + HIDDEN,
          "https://h.test/a b?t=" + HIDDEN,
          "'/home/" + HIDDEN + "/x'",
          "C:\\Program Files\\" + HIDDEN + "\\x",
          "\\\\server\\share\\" + HIDDEN);

  private static final List<String> PIECES =
      List.of(
          "password",
          "token",
          "Authorization",
          "Bearer ",
          "Basic ",
          "cookie",
          "=",
          ":",
          ": ",
          "\"",
          "'",
          "`",
          "\\",
          "\\\"",
          "(",
          ")",
          "[",
          "]",
          "{",
          "}",
          "<",
          ">",
          ",",
          ";",
          "; ",
          "&",
          "?",
          "/",
          "//",
          "://",
          ":\\/\\/",
          "%3A%2F%2F",
          "C:\\",
          "\\\\s\\",
          "~/",
          "jdbc:",
          "@",
          ".",
          "…",
          "*",
          "-",
          "--",
          " ",
          "\n",
          "[redacted]",
          "[redacte",
          "[path]",
          "[url]",
          "[url h.test]",
          "ghp_",
          "AKIA",
          "eyJ",
          "whsec_",
          "BEGIN PRIVATE KEY",
          "END PRIVATE KEY",
          "at index 3: ",
          "123e4567-e89b-12d3-a456-426614174000",
          "0123456789abcdef",
          "Ab1c2D3e4F5g6H7i",
          "h.test",
          "must",
          "x",
          "home",
          "\uD83D\uDE00",
          "\uD83D",
          "\uDE00",
          "\u0000",
          "\u200B",
          "\u202E",
          "\u00E9",
          "\u2028",
          "\uE000",
          "\u001B[31m");

  @Test
  void of_is_idempotent_whole_and_within_its_limit() {
    long seed = System.nanoTime();
    var random = new Random(seed);

    for (int i = 0; i < ROUNDS; i++) {
      var text = anyText(random, 1 + random.nextInt(24));
      int limit = 1 + random.nextInt(random.nextBoolean() ? 40 : 400);

      var safe = SafeText.of(text, limit).value();

      assertThat(SafeText.of(safe, limit).value())
          .as("seed %d, limit %d, text <%s>", seed, limit, text)
          .isEqualTo(safe);
      assertThat(SafeText.of(safe, limit + random.nextInt(100)).value())
          .as("seed %d, limit %d and more, text <%s>", seed, limit, text)
          .isEqualTo(safe);
      assertThat(safe)
          .as("seed %d, limit %d, text <%s>", seed, limit, text)
          .isNotEmpty()
          .doesNotContainPattern(UNSAFE_CHARACTER);
      assertThat(safe.codePointCount(0, safe.length()))
          .as("seed %d, text <%s>", seed, text)
          .isLessThanOrEqualTo(limit);
    }
  }

  @Test
  void of_never_shows_a_secret_wherever_it_stands_and_whatever_breaks_it() {
    long seed = System.nanoTime();
    var random = new Random(seed);

    for (int i = 0; i < ROUNDS; i++) {
      var leak = LEAKS.get(random.nextInt(LEAKS.size()));
      var text = "x".repeat(random.nextInt(60)) + " " + noisy(random, leak) + " the end";
      int limit = 1 + random.nextInt(120);

      var safe = SafeText.of(text, limit).value();

      for (int from = 0; from + 4 <= HIDDEN.length(); from++) {
        assertThat(safe)
            .as("seed %d, limit %d, text <%s>", seed, limit, text)
            .doesNotContain(HIDDEN.substring(from, from + 4));
      }
    }
  }

  @Test
  void of_bytes_takes_any() {
    long seed = System.nanoTime();
    var random = new Random(seed);

    for (int i = 0; i < ROUNDS / 10; i++) {
      var bytes = new byte[random.nextInt(64)];
      random.nextBytes(bytes);

      var safe = SafeText.of(bytes).value();

      assertThat(new String(safe.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8))
          .as("seed %d", seed)
          .isEqualTo(safe)
          .doesNotContainPattern(UNSAFE_CHARACTER);
    }
  }

  /** Where time grew with the square, the medium text would take minutes. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "/",
        "a",
        "=",
        ": ",
        " ",
        "\\",
        "(",
        "…",
        "&a=",
        "A1b",
        "\uD83D",
        "\u001B[",
        "://",
        "a:// ",
        "'a://",
        "%3A%2F%2F",
        "/aa ",
        "'/aa ",
        "C:\\a ",
        "\\\\a\\",
        "password=",
        "password= ",
        "password:'",
        "password=,a",
        "password=( ",
        "token=''",
        "token: is ",
        "Cookie: ;",
        "Bearer ",
        "--token ",
        "eyJ",
        "BEGIN PRIVATE KEY",
        "PRIVATE KEY",
        "at index 1: ",
        "123e4567-e89b-12d3-a456-426614174000",
        "[url ",
        "0123456789abcde-",
      })
  void of_takes_linear_time_whatever_is_repeated(String piece) {
    var large = "x" + piece.repeat(LARGE / piece.length()) + "x";
    var medium = piece.repeat(MEDIUM / piece.length()) + "x";

    assertTimeoutPreemptively(
        Duration.ofSeconds(30),
        () -> {
          assertThatNoException().isThrownBy(() -> SafeText.of(large));
          assertThatNoException().isThrownBy(() -> SafeText.of(medium, MEDIUM));
          assertThatNoException().isThrownBy(() -> SafeText.of("token=" + medium, MEDIUM));
        });
  }

  private static String anyText(Random random, int pieces) {
    var text = new StringBuilder();
    for (int i = 0; i < pieces; i++) {
      text.append(PIECES.get(random.nextInt(PIECES.size())));
    }
    return text.toString();
  }

  private static String noisy(Random random, String text) {
    var noisy = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      if (random.nextInt(4) == 0) {
        noisy.append(NOISE.get(random.nextInt(NOISE.size())));
      }
      noisy.append(text.charAt(i));
    }
    return noisy.toString();
  }
}
