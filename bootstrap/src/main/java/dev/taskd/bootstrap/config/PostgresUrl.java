package dev.taskd.bootstrap.config;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Pattern;

/** The spelling of a database's URL. No message repeats a part of it: it may hold a password. */
final class PostgresUrl {
  private static final String JDBC = "jdbc:";
  private static final String SCHEME = "postgresql://";
  private static final Pattern BLANK = Pattern.compile("[\\s\\p{Cntrl}]");

  private PostgresUrl() {}

  /** The URL as the JDBC driver takes it. */
  static String normalised(String text) {
    String url = text.startsWith(JDBC) ? text.substring(JDBC.length()) : text;
    Format.demand(
        url.startsWith(SCHEME),
        "does not start with jdbc:postgresql:// or postgresql://, as in"
            + " jdbc:postgresql://127.0.0.1:5432/taskd");
    Format.demand(!BLANK.matcher(url).find(), "holds a blank or a line break");
    Format.demand(
        !url.contains("@") && !hasCredentials(url),
        "holds credentials: move them to postgres.user and postgres.password, which are not"
            + " printed");
    return JDBC + url;
  }

  private static boolean hasCredentials(String url) {
    int query = url.indexOf('?');
    if (query < 0) {
      return false;
    }
    for (String parameter : url.substring(query + 1).split("&", -1)) {
      String name = decoded(parameter.split("=", 2)[0]).toLowerCase(Locale.ROOT);
      if (name.equals("user") || name.contains("password")) {
        return true;
      }
    }
    return false;
  }

  private static String decoded(String name) {
    try {
      return URLDecoder.decode(name, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "has a % that is not followed by two hexadecimal digits", e);
    }
  }
}
