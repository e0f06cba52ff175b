package dev.taskd.bootstrap;

import java.io.Closeable;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * The address of a PostgreSQL that is not there yet: connections are refused; from {@link
 * #starting} on it answers that it is starting, and from {@link #ready} on it is there.
 */
final class LateServer implements AutoCloseable {
  private static final int SSL_REQUEST = 80_877_103;

  /** Source: PostgreSQL manual, Message Formats, ErrorResponse. */
  private static final byte[] STARTING =
      "SFATAL\0VFATAL\0C57P03\0Mthe database system is starting up\0\0"
          .getBytes(StandardCharsets.US_ASCII);

  private final int port;
  private final int realPort;
  private volatile boolean ready;
  private volatile ServerSocket door;

  LateServer(int realPort) throws IOException {
    this.realPort = realPort;
    this.door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    this.port = door.getLocalPort();
    door.close();
  }

  int port() {
    return port;
  }

  void starting() throws IOException {
    door = new ServerSocket(port, 50, InetAddress.getLoopbackAddress());
    run(this::accept);
  }

  void ready() {
    ready = true;
  }

  private void accept() throws IOException {
    while (true) {
      Socket client = door.accept();
      run(() -> serve(client));
    }
  }

  private void serve(Socket client) throws IOException {
    if (!ready) {
      refuse(client);
      return;
    }
    Socket server = new Socket(InetAddress.getLoopbackAddress(), realPort);
    run(() -> copy(client, server));
    copy(server, client);
  }

  private static void refuse(Socket client) throws IOException {
    try (client) {
      var in = new DataInputStream(client.getInputStream());
      OutputStream out = client.getOutputStream();
      while (isSslRequest(in)) {
        out.write('N');
      }
      out.write('E');
      out.write(new byte[] {0, 0, 0, (byte) (STARTING.length + Integer.BYTES)});
      out.write(STARTING);
    }
  }

  private static boolean isSslRequest(DataInputStream in) throws IOException {
    int length = in.readInt();
    int code = in.readInt();
    in.readNBytes(length - 2 * Integer.BYTES);
    return code == SSL_REQUEST;
  }

  private static void copy(Socket from, Socket to) throws IOException {
    try (from;
        to) {
      from.getInputStream().transferTo(to.getOutputStream());
    }
  }

  private interface Work {
    void run() throws IOException;
  }

  /** Its end is that of its sockets. */
  private static void run(Work work) {
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                work.run();
              } catch (IOException closed) {
                // The other side is gone, or the test is over.
              }
            });
  }

  @Override
  public void close() throws IOException {
    Closeable open = door;
    open.close();
  }
}
