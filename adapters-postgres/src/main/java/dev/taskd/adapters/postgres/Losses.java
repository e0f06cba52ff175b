package dev.taskd.adapters.postgres;

import com.zaxxer.hikari.SQLExceptionOverride;
import java.sql.SQLException;

/** Failures that end a connection, besides those that the pool knows. */
final class Losses implements SQLExceptionOverride {
  @java.lang.Override
  public SQLExceptionOverride.Override adjudicate(SQLException error) {
    return SqlErrors.endsTheConnection(error)
        ? SQLExceptionOverride.Override.MUST_EVICT
        : SQLExceptionOverride.Override.CONTINUE_EVICT;
  }
}
