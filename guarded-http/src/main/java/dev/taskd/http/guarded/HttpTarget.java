package dev.taskd.http.guarded;

import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The rule for the URL that is called: what it may look like and, where it names its host by
 * address or as {@code localhost}, whether that host may be called. A host with another name is
 * judged when its name is resolved.
 *
 * <p>One parser reads the URL, here and for the call, so the host that is judged is the host that
 * is called. A refusal's message goes on after "the URL …": it names the fault and the remedy and
 * never repeats the URL, because that may hold a secret.
 *
 * <p>Source: RFC 3986, sections 3.2.1 and 7.4; WHATWG URL, host parsing.
 */
public final class HttpTarget {
  private static final Pattern DOTTED_QUAD =
      Pattern.compile("(?:(?:0|[1-9][0-9]{0,2})\\.){3}(?:0|[1-9][0-9]{0,2})");

  /** What the C library, and so a resolver, may read as an IPv4 address: its last part a number. */
  private static final Pattern ENDS_IN_NUMBER =
      Pattern.compile("(?:.*\\.)?(?:[0-9]+|0x[0-9a-f]*)\\.?");

  private HttpTarget() {}

  /**
   * Reads a URL.
   *
   * @throws IllegalArgumentException if it is refused, with the reason
   */
  public static URI parse(String url, Guard guard) {
    URI target = read(url);
    checkScheme(target);
    checkHost(target);
    if (target.getRawFragment() != null) {
      throw refused("has a fragment, which is never sent: remove it, from the # on");
    }
    checkPort(target, guard);
    InetAddress address = literalAddress(target);
    if (guard.isUp() && (address == null ? isLocalhost(target) : guard.forbids(address))) {
      throw refused(
          "names a host in a private range: name a public one, or set %s if it is meant"
              .formatted(guard.liftedBy()));
    }
    return target;
  }

  /** The host without the brackets of an IPv6 address. */
  static String host(URI target) {
    String host = target.getHost();
    return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
  }

  /** The port that is called. */
  static int port(URI target) {
    if (target.getPort() != -1) {
      return target.getPort();
    }
    return isHttps(target) ? 443 : 80;
  }

  static boolean isHttps(URI target) {
    return "https".equalsIgnoreCase(target.getScheme());
  }

  private static URI read(String url) {
    if (!url.chars().allMatch(c -> c > ' ' && c <= '~' && c != '\\')) {
      throw refused(
          "has a space, a backslash, a control character or a letter beyond ASCII: write a host in"
              + " its xn-- form and anything else percent-encoded");
    }
    try {
      return new URI(url);
    } catch (URISyntaxException repeatsTheUrl) {
      throw refused("is not a URL: write it as https://host/path");
    }
  }

  private static void checkScheme(URI target) {
    if (!isHttps(target) && !"http".equalsIgnoreCase(target.getScheme())) {
      throw refused("does not start with http:// or https://");
    }
  }

  private static void checkHost(URI target) {
    String authority = target.getRawAuthority();
    if (authority != null && authority.indexOf('@') >= 0) {
      throw refused("has a user name or password before the host: remove it, up to the @");
    }
    if (target.getHost() == null) {
      throw refused(
          "has no host, or one that is no host name: write a name of letters, digits, dots and"
              + " hyphens, an IPv4 address as four decimal numbers, or an IPv6 address in"
              + " brackets");
    }
    if (target.getHost().indexOf('%') >= 0) {
      throw refused("has a zone in its IPv6 address: remove it, from the % on");
    }
  }

  private static void checkPort(URI target, Guard guard) {
    int port = port(target);
    if (port < 1 || port > 65_535) {
      throw refused("has a port that is not 1 to 65535");
    }
    if (guard.isUp() && port < 1024 && port != 80 && port != 443) {
      throw refused(
          "has a port of another protocol: use 80, 443 or one from 1024 on, or set %s if it is meant"
              .formatted(guard.liftedBy()));
    }
  }

  /** The address that a host names by its digits; null for a host that has to be resolved. */
  static @Nullable InetAddress literalAddress(URI target) {
    String host = target.getHost().toLowerCase(Locale.ROOT);
    if (!host.startsWith("[") && !ENDS_IN_NUMBER.matcher(host).matches()) {
      return null;
    }
    if (!host.startsWith("[") && !DOTTED_QUAD.matcher(host).matches()) {
      throw refused(
          "has an IPv4 address in an odd form: write four decimal numbers without leading zeros");
    }
    try {
      return InetAddress.getByName(host);
    } catch (UnknownHostException notAnAddress) {
      throw refused("has an IP address that is none: each number of IPv4 is 0 to 255");
    }
  }

  private static boolean isLocalhost(URI target) {
    String host = target.getHost().toLowerCase(Locale.ROOT);
    String name = host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
    return name.equals("localhost") || name.endsWith(".localhost");
  }

  private static IllegalArgumentException refused(String fault) {
    return new IllegalArgumentException(fault);
  }
}
