package dev.taskd.postgres.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * The databases of one server, in {@code cluster} below the data directory, and the password to
 * them in {@code password} beside it, which its owner alone can read.
 */
record Cluster(Path dataDir) {
  static final String USER = "taskd";

  private static final Duration INIT_LIMIT = Duration.ofMinutes(2);
  private static final String INITIALISING = "cluster.init-";
  private static final String PASSWORD_FOR_INIT = "password.init-";

  Path path() {
    return dataDir.resolve("cluster");
  }

  private Path passwordFile() {
    return dataDir.resolve("password");
  }

  String password() throws IOException {
    if (!Files.exists(passwordFile())) {
      throw new EmbeddedPostgresException(
          "password file " + passwordFile() + " is missing: without it " + path() + " stays shut");
    }
    return Files.readString(passwordFile()).strip();
  }

  /**
   * Makes the cluster if there is none; otherwise makes sure that the installation can serve it.
   */
  void prepare(Installation installation, StopFlag flag) throws IOException, InterruptedException {
    Disk.deleteChildren(dataDir, INITIALISING);
    Disk.deleteChildren(dataDir, PASSWORD_FOR_INIT);
    if (Files.exists(path())) {
      checkVersion(installation.version());
      installation.user().own(path());
    } else {
      initialise(installation, flag);
    }
  }

  private void checkVersion(String bundled) throws IOException {
    String version = Files.readString(path().resolve("PG_VERSION")).strip();
    if (!version.equals(bundled)) {
      throw new EmbeddedPostgresException(
          ("data directory %s was made by PostgreSQL %s, but %s is bundled:"
                  + " dump it with a taskd of that time, or use another data-dir")
              .formatted(dataDir, version, bundled));
    }
  }

  /** A kill at any moment leaves nothing that looks like a cluster but is not one. */
  private void initialise(Installation installation, StopFlag flag)
      throws IOException, InterruptedException {
    String password = newPassword();
    Disk.publish(writePassword(password), passwordFile());
    Path forInit = writePassword(password); // the user that runs initdb may not read the other one
    Path made = Files.createTempDirectory(dataDir, INITIALISING);
    installation.user().own(forInit);
    installation.user().own(made);

    initdb(installation, made, forInit, flag);

    Files.delete(forInit);
    Disk.publish(made, path());
  }

  private static String newPassword() {
    byte[] bytes = new byte[24];
    new SecureRandom().nextBytes(bytes);
    return Base64.getUrlEncoder().encodeToString(bytes);
  }

  private Path writePassword(String password) throws IOException {
    Path file = Files.createTempFile(dataDir, PASSWORD_FOR_INIT, ""); // only the owner can read it
    Files.writeString(file, password + "\n");
    Disk.sync(file);
    return file;
  }

  /**
   * The locale is PostgreSQL's own, so that every platform has it and sorts alike. A build may
   * bundle a server from before 17, which has none: C.
   */
  private static void initdb(Installation installation, Path made, Path password, StopFlag flag)
      throws IOException, InterruptedException {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--pgdata=" + made,
                "--username=" + USER,
                "--pwfile=" + password,
                "--auth=scram-sha-256",
                "--encoding=UTF8",
                "--locale=C",
                "--no-instructions"));
    if (Integer.parseInt(installation.version()) >= 17) {
      arguments.addAll(List.of("--locale-provider=builtin", "--builtin-locale=C.UTF-8"));
    }
    int code = installation.start("initdb", arguments).await(INIT_LIMIT, flag);
    if (code != 0) {
      throw new EmbeddedPostgresException(
          "PostgreSQL's initdb failed for " + made + ":" + Disk.tail(installation.log()));
    }
  }
}
