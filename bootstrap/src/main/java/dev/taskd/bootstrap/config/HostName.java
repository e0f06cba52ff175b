package dev.taskd.bootstrap.config;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.regex.Pattern;

/** The spelling of hosts. Nothing is looked up. */
final class HostName {
  private static final String OCTET = "(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])";
  private static final Pattern IPV4 = Pattern.compile(OCTET + "(\\." + OCTET + "){3}");
  private static final String LABEL = "[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?";
  private static final Pattern NAME = Pattern.compile(LABEL + "(\\." + LABEL + ")*");
  private static final Pattern LOOKS_NUMERIC = Pattern.compile("(.*\\.)?(0[xX].*|[0-9]+)");

  private HostName() {}

  /** The host itself, an IPv6 address without its brackets. */
  static String check(String text) {
    if (text.contains("/") || text.equals("*")) {
      throw new IllegalArgumentException("is not a host: write a name or an address alone");
    }
    if (text.contains(":")) {
      return ipv6(text);
    }
    if (!IPV4.matcher(text).matches()) {
      Format.demand(NAME.matcher(text).matches() && text.length() <= 253, "is not a host name");
      Format.demand(
          !LOOKS_NUMERIC.matcher(text).matches(),
          "is not an address: write an IPv4 address as four numbers, such as 127.0.0.1");
    }
    return text;
  }

  /** Whether {@code host} can only be reached from this machine, judged by how it is written. */
  static boolean isLoopback(String host) {
    if (host.contains(":")) {
      return literal(host).isLoopbackAddress();
    }
    return host.equalsIgnoreCase("localhost")
        || (host.startsWith("127.") && IPV4.matcher(host).matches());
  }

  private static String ipv6(String text) {
    boolean bracketed = text.startsWith("[") && text.endsWith("]");
    String address = bracketed ? text.substring(1, text.length() - 1) : text;
    literal(address);
    return address;
  }

  private static InetAddress literal(String ipv6) {
    try {
      // The brackets keep it from being looked up as a name.
      return InetAddress.getByName("[" + ipv6 + "]");
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException("is not a host, or has a port: write the host alone", e);
    }
  }
}
