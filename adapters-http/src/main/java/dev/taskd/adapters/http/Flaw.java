package dev.taskd.adapters.http;

/**
 * One wrong value in a request.
 *
 * @param place where it stands, in the terms of {@code kind}
 * @param detail what is wrong and what would be right, as the sentence about the place goes on
 */
record Flaw(Kind kind, String place, String detail) {
  /** What part of a request a place is in; its name is that of the problem's member. */
  enum Kind {
    /** A JSON Pointer into the body. */
    POINTER,
    /** A parameter of the query. */
    PARAMETER,
    /** A header field. */
    HEADER
  }

  /** One sentence that says where it is and what is wrong. */
  String sentence() {
    return (place.isEmpty() ? whole() : place) + " " + detail + ".";
  }

  /** The pointer to a body is empty, and so may be a name. */
  private String whole() {
    return switch (kind) {
      case POINTER -> "The body";
      case PARAMETER -> "A parameter without a name";
      case HEADER -> "A header field without a name";
    };
  }

  static Flaw inBody(String pointer, String detail) {
    return new Flaw(Kind.POINTER, pointer, detail);
  }

  static Flaw inQuery(String parameter, String detail) {
    return new Flaw(Kind.PARAMETER, parameter, detail);
  }

  static Flaw inHeader(String name, String detail) {
    return new Flaw(Kind.HEADER, name, detail);
  }
}
