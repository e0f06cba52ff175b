package dev.taskd.benchmarks;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * Where a database is and who asks for it.
 *
 * @param url without user and password
 */
record Address(String url, @Nullable String user, @Nullable String password) {
  /** Takes user and password out of a JDBC URL. */
  static Address of(String url) {
    var source = new PGSimpleDataSource();
    source.setURL(url);
    return new Address(source.getURL(), source.getUser(), source.getPassword());
  }

  Address ofDatabase(String name) {
    PGSimpleDataSource source = source();
    source.setDatabaseName(name);
    return new Address(source.getURL(), user, password);
  }

  Connection connect() throws SQLException {
    return source().getConnection();
  }

  /** As the command line takes it. */
  String urlWithCredentials() {
    Map<String, String> parameters = new LinkedHashMap<>();
    if (user != null) {
      parameters.put("user", user);
    }
    if (password != null) {
      parameters.put("password", password);
    }
    return url
        + (url.contains("?") ? "&" : "?")
        + parameters.entrySet().stream()
            .map(each -> each.getKey() + "=" + encoded(each.getValue()))
            .collect(Collectors.joining("&"));
  }

  private static String encoded(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8);
  }

  private PGSimpleDataSource source() {
    var source = new PGSimpleDataSource();
    source.setURL(url);
    if (user != null) {
      source.setUser(user);
    }
    if (password != null) {
      source.setPassword(password);
    }
    return source;
  }
}
