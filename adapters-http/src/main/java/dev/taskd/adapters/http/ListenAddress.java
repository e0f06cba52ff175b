package dev.taskd.adapters.http;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.UnresolvedAddressException;

/**
 * Where the server listens.
 *
 * @param port 0 for any free one
 */
public record ListenAddress(String host, int port) {
  /**
   * Listens for a moment, so that what is in the way is known before anything else is begun.
   *
   * @throws CannotListenException if the address cannot be had
   */
  public void probe() {
    try {
      listen(port);
    } catch (IOException | UnresolvedAddressException e) {
      throw new CannotListenException(this, e);
    }
  }

  /** Whether the host could be listened on at another port. */
  boolean isOfThisMachine() {
    try {
      listen(0);
      return true;
    } catch (IOException | UnresolvedAddressException e) {
      return false;
    }
  }

  private void listen(int port) throws IOException {
    try (ServerSocketChannel channel = ServerSocketChannel.open()) {
      channel.bind(new InetSocketAddress(host, port));
    }
  }

  @Override
  public String toString() {
    return host + ":" + port;
  }
}
