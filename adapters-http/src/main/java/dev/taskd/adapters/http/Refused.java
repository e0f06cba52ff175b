package dev.taskd.adapters.http;

/** Thrown to leave a request that is answered with a problem. */
final class Refused extends RuntimeException {
  private final transient Problem problem;

  Refused(Problem problem) {
    super(problem.detail(), null, false, false);
    this.problem = problem;
  }

  Refused(Code code, String detail) {
    this(Problem.of(code, detail));
  }

  Problem problem() {
    return problem;
  }
}
