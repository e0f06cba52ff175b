package dev.taskd.http.guarded;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

/**
 * A TCP connection in which every wait, to connect, to read and to write alike, ends at one
 * deadline, and at once when the thread is interrupted.
 *
 * <p>The JDK's own sockets limit one read, never a write, and ignore an interrupt. One thread at a
 * time.
 */
final class DeadlineSocket extends Socket {
  /** The JDK copies what is written into memory of the same size, and keeps that for the thread. */
  private static final int LARGEST_WRITE = 64 * 1024;

  private final SocketChannel channel;
  private final Selector selector;
  private final SelectionKey key;
  private Deadline deadline;

  private DeadlineSocket(SocketChannel channel, Selector selector, Deadline deadline)
      throws IOException {
    this.channel = channel;
    this.selector = selector;
    this.deadline = deadline;
    channel.configureBlocking(false);
    channel.socket().setTcpNoDelay(true);
    key = channel.register(selector, 0);
  }

  /**
   * Connects by {@code connected}, and from then on has time until {@code over}.
   *
   * @throws SocketTimeoutException if the time is up
   * @throws InterruptedIOException if the thread is interrupted, which it stays
   */
  static DeadlineSocket connect(InetSocketAddress address, Deadline connected, Deadline over)
      throws IOException {
    DeadlineSocket socket = open(connected);
    try {
      if (!socket.channel.connect(address)) {
        do {
          socket.await(SelectionKey.OP_CONNECT);
        } while (!socket.channel.finishConnect());
      }
      socket.deadline = over;
      return socket;
    } catch (IOException | RuntimeException failure) {
      socket.close();
      throw failure;
    }
  }

  private static DeadlineSocket open(Deadline deadline) throws IOException {
    Selector selector = Selector.open();
    try {
      SocketChannel channel = SocketChannel.open();
      try {
        return new DeadlineSocket(channel, selector, deadline);
      } catch (IOException failure) {
        channel.close();
        throw failure;
      }
    } catch (IOException failure) {
      selector.close();
      throw failure;
    }
  }

  /** Waits until the channel may be ready for {@code operation}. */
  private void await(int operation) throws IOException {
    long millis = deadline.remaining().toMillis();
    key.interestOps(operation);
    if (millis > 0) {
      selector.select(millis);
      selector.selectedKeys().clear();
    }
    check();
  }

  private void check() throws IOException {
    if (Thread.currentThread().isInterrupted()) {
      throw new InterruptedIOException("interrupted");
    }
    if (deadline.isOver()) {
      throw new SocketTimeoutException("out of time");
    }
  }

  private int read(ByteBuffer into) throws IOException {
    check();
    int read;
    while ((read = channel.read(into)) == 0 && into.hasRemaining()) {
      await(SelectionKey.OP_READ);
    }
    return read;
  }

  private void write(ByteBuffer bytes) throws IOException {
    int end = bytes.limit();
    while (bytes.position() < end) {
      check();
      bytes.limit(Math.min(end, bytes.position() + LARGEST_WRITE));
      if (channel.write(bytes) == 0) {
        await(SelectionKey.OP_WRITE);
      }
    }
  }

  @Override
  public InputStream getInputStream() {
    return new InputStream() {
      @Override
      public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
      }

      @Override
      public int read(byte[] into, int offset, int length) throws IOException {
        return DeadlineSocket.this.read(ByteBuffer.wrap(into, offset, length));
      }
    };
  }

  @Override
  public OutputStream getOutputStream() {
    return new OutputStream() {
      @Override
      public void write(int one) throws IOException {
        write(new byte[] {(byte) one}, 0, 1);
      }

      @Override
      public void write(byte[] from, int offset, int length) throws IOException {
        DeadlineSocket.this.write(ByteBuffer.wrap(from, offset, length));
      }
    };
  }

  /** Ends the connection now; what the other side still sends is not waited for. */
  @Override
  public void close() throws IOException {
    try (selector) {
      channel.close();
    }
  }

  @Override
  public boolean isConnected() {
    return channel.isConnected();
  }

  @Override
  public boolean isBound() {
    return channel.isConnected();
  }

  @Override
  public boolean isClosed() {
    return !channel.isOpen();
  }

  @Override
  public InetAddress getInetAddress() {
    return channel.socket().getInetAddress();
  }

  @Override
  public int getPort() {
    return channel.socket().getPort();
  }

  @Override
  public InetAddress getLocalAddress() {
    return channel.socket().getLocalAddress();
  }

  @Override
  public int getLocalPort() {
    return channel.socket().getLocalPort();
  }

  @Override
  public void shutdownInput() throws IOException {
    channel.shutdownInput();
  }

  @Override
  public void shutdownOutput() throws IOException {
    channel.shutdownOutput();
  }
}
