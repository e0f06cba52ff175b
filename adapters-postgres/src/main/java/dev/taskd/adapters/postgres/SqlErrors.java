package dev.taskd.adapters.postgres;

import dev.taskd.domain.port.StoreException;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * What a failure of the database means to those who asked. The only place that knows.
 *
 * <p>A message carries the SQLState and words of our own: those of the server may quote a payload.
 *
 * <p>Source: PostgreSQL manual, appendix A, PostgreSQL Error Codes.
 */
final class SqlErrors {
  private SqlErrors() {}

  /**
   * Of a statement, a commit, or the wait for a connection. Only what the data is to blame for is
   * rejected: whatever else went wrong, the data must not be given up for it.
   */
  static StoreException of(Exception error) {
    String state = stateOf(error);
    return switch (classOf(state)) {
      case "22", "23", "54" -> new StoreException.Rejected(message(state), error);
      default -> new StoreException.Unavailable(message(state), error);
    };
  }

  /** Of the first connection: waiting does not cure a wrong password or a wrong name. */
  static StoreException ofOpening(Exception error) {
    String state = stateOf(error);
    return switch (classOf(state)) {
      case "28", "3D", "3F", "42" -> new StoreException.Rejected(message(state), error);
      default -> of(error);
    };
  }

  private static @Nullable String stateOf(Throwable error) {
    for (Throwable link = error; link != null; link = link.getCause()) {
      if (link instanceof SQLException sql && sql.getSQLState() != null) {
        return sql.getSQLState();
      }
    }
    return null;
  }

  private static String classOf(@Nullable String state) {
    return state == null || state.length() != 5 ? "" : state.substring(0, 2);
  }

  private static String message(@Nullable String state) {
    return state == null
        ? "PostgreSQL: no connection was to be had in time"
        : "PostgreSQL: " + words(state) + " (SQLState " + state + ")";
  }

  private static String words(String state) {
    return switch (state) {
      case "57014" -> "the statement took too long";
      case "55P03" -> "a row was held by another transaction for too long";
      case "40P01" -> "a deadlock with another transaction";
      case "57P03" -> "the server is starting or stopping";
      case "42501" -> "this user may not do this";
      default ->
          switch (classOf(state)) {
            case "08" -> "the connection was not made, or was lost";
            case "22" -> "a value that cannot be stored";
            case "23" -> "a constraint was broken";
            case "25" -> "the transaction is not in a state to do this";
            case "28" -> "this user or password is not accepted";
            case "3D" -> "there is no such database";
            case "40" -> "a conflict with another transaction";
            case "53" -> "the server is out of room or connections";
            case "54" -> "a value beyond the server's limits";
            case "57" -> "the server ended the connection";
            default -> "a statement failed";
          };
    };
  }
}
