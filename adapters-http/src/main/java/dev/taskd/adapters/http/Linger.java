package dev.taskd.adapters.http;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpHeaderValue;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.component.Graceful;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * Once a request is answered, reads on past what is left of its body, for a while and up to a size.
 *
 * <p>A connection that is closed with bytes unread is reset, and a client that still sends loses
 * the answer with it. Jetty reads on only as long as it need not wait. Source: RFC 9112, section
 * 9.6. A stop ends it at once: the time is needed for what is not answered yet.
 */
final class Linger extends Handler.Wrapper implements Graceful {
  private static final Duration LONGEST = Duration.ofSeconds(5);
  private static final int MOST_BYTES = 16 << 20;

  private final Duration longest;
  private final Set<Rest> waiting = ConcurrentHashMap.newKeySet();
  private volatile boolean isShutdown;

  /**
   * @param body how long a body may take, which lingering never exceeds
   */
  Linger(Duration body) {
    longest = body.compareTo(LONGEST) < 0 ? body : LONGEST;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    return super.handle(new Unread(request), response, new Rest(request, callback));
  }

  @Override
  public CompletableFuture<Void> shutdown() {
    isShutdown = true;
    waiting.forEach(Rest::end);
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public boolean isShutdown() {
    return isShutdown;
  }

  /** Whether the client sends nothing before it is told to go on, and so will never send it. */
  private static boolean isAwaiting(Request request) {
    return request.getHeaders().contains(HttpHeader.EXPECT, HttpHeaderValue.CONTINUE.asString())
        && Request.getContentBytesRead(request) == 0;
  }

  /** A request whose body is left for {@link Rest} when it is answered. */
  private static final class Unread extends Request.Wrapper {
    Unread(Request request) {
      super(request);
    }

    @Override
    public boolean consumeAvailable() {
      return !isAwaiting(getWrapped()) || super.consumeAvailable();
    }
  }

  /**
   * What is left of one body. Thread-safe: bytes, the end of patience and a stop may come at once.
   */
  private final class Rest extends Callback.Nested {
    private final Request request;
    private Scheduler.@Nullable Task patience;
    private boolean over;
    private long passed;

    Rest(Request request, Callback callback) {
      super(callback);
      this.request = request;
    }

    /** The answer is sent. */
    @Override
    public void succeeded() {
      pass();
    }

    private void pass() {
      if (isPassed()) {
        end();
        return;
      }
      demandMore();
      if (isShutdown) {
        end();
      }
    }

    private synchronized boolean isPassed() {
      while (!over) {
        Content.Chunk chunk = request.read();
        if (chunk == null) {
          return isAwaiting(request);
        }
        if (isEnough(chunk)) {
          return true;
        }
      }
      return true;
    }

    private synchronized void demandMore() {
      if (over) {
        return;
      }
      if (patience == null) {
        waiting.add(this);
        Scheduler scheduler = request.getComponents().getScheduler();
        patience = scheduler.schedule(this::end, longest.toMillis(), TimeUnit.MILLISECONDS);
      }
      request.demand(this::pass);
    }

    private boolean isEnough(Content.Chunk chunk) {
      passed += chunk.remaining();
      boolean isLast = Content.Chunk.isFailure(chunk) || chunk.isLast();
      chunk.release();
      return isLast || passed > MOST_BYTES;
    }

    private void end() {
      if (isFirstEnd()) {
        waiting.remove(this);
        super.succeeded();
      }
    }

    private synchronized boolean isFirstEnd() {
      boolean isFirst = !over;
      over = true;
      if (patience != null) {
        patience.cancel();
      }
      return isFirst;
    }
  }
}
