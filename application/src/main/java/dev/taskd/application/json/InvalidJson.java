package dev.taskd.application.json;

/**
 * A text is not the JSON that was wanted. The message goes on after "… is": what it is instead and
 * where, and never a piece of the text, which may be secret.
 */
public final class InvalidJson extends Exception {
  public InvalidJson(String fault) {
    super(fault);
  }
}
