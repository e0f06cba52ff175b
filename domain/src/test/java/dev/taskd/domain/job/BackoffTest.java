package dev.taskd.domain.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BackoffTest {
  private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);
  private static final double ALMOST_ONE = Math.nextDown(1.0);

  private final Backoff backoff = new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(8));

  @ParameterizedTest
  @CsvSource({
    "1,           0,     PT0.5S",
    "1,           0.5,   PT0.75S",
    "1,           0.999, PT0.9995S",
    "2,           0,     PT1S",
    "3,           0,     PT2S",
    "4,           0,     PT4S",
    "5,           0,     PT4S",
    "9,           0,     PT4S",
    "9,           0.5,   PT6S",
    "100,         0,     PT4S",
    "2147483647,  0,     PT4S",
    "2147483647,  0.5,   PT6S",
    "0,           0,     PT0.5S",
    "-1,          0,     PT0.5S",
    "-2147483648, 0,     PT0.5S",
  })
  void delay_is_half_fixed_and_half_random(int attempt, double rnd, Duration expected) {
    assertThat(backoff.delay(attempt, rnd)).isEqualTo(expected);
  }

  @Test
  void delay_stays_within_half_and_whole_for_any_base_cap_and_attempt() {
    long seed = System.nanoTime();
    var random = new Random(seed);

    for (int i = 0; i < 100_000; i++) {
      var base = Duration.ofNanos(1 + random.nextLong(Long.MAX_VALUE >> random.nextInt(63)));
      var cap = Duration.ofNanos(random.nextLong(base.toNanos() - 1, Long.MAX_VALUE) + 1);
      int attempt = random.nextInt() >> random.nextInt(32);
      var any = new Backoff(base, cap);

      var shortest = any.delay(attempt, 0);
      var some = any.delay(attempt, random.nextDouble());
      var longest = any.delay(attempt, ALMOST_ONE);

      assertThat(shortest.multipliedBy(2))
          .as("seed %d, %s, attempt %d", seed, any, attempt)
          .isGreaterThanOrEqualTo(base);
      assertThat(some)
          .as("seed %d, %s, attempt %d", seed, any, attempt)
          .isBetween(shortest, longest);
      assertThat(longest)
          .as("seed %d, %s, attempt %d", seed, any, attempt)
          .isLessThanOrEqualTo(cap)
          .isLessThanOrEqualTo(shortest.multipliedBy(2));
      assertThat(any.delay(saturatedNext(attempt), 0))
          .as("seed %d, %s, attempt %d", seed, any, attempt)
          .isGreaterThanOrEqualTo(shortest);
    }
  }

  private static int saturatedNext(int attempt) {
    return attempt == Integer.MAX_VALUE ? attempt : attempt + 1;
  }

  @Test
  void delay_reaches_the_cap_whatever_the_distance_from_the_base() {
    var widest = new Backoff(Duration.ofNanos(1), LONGEST);

    var last = widest.delay(64, 0);

    assertThat(last).isEqualTo(Duration.ofNanos(Long.MAX_VALUE / 2 + 1));
    assertThat(widest.delay(63, 0)).isEqualTo(Duration.ofNanos(1L << 61));
    assertThat(widest.delay(Integer.MAX_VALUE, ALMOST_ONE)).isLessThanOrEqualTo(LONGEST);
  }

  @Test
  void delay_of_one_nanosecond_is_never_zero() {
    var smallest = new Backoff(Duration.ofNanos(1), Duration.ofNanos(1));

    assertThat(smallest.delay(1, 0)).isEqualTo(Duration.ofNanos(1));
  }

  @ParameterizedTest
  @ValueSource(doubles = {-0.1, 1, 1.5, Double.NaN, Double.NEGATIVE_INFINITY})
  void delay_refuses_a_random_share_outside_zero_to_one(double rnd) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> backoff.delay(1, rnd))
        .withMessageContaining(String.valueOf(rnd));
  }

  @ParameterizedTest
  @CsvSource({
    "PT0S,   PT1S,                not positive: 0s",
    "PT-1S,  PT1S,                not positive: -1s",
    "PT2S,   PT1S,                1s < 2s",
    "PT1S,   PT0S,                0s < 1s",
    "PT1S,   PT9223372036854775807S, longer than 292 years",
    "PT9223372036854775807S, PT9223372036854775807S, longer than 292 years",
  })
  void new_refuses_what_cannot_be_a_wait(Duration base, Duration cap, String reason) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Backoff(base, cap))
        .withMessageContaining(reason);
  }

  @Test
  void new_takes_a_hundred_years() {
    var centuries = new Backoff(Duration.ofDays(36_500), Duration.ofDays(36_500));

    assertThat(centuries.delay(Integer.MAX_VALUE, 0)).isEqualTo(Duration.ofDays(18_250));
  }
}
