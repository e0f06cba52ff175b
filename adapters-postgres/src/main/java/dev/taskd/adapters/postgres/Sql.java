package dev.taskd.adapters.postgres;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Plain statements and their parameters, of which most are arrays: a column of rows each. */
final class Sql {
  private Sql() {}

  /** A statement with its parameters, each of a type that the driver knows. */
  static PreparedStatement prepare(Connection connection, String text, @Nullable Object... values)
      throws SQLException {
    PreparedStatement statement = connection.prepareStatement(text);
    for (int i = 0; i < values.length; i++) {
      statement.setObject(i + 1, values[i]);
    }
    return statement;
  }

  static void execute(Connection connection, String text, @Nullable Object... values)
      throws SQLException {
    try (PreparedStatement statement = prepare(connection, text, values)) {
      statement.execute();
    }
  }

  static <T> Long[] longs(Collection<T> rows, Function<T, @Nullable Long> value) {
    return rows.stream().map(value).toArray(Long[]::new);
  }

  static <T> Integer[] ints(Collection<T> rows, Function<T, @Nullable Integer> value) {
    return rows.stream().map(value).toArray(Integer[]::new);
  }

  static <T> Short[] shorts(Collection<T> rows, Function<T, Short> value) {
    return rows.stream().map(value).toArray(Short[]::new);
  }

  static <T> Boolean[] booleans(Collection<T> rows, Function<T, Boolean> value) {
    return rows.stream().map(value).toArray(Boolean[]::new);
  }

  static <T> String[] texts(Collection<T> rows, Function<T, @Nullable String> value) {
    return rows.stream().map(value).toArray(String[]::new);
  }

  static <T> String[] times(Collection<T> rows, Function<T, @Nullable Instant> value) {
    return texts(rows, row -> text(value.apply(row)));
  }

  /** Throws {@link ArithmeticException} beyond some 292 000 years. */
  static long micros(Duration duration) {
    return Math.addExact(
        Math.multiplyExact(duration.getSeconds(), 1_000_000L), duration.getNano() / 1_000);
  }

  /** As PostgreSQL reads it: without the sign that Java sets before years of five digits. */
  private static @Nullable String text(@Nullable Instant time) {
    if (time == null) {
      return null;
    }
    String text = time.toString();
    return text.startsWith("+") ? text.substring(1) : text;
  }
}
