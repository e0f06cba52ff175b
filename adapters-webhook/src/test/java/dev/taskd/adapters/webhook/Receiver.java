package dev.taskd.adapters.webhook;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ServerSocketFactory;

/** A receiver on a port of this host that does on each connection what a test wants. */
final class Receiver implements AutoCloseable {
  private final ServerSocket server;
  private final Behaviour behaviour;
  private final List<Socket> open = new CopyOnWriteArrayList<>();

  final AtomicInteger connections = new AtomicInteger();
  final AtomicLong sent = new AtomicLong();
  final List<String> requests = new CopyOnWriteArrayList<>();

  Receiver(Behaviour behaviour) throws IOException {
    this(ServerSocketFactory.getDefault(), behaviour);
  }

  Receiver(ServerSocketFactory sockets, Behaviour behaviour) throws IOException {
    this.server = sockets.createServerSocket(0, 100, InetAddress.getLoopbackAddress());
    this.behaviour = behaviour;
    Thread.ofVirtual().start(this::accept);
  }

  /** Reads the request, then writes {@code answer} and hangs up. */
  static Receiver answering(String answer) throws IOException {
    return new Receiver(
        (receiver, socket) -> {
          receiver.read(socket);
          receiver.write(socket, answer);
        });
  }

  static Receiver answering(int status, String... headers) throws IOException {
    String lines = headers.length == 0 ? "" : String.join("\r\n", headers) + "\r\n";
    return answering("HTTP/1.1 " + status + " X\r\n" + lines + "Content-Length: 0\r\n\r\n");
  }

  int port() {
    return server.getLocalPort();
  }

  /** Reads one request, head and body, and keeps it. */
  void read(Socket socket) throws IOException {
    InputStream in = socket.getInputStream();
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    while (!head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
      int next = in.read();
      if (next < 0) {
        throw new IOException("no whole request: " + head);
      }
      head.write(next);
    }
    String text = head.toString(StandardCharsets.ISO_8859_1);
    int length = Integer.parseInt(text.replaceFirst("(?s).*Content-Length: (\\d+).*", "$1"));
    requests.add(text + new String(in.readNBytes(length), StandardCharsets.UTF_8));
  }

  void write(Socket socket, String text) throws IOException {
    write(socket, text.getBytes(StandardCharsets.ISO_8859_1));
  }

  void write(Socket socket, byte[] bytes) throws IOException {
    OutputStream out = socket.getOutputStream();
    out.write(bytes);
    out.flush();
    sent.addAndGet(bytes.length);
  }

  /** Reads the request and answers that all is well. */
  void answer(Socket socket) throws IOException {
    read(socket);
    write(socket, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
  }

  /** Waits until the sender hangs up. */
  void awaitEnd(Socket socket) {
    try {
      socket.getInputStream().transferTo(OutputStream.nullOutputStream());
    } catch (IOException cut) {
      // an end, too
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
    for (Socket socket : open) {
      socket.close();
    }
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket socket = server.accept();
        open.add(socket);
        connections.incrementAndGet();
        Thread.ofVirtual().start(() -> serve(socket));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      behaviour.serve(this, socket);
    } catch (IOException cut) {
      // the sender hung up
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }

  /** What happens on one connection. */
  interface Behaviour {
    void serve(Receiver receiver, Socket socket) throws IOException, InterruptedException;
  }
}
