package dev.taskd.domain.result;

import java.util.Arrays;

/**
 * The bytes that arrived as the result of a step, not yet understood. Immutable.
 *
 * <p>They are foreign and may be secret, so they show themselves nowhere by accident.
 */
public final class ResultDocument {
  private final byte[] bytes;

  private ResultDocument(byte[] bytes) {
    this.bytes = bytes;
  }

  public static ResultDocument of(byte[] bytes) {
    return new ResultDocument(bytes.clone());
  }

  public byte[] bytes() {
    return bytes.clone();
  }

  public int length() {
    return bytes.length;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ResultDocument document && Arrays.equals(bytes, document.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return "ResultDocument[" + bytes.length + " bytes]";
  }
}
