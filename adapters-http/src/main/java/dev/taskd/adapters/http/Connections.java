package dev.taskd.adapters.http;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.eclipse.jetty.util.component.Graceful;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * The connections of a server. Closes those whose client sends the header of a request too slowly,
 * and at a shutdown all that no request is in hand on. Thread-safe.
 *
 * <p>Jetty's idle timeout begins anew with each byte, so it bears with a client that sends one byte
 * a second for ever.
 */
final class Connections extends AbstractLifeCycle implements Connection.Listener, Graceful {
  private static final long TURN_MILLIS = 250;

  private final Map<Connection, Quiet> open = new ConcurrentHashMap<>();
  private final Scheduler scheduler;
  private final Duration longestHeader;
  private volatile boolean shutdown;

  Connections(Scheduler scheduler, Duration longestHeader) {
    this.scheduler = scheduler;
    this.longestHeader = longestHeader;
  }

  /**
   * A connection that no request is in hand on.
   *
   * @param bytes how many it had received in all when it became quiet
   * @param sinceNanos when more than that was first seen; zero if it was not
   */
  private record Quiet(long requests, long bytes, long sinceNanos) {
    static final Quiet NOT = new Quiet(-1, 0, 0);

    Quiet next(Connection connection) {
      long requestsNow = connection.getMessagesIn();
      if (requestsNow > connection.getMessagesOut()) {
        return NOT;
      }
      if (requestsNow != requests) {
        return new Quiet(requestsNow, connection.getBytesIn(), 0);
      }
      return sinceNanos == 0 && connection.getBytesIn() > bytes
          ? new Quiet(requests, bytes, System.nanoTime())
          : this;
    }

    boolean isHeaderFor(Duration longest) {
      return sinceNanos != 0 && System.nanoTime() - sinceNanos > longest.toNanos();
    }
  }

  @Override
  public void onOpened(Connection connection) {
    open.put(connection, new Quiet(0, 0, 0));
  }

  @Override
  public void onClosed(Connection connection) {
    open.remove(connection);
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
    for (Connection connection : open.keySet()) {
      Quiet quiet = open.computeIfPresent(connection, (each, before) -> before.next(each));
      if (quiet != null && (quiet.isHeaderFor(longestHeader) || shutdown && quiet != Quiet.NOT)) {
        connection.getEndPoint().close();
      }
    }
  }
}
