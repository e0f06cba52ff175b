package dev.taskd.domain.result;

import java.util.Arrays;

/**
 * The bytes that a compute server gave as its answer, not yet understood. Immutable.
 *
 * <p>They are foreign and may be secret, so they show themselves nowhere by accident.
 */
public final class Answer {
  private final byte[] bytes;

  private Answer(byte[] bytes) {
    this.bytes = bytes;
  }

  public static Answer of(byte[] bytes) {
    return new Answer(bytes.clone());
  }

  public byte[] bytes() {
    return bytes.clone();
  }

  public int length() {
    return bytes.length;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Answer answer && Arrays.equals(bytes, answer.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return "Answer[" + bytes.length + " bytes]";
  }
}
