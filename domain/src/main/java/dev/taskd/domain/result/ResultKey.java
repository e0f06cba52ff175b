package dev.taskd.domain.result;

import java.util.Base64;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/**
 * The name under which the answer to one submission arrives. Whoever knows it may deliver, on a
 * channel that asks for nothing more, so it cannot be guessed.
 */
public record ResultKey(String value) {
  /** 192 bits, which base64 writes without padding. */
  private static final int BYTES = 24;

  private static final Pattern SPELLING = Pattern.compile("[A-Za-z0-9_-]{32}");

  public ResultKey {
    if (!SPELLING.matcher(value).matches()) {
      throw new IllegalArgumentException("result key is not 32 characters of base64url");
    }
  }

  /**
   * A new one.
   *
   * @param random one that cannot be foretold
   */
  public static ResultKey create(RandomGenerator random) {
    byte[] bytes = new byte[BYTES];
    random.nextBytes(bytes);
    return new ResultKey(Base64.getUrlEncoder().encodeToString(bytes));
  }

  /** Enough to find it in a log, too little to deliver with. */
  @Override
  public String toString() {
    return value.substring(0, 6) + "…";
  }
}
