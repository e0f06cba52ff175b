package dev.taskd.adapters.postgres;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.postgresql.ds.PGSimpleDataSource;

/** A PgBouncer of this machine's own, in transaction mode, with two connections to the server. */
record PgBouncer(Process process, int port, Path directory) implements AutoCloseable {
  static PgBouncer start(PostgresSettings server) throws IOException {
    PGSimpleDataSource direct = new PGSimpleDataSource();
    direct.setURL(server.url());
    Path directory = Files.createTempDirectory("pgbouncer-");
    int port = freePort();
    Path file = directory.resolve("pgbouncer.ini");
    Files.writeString(
        file,
        """
        [databases]
        * = host=%s port=%d user=%s password='%s'
        [pgbouncer]
        listen_addr = 127.0.0.1
        listen_port = %d
        unix_socket_dir =
        auth_type = any
        pool_mode = transaction
        default_pool_size = 2
        ignore_startup_parameters = extra_float_digits, options
        logfile = %s
        """
            .formatted(
                direct.getServerNames()[0],
                direct.getPortNumbers()[0],
                server.user(),
                server.password(),
                port,
                directory.resolve("log")));
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxrwxrwx"));
    List<String> command = new ArrayList<>(List.of("pgbouncer", file.toString()));
    if (System.getProperty("user.name").equals("root")) {
      command.addAll(1, List.of("-u", "nobody"));
    }
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    Soon.holds(Duration.ofSeconds(20), () -> listens(port));
    return new PgBouncer(process, port, directory);
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static boolean listens(int port) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException notYet) {
      return false;
    }
  }

  @Override
  public void close() throws IOException {
    process.destroy();
    try (var files = Files.list(directory)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(directory);
  }
}
