package dev.taskd.adapters.http;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpHeaderValue;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Once a request is answered, reads on past what is left of its body, for a while and up to a size.
 *
 * <p>A connection that is closed with bytes unread is reset, and a client that still sends loses
 * the answer with it. Jetty reads on only as long as it need not wait. Source: RFC 9112, section
 * 9.6.
 */
final class Linger extends Handler.Wrapper {
  private static final Duration LONGEST = Duration.ofSeconds(5);
  private static final int MOST_BYTES = 16 << 20;

  private final Duration longest;

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

  /** What is left of one body. Thread-safe: bytes and the end of patience may come at once. */
  private final class Rest extends Callback.Nested {
    private final Request request;
    private boolean waits;
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

    private synchronized void pass() {
      while (!over) {
        Content.Chunk chunk = request.read();
        if (chunk == null && !isAwaiting(request)) {
          await();
          return;
        }
        if (chunk == null || isEnough(chunk)) {
          end();
        }
      }
    }

    private void await() {
      if (!waits) {
        waits = true;
        request
            .getComponents()
            .getScheduler()
            .schedule(this::end, longest.toMillis(), TimeUnit.MILLISECONDS);
      }
      request.demand(this::pass);
    }

    private boolean isEnough(Content.Chunk chunk) {
      passed += chunk.remaining();
      boolean isLast = Content.Chunk.isFailure(chunk) || chunk.isLast();
      chunk.release();
      return isLast || passed > MOST_BYTES;
    }

    private synchronized void end() {
      if (!over) {
        over = true;
        super.succeeded();
      }
    }
  }
}
