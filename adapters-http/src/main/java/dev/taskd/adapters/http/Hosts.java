package dev.taskd.adapters.http;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The host names that a request may be meant for. Immutable. */
final class Hosts {
  private static final Pattern AUTHORITY =
      Pattern.compile("(\\[[0-9a-f:.]+]|[a-z0-9._-]+)(?::([0-9]{1,5}))?");
  private static final String USUAL_PORT = "80";

  private final Set<String> own = new TreeSet<>(Set.of("localhost", "127.0.0.1", "[::1]"));
  private final Set<String> allowed = new TreeSet<>();

  /**
   * @param listenedOn served under the server's own port, like the names of loopback
   * @param allowed served under any port where they name none
   */
  Hosts(String listenedOn, List<String> allowed) {
    own.add(
        (listenedOn.contains(":") && !listenedOn.startsWith("[")
                ? "[" + listenedOn + "]"
                : listenedOn)
            .toLowerCase(Locale.ROOT));
    allowed.forEach(name -> this.allowed.add(name.toLowerCase(Locale.ROOT)));
  }

  /** Whether a Host header has the form of one. */
  static boolean isWellFormed(String authority) {
    return AUTHORITY.matcher(authority.toLowerCase(Locale.ROOT)).matches();
  }

  /** Whether {@code authority}, a host with or without a port, is served on {@code port}. */
  boolean serves(String authority, int port) {
    Matcher matcher = AUTHORITY.matcher(authority.toLowerCase(Locale.ROOT));
    if (!matcher.matches()) {
      return false;
    }
    String name = matcher.group(1);
    String askedPort = matcher.group(2) == null ? USUAL_PORT : matcher.group(2);
    return (own.contains(name) && askedPort.equals(Integer.toString(port)))
        || allowed.contains(name)
        || allowed.contains(name + ":" + askedPort);
  }
}
