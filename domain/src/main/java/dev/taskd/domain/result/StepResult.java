package dev.taskd.domain.result;

import dev.taskd.domain.text.SafeText;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What an answer says about its step. Each of the three ends the wait for it. */
public sealed interface StepResult {
  /**
   * The step is done.
   *
   * @param content a JSON value, as the server wrote it
   */
  record Succeeded(String content) implements StepResult {}

  /**
   * The server reports that the step failed.
   *
   * @param message in the server's own words
   * @param code the server's own name for the failure
   * @param retryable whether another try may work, if the server says so
   */
  record StepError(SafeText message, @Nullable SafeText code, @Nullable Boolean retryable)
      implements StepResult {}

  /**
   * The answer keeps no contract.
   *
   * @param message what is wrong with it, in words of ours
   */
  record ProtocolError(Reason reason, SafeText message) implements StepResult {
    /** One of which the reason says all. */
    public ProtocolError(Reason reason) {
      this(reason, SafeText.of("the answer keeps no contract: " + reason.words));
    }
  }

  /** What is wrong with an answer that keeps no contract. */
  enum Reason {
    TOO_LARGE("it is too large"),
    INVALID_JSON("it is not JSON"),
    NOT_AN_OBJECT("it is JSON, but no object"),
    MISSING_STATUS("it has no status"),
    DUPLICATE_STATUS("it has more than one status"),
    STATUS_NOT_A_STRING("its status is not a string"),
    UNKNOWN_STATUS("its status is neither done nor error"),
    MISSING_CONTENT("it is done and has no content"),
    DUPLICATE_CONTENT("it has more than one content"),
    MISSING_MESSAGE("it is an error and has no message"),
    DUPLICATE_MESSAGE("it has more than one message"),
    MESSAGE_NOT_A_STRING("its message is not a string"),
    DUPLICATE_CODE("it has more than one code"),
    CODE_NOT_A_STRING("its code is not a string"),
    DUPLICATE_RETRYABLE("it says more than once whether it is retryable"),
    RETRYABLE_NOT_A_BOOLEAN("its retryable is neither true nor false");

    private final String words;

    Reason(String words) {
      this.words = words;
    }

    /** The name as it stands in the API: lower-case with underscores. */
    public String code() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
