package dev.taskd.domain.job;

import dev.taskd.domain.text.DurationText;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What a handler says its run came to. */
public sealed interface Outcome {
  /**
   * The work is done.
   *
   * @param result a JSON document, or null for none; the last step's becomes the task's result. One
   *     that is no JSON, or too much of it, makes the job dead
   */
  record Done(@Nullable String result) implements Outcome {
    /** Done, without a result. */
    public Done() {
      this(null);
    }
  }

  /**
   * It failed and may work later. Within the job's limit it is tried again after its backoff.
   *
   * @param reason why, made safe before it is kept
   * @param after not before this long, as the other side asked for; null for the backoff alone. It
   *     is cut to the backoff's cap
   */
  record Retry(String reason, @Nullable Duration after) implements Outcome {
    /** Failed, with nothing asked for by the other side. */
    public Retry(String reason) {
      this(reason, null);
    }
  }

  /**
   * It failed and never will work.
   *
   * @param reason why, made safe before it is kept
   */
  record Dead(String reason) implements Outcome {}

  /**
   * It is too early. The job comes back after {@code delay} and its limit grows by one, so that
   * nothing is spent.
   *
   * @param delay from nought to {@link #LONGEST}
   */
  record Snooze(Duration delay) implements Outcome {
    /** Ten years of 365 days: beyond it a delay is a mistake, and some store could not keep it. */
    public static final Duration LONGEST = Duration.ofDays(3_650);

    public Snooze {
      if (delay.isNegative()) {
        throw new IllegalArgumentException("delay is negative: " + DurationText.of(delay));
      }
      if (delay.compareTo(LONGEST) > 0) {
        throw new IllegalArgumentException(
            "delay is longer than " + LONGEST.toDays() + " days: " + DurationText.of(delay));
      }
    }
  }
}
