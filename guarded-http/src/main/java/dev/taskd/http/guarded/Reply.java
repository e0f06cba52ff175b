package dev.taskd.http.guarded;

import dev.taskd.domain.text.SafeText;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What came of a call. */
public sealed interface Reply {
  /**
   * The other side answered.
   *
   * @param retryAfter not before this long, if it said so
   * @param location where it points to, as it wrote it
   */
  record Answered(
      int status, @Nullable Duration retryAfter, @Nullable String location, Content content)
      implements Reply {}

  /** No answer came: not resolved, not connected, cut, or too slow. */
  record Unreached(SafeText reason) implements Reply {}

  /** Nothing was sent: the target is one that must not be called. */
  record Forbidden(SafeText reason) implements Reply {}

  /** How the reading of an answer's body ended. */
  enum End {
    /** It is all there. */
    WHOLE,
    /** As much as was to be read is there; what may follow was not waited for. */
    LIMIT,
    /** The connection or the time ended before it did. */
    CUT
  }

  /** The body of an answer, as far as it was read. */
  final class Content {
    private final byte[] bytes;
    private final End end;

    Content(byte[] bytes, End end) {
      this.bytes = bytes;
      this.end = end;
    }

    public byte[] bytes() {
      return bytes.clone();
    }

    public End end() {
      return end;
    }
  }
}
