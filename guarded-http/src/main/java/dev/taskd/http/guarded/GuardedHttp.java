package dev.taskd.http.guarded;

import dev.taskd.domain.text.DurationText;
import dev.taskd.domain.text.SafeText;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Function;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.MessageConstraintException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.io.DefaultBHttpClientConnection;

/**
 * Makes calls over HTTP/1.1, each on a connection of its own that this thread opens, uses and
 * closes. Thread-safe; it holds nothing between calls.
 *
 * <p>The name of the host is resolved once for a call, every address that comes back is judged, and
 * one of these very addresses is connected to. No proxy, redirect, cookie, retry or content
 * encoding takes part. The looking-up of a name is the one wait that the JDK lets nobody limit; its
 * time counts. Source: ADR 10.
 */
public final class GuardedHttp {
  /** How long one address may take to accept a connection. */
  public static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

  private static final Http1Config LIMITS =
      Http1Config.custom().setMaxHeaderCount(100).setMaxLineLength(8 * 1024).build();

  private final Guard guard;
  private final InstantSource clock;
  private final Function<String, List<InetAddress>> resolver;
  private final SSLContext tls;

  /**
   * Trusts the certificates that the JDK trusts.
   *
   * @param clock what a date in {@code Retry-After} is compared with
   */
  public GuardedHttp(Guard guard, InstantSource clock) {
    this(guard, clock, GuardedHttp::resolve, jdkTls());
  }

  /**
   * @param resolver answers a host that it does not find with an empty list
   */
  public GuardedHttp(
      Guard guard,
      InstantSource clock,
      Function<String, List<InetAddress>> resolver,
      SSLContext tls) {
    this.guard = guard;
    this.clock = clock;
    this.resolver = resolver;
    this.tls = tls;
  }

  /** Makes one call; never throws for its failure. */
  public Reply exchange(Request request) throws InterruptedException {
    Deadline deadline = Deadline.in(request.timeout());
    try {
      HttpTarget.parse(request.target().toString(), guard);
    } catch (IllegalArgumentException refused) {
      return new Reply.Forbidden(SafeText.of("the URL " + refused.getMessage()));
    }
    String host = HttpTarget.host(request.target());
    List<InetAddress> addresses = addresses(request.target());
    if (addresses.isEmpty()) {
      return new Reply.Unreached(SafeText.of("host " + host + " was not found"));
    }
    if (addresses.stream().anyMatch(guard::forbids)) {
      return new Reply.Forbidden(
          SafeText.of(
              "host %s has an address in a private range, which may not be called unless %s is set"
                  .formatted(host, guard.liftedBy())));
    }
    return exchange(request, host, addresses, deadline);
  }

  private List<InetAddress> addresses(URI target) {
    InetAddress literal = HttpTarget.literalAddress(target);
    return literal == null ? resolver.apply(target.getHost()) : List.of(literal);
  }

  private Reply exchange(
      Request request, String host, List<InetAddress> addresses, Deadline deadline)
      throws InterruptedException {
    int port = HttpTarget.port(request.target());
    try (DeadlineSocket socket = connect(addresses, port, deadline)) {
      var http = new DefaultBHttpClientConnection(LIMITS);
      if (HttpTarget.isHttps(request.target())) {
        http.bind(secured(socket, host, port), socket);
      } else {
        http.bind(socket);
      }
      return new Exchange(http, request).run(clock);
    } catch (IOException | HttpException failure) {
      if (Thread.interrupted()) {
        throw new InterruptedException("interrupted while calling " + host);
      }
      String fault =
          deadline.isOver()
              ? "took longer than " + DurationText.of(request.timeout())
              : inOurWords(failure);
      return new Reply.Unreached(SafeText.of("host " + host + " " + fault));
    }
  }

  private static DeadlineSocket connect(List<InetAddress> addresses, int port, Deadline deadline)
      throws IOException {
    ConnectException none = new ConnectException("no address accepted a connection");
    for (InetAddress address : addresses) {
      try {
        return DeadlineSocket.connect(
            new InetSocketAddress(address, port), deadline.orIn(CONNECT_TIMEOUT), deadline);
      } catch (IOException next) {
        none.addSuppressed(next);
      }
    }
    throw none;
  }

  private SSLSocket secured(DeadlineSocket socket, String host, int port) throws IOException {
    var secured = (SSLSocket) tls.getSocketFactory().createSocket(socket, host, port, false);
    SSLParameters parameters = secured.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    secured.setSSLParameters(parameters);
    secured.startHandshake();
    return secured;
  }

  /** Never the failure's own text: it may repeat the URL. */
  private static String inOurWords(Exception failure) {
    if (failure instanceof ConnectException) {
      return "accepted no connection";
    }
    if (failure instanceof SSLException) {
      return hasCause(failure, GeneralSecurityException.class)
          ? "has a certificate that is not trusted or not for this host"
          : "does not speak TLS as it should";
    }
    if (failure instanceof HttpException || failure instanceof MessageConstraintException) {
      return "gave an answer that is not HTTP";
    }
    return "cut the connection before it had answered";
  }

  private static boolean hasCause(Throwable failure, Class<? extends Throwable> sort) {
    for (Throwable cause = failure.getCause(); cause != null; cause = cause.getCause()) {
      if (sort.isInstance(cause)) {
        return true;
      }
    }
    return false;
  }

  private static List<InetAddress> resolve(String host) {
    try {
      return List.of(InetAddress.getAllByName(host));
    } catch (UnknownHostException unknown) {
      return List.of();
    }
  }

  private static SSLContext jdkTls() {
    try {
      return SSLContext.getDefault();
    } catch (GeneralSecurityException broken) {
      throw new IllegalStateException("the JDK's trusted certificates cannot be read", broken);
    }
  }
}
