package dev.taskd.adapters.http;

import java.time.Duration;
import java.util.List;

/**
 * What the server listens on, whom it lets in, and how long it bears with them.
 *
 * @param host the name or address to listen on. Default 127.0.0.1
 * @param port 0 for any free one. Default 8080
 * @param maxBodyBytes a longer request body is refused. Default 1 MiB
 * @param tokens bearer tokens, one of which each request must carry; without any, nobody is asked
 *     for one
 * @param allowedHosts names, with or without a port, that a request may give as its Host besides
 *     those of this machine
 */
public record HttpSettings(
    String host,
    int port,
    int maxBodyBytes,
    List<String> tokens,
    List<String> allowedHosts,
    Patience patience) {
  public static final HttpSettings DEFAULT =
      new HttpSettings("127.0.0.1", 8080, 1 << 20, List.of(), List.of());

  public HttpSettings {
    if (port < 0 || port > 65_535) {
      throw new IllegalArgumentException("port is not 0 to 65535: " + port);
    }
    if (maxBodyBytes < 1) {
      throw new IllegalArgumentException("maxBodyBytes is below 1: " + maxBodyBytes);
    }
    if (tokens.stream().anyMatch(String::isBlank)) {
      throw new IllegalArgumentException("a token is blank");
    }
    tokens = List.copyOf(tokens);
    allowedHosts = List.copyOf(allowedHosts);
  }

  /** Settings with {@link Patience#DEFAULT}. */
  public HttpSettings(
      String host, int port, int maxBodyBytes, List<String> tokens, List<String> allowedHosts) {
    this(host, port, maxBodyBytes, tokens, allowedHosts, Patience.DEFAULT);
  }

  /**
   * How long a client may take, and how many may be there at once.
   *
   * @param header for sending the header of a request, from its first byte. Default 10 s
   * @param body for sending the body of a request. Default 30 s
   * @param idle for sending or taking nothing at all. Default 30 s
   * @param connections beyond so many, new ones wait to be accepted. Default 4000
   */
  public record Patience(Duration header, Duration body, Duration idle, int connections) {
    public static final Patience DEFAULT =
        new Patience(Duration.ofSeconds(10), Duration.ofSeconds(30), Duration.ofSeconds(30), 4_000);
  }

  /** The same settings with another port. */
  public HttpSettings withPort(int port) {
    return new HttpSettings(host, port, maxBodyBytes, tokens, allowedHosts, patience);
  }

  @Override
  public String toString() {
    return "HttpSettings[host=%s, port=%d, maxBodyBytes=%d, tokens=%d hidden, allowedHosts=%s, %s]"
        .formatted(host, port, maxBodyBytes, tokens.size(), allowedHosts, patience);
  }
}
