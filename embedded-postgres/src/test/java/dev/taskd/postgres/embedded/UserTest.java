package dev.taskd.postgres.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.security.auth.module.UnixSystem;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Servers of owners who are not root, and of root where there are no user namespaces. Where the
 * build itself is not run by root, all are its own user's.
 */
@Timeout(120)
class UserTest {
  private static final boolean ROOT = new UnixSystem().getUid() == 0;
  private static final List<String> ORDINARY = ROOT ? User.Other.NOBODY.runner() : List.of();

  private static final int ORDINARY_UID =
      ROOT ? User.Other.NOBODY.uid() : (int) new UnixSystem().getUid();

  @TempDir static Path shared = Path.of("");
  private static Path binaries = Path.of("");
  private static String classPath = "";

  @TempDir Path temporary = Path.of("");
  private Path dataDir = Path.of("");

  /** The user nobody can see neither root's repository of jars nor perhaps this folder. */
  @BeforeAll
  static void copyClassPathForEverybody() throws IOException {
    permit(shared, "rwxr-xr-x");
    binaries = shared.resolve("binaries");
    Template.copy(Template.BINARIES, binaries);
    permit(binaries, "rwxr-xr-x");
    List<String> copies = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      Path copy = shared.resolve("" + copies.size());
      Template.copy(Path.of(entry), copy);
      copies.add(copy.toString());
    }
    classPath = String.join(File.pathSeparator, copies);
  }

  private static void permit(Path path, String permissions) throws IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
  }

  @BeforeEach
  void nameDataDir() throws IOException {
    permit(temporary, "rwxrwxrwx");
    dataDir = temporary.toRealPath().resolve("data");
  }

  private OwnerProcess ordinary() throws IOException {
    return OwnerProcess.start(ORDINARY, classPath, Map.of(), dataDir, binaries);
  }

  private OwnerProcess withoutPrograms(String... names) throws IOException {
    Path programs = Files.createDirectories(temporary.resolve("programs"));
    for (String name : names) {
      Path program = programs.resolve(name);
      Files.writeString(program, "#!/bin/sh\necho " + name + " is not permitted here\nexit 1\n");
      permit(program, "rwxr-xr-x");
    }
    String path = programs + File.pathSeparator + System.getenv("PATH");
    return OwnerProcess.start(List.of(), classPath, Map.of("PATH", path), dataDir, binaries);
  }

  private int clusterUid() throws IOException {
    return (int) Files.getAttribute(dataDir.resolve("cluster"), "unix:uid");
  }

  @Test
  void ordinary_user_starts_a_server_from_nothing() throws Exception {
    Files.createDirectory(dataDir);
    permit(dataDir, "rwxrwxrwx");

    try (OwnerProcess owner = ordinary()) {
      assertThat(owner.client().ask("SELECT 1")).containsExactly("1");
    }

    assertThat(clusterUid()).isEqualTo(ORDINARY_UID);
    assertThat(Processes.of(dataDir)).isEmpty();
  }

  @Test
  void killed_ordinary_user_leaves_a_server_that_root_stops_and_goes_on_with() throws Exception {
    new User.Other(ORDINARY_UID, ORDINARY_UID).own(Template.copyTo(dataDir));
    ProcessHandle orphan;
    try (OwnerProcess owner = ordinary()) {
      owner.client().run("CREATE TABLE kept AS SELECT 1 AS n");
      orphan = Processes.server(dataDir);
      Processes.of(dataDir).stream()
          .filter(process -> !process.equals(orphan))
          .forEach(ProcessHandle::destroyForcibly);
      owner.kill();
    }

    try (EmbeddedPostgres next = new EmbeddedPostgres(dataDir, binaries).start()) {
      assertThat(next.recovered()).isTrue();
      assertThat(Client.of(next).ask("SELECT n FROM kept")).containsExactly("1");
    }
    assertThat(clusterUid()).isEqualTo(ORDINARY_UID);
    assertThat(Processes.of(dataDir)).isEmpty();
  }

  @Test
  void root_without_user_namespaces_runs_the_server_as_nobody() throws Exception {
    try (OwnerProcess owner = withoutPrograms("unshare")) {
      assertThat(owner.client().ask("SELECT 1")).containsExactly("1");
      assertThat(clusterUid()).isEqualTo(ORDINARY_UID);
      owner.kill();
    }

    Processes.await(() -> Processes.of(dataDir).isEmpty());
  }

  @Test
  void root_that_loses_its_user_namespaces_gives_the_cluster_to_nobody() throws Exception {
    Template.copyTo(dataDir);
    assertThat(clusterUid()).isEqualTo((int) new UnixSystem().getUid());

    try (OwnerProcess owner = withoutPrograms("unshare")) {
      assertThat(owner.client().ask("SELECT 1")).containsExactly("1");
      assertThat(clusterUid()).isEqualTo(ORDINARY_UID);
    }
  }

  @Test
  void start_that_no_user_can_make_says_what_was_tried_and_what_to_do() throws Exception {
    try (OwnerProcess owner = withoutPrograms("setsid")) {
      assertThat(owner.failure())
          .startsWith("the bundled PostgreSQL does not run here")
          .contains("storage=postgres")
          .contains("postgres.url")
          .contains("setsid is not permitted here");
    }
    assertThat(dataDir.resolve("cluster")).doesNotExist();
  }

  @Test
  void start_in_a_directory_that_cannot_be_written_says_so() throws Exception {
    Files.createDirectory(dataDir);
    permit(dataDir, "r-xr-xr-x");

    try (OwnerProcess owner = ordinary()) {
      assertThat(owner.failure())
          .isEqualTo(
              "PostgreSQL cannot be run in data directory %1$s: permission denied: %1$s/lock"
                  .formatted(dataDir));
    }
  }
}
