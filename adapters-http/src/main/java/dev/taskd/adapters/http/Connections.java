package dev.taskd.adapters.http;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.eclipse.jetty.util.component.Graceful;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * The connections of a server. Closes those whose client sends the header of a request too slowly,
 * and at a shutdown all that no request is in hand on. Thread-safe.
 *
 * <p>Jetty's idle timeout begins anew with each byte, so it bears for ever with a client that sends
 * one byte a second.
 */
final class Connections extends AbstractLifeCycle
    implements Connection.Listener, HttpConfiguration.Customizer, Graceful {
  private static final long TURN_MILLIS = 250;

  private final Map<Connection, Line> open = new ConcurrentHashMap<>();
  private final Scheduler scheduler;
  private final Duration longestHeader;
  private volatile boolean shutdown;

  Connections(Scheduler scheduler, Duration longestHeader) {
    this.scheduler = scheduler;
    this.longestHeader = longestHeader;
  }

  /** What is known of one connection. Thread-safe. */
  private static final class Line {
    private final Connection connection;
    private boolean busy;
    private long bytesBefore;
    private long headerSinceNanos;

    Line(Connection connection) {
      this.connection = connection;
    }

    synchronized void begin() {
      busy = true;
    }

    synchronized void end() {
      busy = false;
      bytesBefore = connection.getBytesIn();
      headerSinceNanos = 0;
    }

    synchronized boolean isBusy() {
      return busy;
    }

    /** Whether bytes have come for longer than {@code longest} without making a request. */
    synchronized boolean isTooSlow(Duration longest) {
      if (busy || connection.getBytesIn() == bytesBefore) {
        return false;
      }
      if (headerSinceNanos == 0) {
        headerSinceNanos = System.nanoTime();
      }
      return System.nanoTime() - headerSinceNanos > longest.toNanos();
    }
  }

  @Override
  public void onOpened(Connection connection) {
    open.put(connection, new Line(connection));
  }

  @Override
  public void onClosed(Connection connection) {
    open.remove(connection);
  }

  /** Sees each request whose header is complete. */
  @Override
  public Request customize(Request request, HttpFields.Mutable responseHeaders) {
    closeIfMeantForTunnel(request, responseHeaders);
    Line line = open.get(request.getConnectionMetaData().getConnection());
    if (line != null) {
      line.begin();
      Request.addCompletionListener(request, failure -> line.end());
    }
    return request;
  }

  /** Jetty keeps the connection of every CONNECT for the tunnel, which there never is. */
  static void closeIfMeantForTunnel(Request request, HttpFields.Mutable responseHeaders) {
    if (HttpMethod.CONNECT.is(request.getMethod())) {
      responseHeaders.put(HttpFields.CONNECTION_CLOSE);
    }
  }

  @Override
  public CompletableFuture<Void> shutdown() {
    shutdown = true;
    sweep();
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public boolean isShutdown() {
    return shutdown;
  }

  @Override
  protected void doStart() {
    turn();
  }

  private void turn() {
    if (isStarting() || isStarted()) {
      scheduler.schedule(this::turn, TURN_MILLIS, TimeUnit.MILLISECONDS);
      sweep();
    }
  }

  private void sweep() {
    open.forEach(
        (connection, line) -> {
          if (line.isTooSlow(longestHeader) || (shutdown && !line.isBusy())) {
            connection.getEndPoint().close();
          }
        });
  }
}
