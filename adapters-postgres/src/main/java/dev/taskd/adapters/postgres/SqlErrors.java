package dev.taskd.adapters.postgres;

import dev.taskd.domain.port.StoreException;
import java.io.IOException;
import java.sql.SQLException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a failure of the database means to those who asked. The only place that knows.
 *
 * <p>A message carries the SQLState and words of our own: those of the server may quote a payload.
 *
 * <p>Source: PostgreSQL manual, appendix A, PostgreSQL Error Codes.
 */
final class SqlErrors {
  private static final String READ_ONLY = "25006";

  /** The driver's own, when it and the server agree on no encryption or on no authentication. */
  private static final String NO_AGREEMENT = "08004";

  /** A database that was dropped; sessions, transactions and pauses in them that took too long. */
  private static final Set<String> ENDS = Set.of(READ_ONLY, "57P04", "57P05", "25P03", "25P04");

  private SqlErrors() {}

  /**
   * Of a statement, a commit, or the wait for a connection. Only what the data is to blame for is
   * rejected: whatever else went wrong, the data must not be given up for it.
   */
  static StoreException of(Exception error) {
    String state = stateOf(error);
    return switch (classOf(state)) {
      case "22", "23", "54" -> new StoreException.Rejected(message(state, error), error);
      default -> new StoreException.Unavailable(message(state, error), error);
    };
  }

  /** Of the first connection: waiting does not cure a wrong password or a wrong name. */
  static StoreException ofOpening(Exception error) {
    String state = stateOf(error);
    if (NO_AGREEMENT.equals(state)) {
      return new StoreException.Rejected(message(state, error), error);
    }
    return switch (classOf(state)) {
      case "28", "3D", "3F" -> new StoreException.Rejected(message(state, error), error);
      case "42" ->
          new StoreException.Rejected(message(state, error) + remedy(String.valueOf(state)), error);
      default -> of(error);
    };
  }

  /** The server takes no writes: after a failover, it is no longer the one to ask. */
  static boolean isReadOnly(Exception error) {
    return READ_ONLY.equals(stateOf(error));
  }

  /** The server is there, and has no room for another connection. */
  static boolean isFull(SQLException error) {
    return classOf(stateOf(error)).equals("53");
  }

  /** The server has ended the connection, or the connection leads to the wrong server. */
  static boolean endsTheConnection(SQLException error) {
    String state = error.getSQLState();
    return state != null && ENDS.contains(state);
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

  private static String message(@Nullable String state, Exception error) {
    return state == null
        ? "PostgreSQL: no connection was to be had in time"
        : "PostgreSQL: " + words(state) + " (SQLState " + state + network(error) + ")";
  }

  private static String remedy(String state) {
    return state.equals("42501")
        ? ": it must own the schema taskd and what is in it, or have create on the database and"
            + " make it now"
        : "";
  }

  /** What the network said, which knows of no payload; empty if the network is not to blame. */
  private static String network(Throwable error) {
    for (Throwable link = error; link != null; link = link.getCause()) {
      if (link instanceof IOException) {
        String words = link.getMessage();
        return ", " + link.getClass().getSimpleName() + (words == null ? "" : ": " + words);
      }
    }
    return "";
  }

  private static String words(String state) {
    return switch (state) {
      case "57014" -> "the statement took too long";
      case "55P03" -> "a row was held by another transaction for too long";
      case "40P01" -> "a deadlock with another transaction";
      case "57P03" -> "the server is starting or stopping";
      case READ_ONLY -> "the server takes no writes: it is a standby, or was made read-only";
      case NO_AGREEMENT -> "the server has no TLS or asks to sign on in an unknown way";
      case "53100" -> "the server's disk is full";
      case "42501" -> "this user lacks a right";
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
