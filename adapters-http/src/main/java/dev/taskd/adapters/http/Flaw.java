package dev.taskd.adapters.http;

/**
 * One wrong value in a request.
 *
 * @param place where it stands, in the terms of {@code kind}
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
