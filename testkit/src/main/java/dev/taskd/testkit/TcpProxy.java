package dev.taskd.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A way to a server that can be disturbed, on a port of this machine. Thread-safe.
 *
 * <p>A connection of which a byte was swallowed passes nothing on any more, whatever comes later,
 * and not its end either: each end's peer has vanished without a word.
 */
public final class TcpProxy implements AutoCloseable {
  private final ServerSocket door;
  private final Set<Link> links = ConcurrentHashMap.newKeySet();
  private final AtomicInteger accepted = new AtomicInteger();
  private final String host;
  private volatile int target;
  private volatile Mode mode = Mode.PASS;
  private volatile Duration delay = Duration.ZERO;
  private volatile byte[] answer = {};

  private enum Mode {
    PASS,
    REFUSE,
    SILENT,
    MUTE,
    ANSWER
  }

  /** Begins to listen, and leads to a server. */
  public TcpProxy(String host, int target) {
    this.host = host;
    this.target = target;
    try {
      door = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Thread.ofPlatform().daemon().name("proxy").start(this::accept);
  }

  public int port() {
    return door.getLocalPort();
  }

  /** How many connections were made to it so far. */
  public int accepted() {
    return accepted.get();
  }

  /** New connections lead to another port. */
  public void leadTo(int port) {
    target = port;
  }

  /** Passes everything on again, on new connections. */
  public void pass() {
    mode = Mode.PASS;
  }

  /** Ends all connections, and each new one at once. */
  public void refuse() {
    mode = Mode.REFUSE;
    cut();
  }

  /** Takes connections and bytes, and passes nothing on, either way. */
  public void silence() {
    mode = Mode.SILENT;
  }

  /** The server hears everything, and nothing of what it answers arrives. */
  public void mute() {
    mode = Mode.MUTE;
  }

  /** Gives each new connection these bytes in place of the server's, and ends it. */
  public void answer(byte[] bytes) {
    answer = bytes.clone();
    mode = Mode.ANSWER;
  }

  /** Holds each piece back for so long, either way. */
  public void delay(Duration longer) {
    delay = longer;
  }

  /** Ends all connections that there are. */
  public void cut() {
    links.forEach(Link::close);
  }

  @Override
  public void close() {
    closeQuietly(door);
    cut();
  }

  private void accept() {
    while (!door.isClosed()) {
      try {
        Socket client = door.accept();
        accepted.incrementAndGet();
        Thread.ofVirtual().start(new Link(client)::serve);
      } catch (IOException e) {
        if (!door.isClosed()) {
          throw new UncheckedIOException(e);
        }
      }
    }
  }

  private static void closeQuietly(@Nullable AutoCloseable closed) {
    try {
      if (closed != null) {
        closed.close();
      }
    } catch (Exception e) {
      // It is gone, which is all that is wanted.
    }
  }

  /** One connection, both ends. */
  private final class Link {
    private final Socket client;
    private volatile @Nullable Socket server;
    private volatile boolean spoilt;

    Link(Socket client) {
      this.client = client;
    }

    void serve() {
      links.add(this);
      try {
        switch (mode) {
          case REFUSE -> client.setSoLinger(true, 0);
          case SILENT -> pump(client.getInputStream(), OutputStream.nullOutputStream(), false);
          case ANSWER -> giveAnswer();
          case PASS, MUTE -> connect();
        }
      } catch (IOException | InterruptedException e) {
        // One end is gone: so is the other.
      } finally {
        end();
      }
    }

    /** One end is gone, of which the other hears unless the way is broken. */
    private void end() {
      if (!spoilt) {
        close();
        links.remove(this);
      }
    }

    private void giveAnswer() throws IOException {
      if (client.getInputStream().read() >= 0) {
        client.getOutputStream().write(answer);
        client.shutdownOutput();
        client.getInputStream().skipNBytes(client.getInputStream().available());
      }
    }

    private void connect() throws IOException, InterruptedException {
      Socket there = new Socket(host, target);
      server = there;
      Thread.ofVirtual().start(() -> answers(there));
      pump(client.getInputStream(), there.getOutputStream(), false);
    }

    private void answers(Socket there) {
      try {
        pump(there.getInputStream(), client.getOutputStream(), true);
      } catch (IOException | InterruptedException e) {
        // Likewise.
      } finally {
        end();
      }
    }

    private void pump(InputStream from, OutputStream to, boolean toClient)
        throws IOException, InterruptedException {
      byte[] piece = new byte[16_384];
      for (int n = from.read(piece); n >= 0; n = from.read(piece)) {
        Thread.sleep(delay);
        if (mode == Mode.SILENT || (mode == Mode.MUTE && toClient)) {
          spoilt = true;
        }
        if (!spoilt) {
          to.write(piece, 0, n);
        }
      }
    }

    void close() {
      closeQuietly(client);
      closeQuietly(server);
    }
  }
}
