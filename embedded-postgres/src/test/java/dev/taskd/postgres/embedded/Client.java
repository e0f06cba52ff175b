package dev.taskd.postgres.embedded;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Somebody who knows how to reach a server. */
record Client(String url, String user, String password) {
  static Client of(EmbeddedPostgres postgres) {
    return new Client(postgres.jdbcUrl(), postgres.user(), postgres.password());
  }

  void run(String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url, user, password);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** The first column of each row. */
  List<String> ask(String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url, user, password);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      List<String> answer = new ArrayList<>();
      while (rows.next()) {
        answer.add(rows.getString(1));
      }
      return answer;
    }
  }
}
