package dev.taskd.application.json;

import dev.taskd.application.json.JsonText.Kind;
import java.util.Locale;

/**
 * A walk over a text along the grammar of JSON, which stops at the first fault. It converts nothing
 * and keeps nothing but its place. One thread, one walk.
 *
 * <p>Source: RFC 8259, sections 2 to 7.
 */
final class JsonScanner {
  private static final int END = -1;

  private final String text;
  private final int maxDepth;
  private int at;

  JsonScanner(String text, int maxDepth) {
    this.text = text;
    this.maxDepth = maxDepth;
  }

  int position() {
    return at;
  }

  /** Passes over a document, which must be the whole text. */
  Kind document() throws InvalidJson {
    space();
    if (peek() == END) {
      throw new InvalidJson("empty");
    }
    Kind kind = value(1);
    space();
    if (peek() != END) {
      throw fault("JSON with something after its end");
    }
    return kind;
  }

  /** Passes over a value that stands in {@code depth - 1} arrays and objects. */
  Kind value(int depth) throws InvalidJson {
    return switch (peek()) {
      case '{' -> object(depth);
      case '[' -> array(depth);
      case '"' -> string();
      case 't' -> word("true", Kind.BOOLEAN);
      case 'f' -> word("false", Kind.BOOLEAN);
      case 'n' -> word("null", Kind.NULL);
      default -> number();
    };
  }

  private Kind object(int depth) throws InvalidJson {
    checkDepth(depth);
    for (boolean more = enter('}'); more; more = next('}')) {
      name();
      value(depth + 1);
    }
    return Kind.OBJECT;
  }

  private Kind array(int depth) throws InvalidJson {
    checkDepth(depth);
    for (boolean more = enter(']'); more; more = next(']')) {
      value(depth + 1);
    }
    return Kind.ARRAY;
  }

  /** Passes over the opening bracket and, if the container is empty, over its end. */
  boolean enter(char close) throws InvalidJson {
    space();
    at++;
    space();
    return !skip(close);
  }

  /** Passes over a comma, or over the end of the container. */
  boolean next(char close) throws InvalidJson {
    space();
    if (skip(',')) {
      space();
      return true;
    }
    expect(close);
    return false;
  }

  /** Passes over the name of a member and the colon, and answers the name as it is written. */
  String name() throws InvalidJson {
    int start = at;
    if (peek() != '"') {
      throw malformed();
    }
    string();
    String name = text.substring(start, at);
    space();
    expect(':');
    space();
    return name;
  }

  private Kind string() throws InvalidJson {
    at++;
    while (!skip('"')) {
      if (peek() < ' ') {
        throw malformed();
      }
      if (skip('\\')) {
        escape();
      } else {
        at++;
      }
    }
    return Kind.STRING;
  }

  private void escape() throws InvalidJson {
    if (skip('u')) {
      for (int i = 0; i < 4; i++) {
        if (Character.digit(ascii(peek()), 16) < 0) {
          throw malformed();
        }
        at++;
      }
    } else if (peek() != END && "\"\\/bfnrt".indexOf(peek()) >= 0) {
      at++;
    } else {
      throw malformed();
    }
  }

  private Kind number() throws InvalidJson {
    skip('-');
    if (!skip('0')) {
      digits();
    }
    if (skip('.')) {
      digits();
    }
    if (skip('e') || skip('E')) {
      if (!skip('+')) {
        skip('-');
      }
      digits();
    }
    return Kind.NUMBER;
  }

  private void digits() throws InvalidJson {
    if (!isDigit(peek())) {
      throw malformed();
    }
    while (isDigit(peek())) {
      at++;
    }
  }

  private Kind word(String word, Kind kind) throws InvalidJson {
    for (int i = 0; i < word.length(); i++) {
      expect(word.charAt(i));
    }
    return kind;
  }

  private void space() {
    while (peek() == ' ' || peek() == '\t' || peek() == '\n' || peek() == '\r') {
      at++;
    }
  }

  private void checkDepth(int depth) throws InvalidJson {
    if (depth > maxDepth) {
      throw fault("JSON nested deeper than " + maxDepth + " levels");
    }
  }

  private int peek() {
    return at < text.length() ? text.charAt(at) : END;
  }

  private boolean skip(char c) {
    if (peek() != c) {
      return false;
    }
    at++;
    return true;
  }

  private void expect(char c) throws InvalidJson {
    if (!skip(c)) {
      throw malformed();
    }
  }

  private InvalidJson malformed() {
    return fault(peek() == END ? "JSON that ends too early" : "not well-formed JSON");
  }

  private InvalidJson fault(String what) {
    int line = 1 + (int) text.chars().limit(at).filter(c -> c == '\n').count();
    int column = at - text.lastIndexOf('\n', at - 1);
    return new InvalidJson(
        String.format(Locale.ROOT, "%s (line %d, column %d)", what, line, column));
  }

  private static boolean isDigit(int c) {
    return c >= '0' && c <= '9';
  }

  /** Digits of other scripts are none in JSON. */
  private static int ascii(int c) {
    return c < 0x80 ? c : END;
  }
}
