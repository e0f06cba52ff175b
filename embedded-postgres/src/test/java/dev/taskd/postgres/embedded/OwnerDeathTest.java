package dev.taskd.postgres.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is left of a server when the process that owns it ends, in whatever way. */
@Timeout(120)
class OwnerDeathTest {
  @TempDir Path temporary = Path.of("");
  private Path dataDir = Path.of("");

  @BeforeAll
  static void makeTemplate() {
    Template.make();
  }

  @BeforeEach
  void nameDataDir() throws Exception {
    dataDir = temporary.toRealPath().resolve("data");
  }

  private OwnerProcess owner(String... more) throws Exception {
    return OwnerProcess.start(dataDir, Template.BINARIES, more);
  }

  private void assertNextStart(boolean recovers) throws Exception {
    try (EmbeddedPostgres next = new EmbeddedPostgres(dataDir, Template.BINARIES).start()) {
      assertThat(next.recovered()).isEqualTo(recovers);
      assertThat(Client.of(next).ask("SELECT n FROM kept")).containsExactly("1");
    }
    assertThat(Processes.of(dataDir)).isEmpty();
  }

  @Test
  void clean_end_leaves_nothing_to_recover() throws Exception {
    Template.copyTo(dataDir);
    try (OwnerProcess owner = owner()) {
      owner.client().run("CREATE TABLE kept AS SELECT 1 AS n");
    }

    assertThat(Processes.of(dataDir)).isEmpty();
    assertNextStart(false);
  }

  @Test
  void sigterm_stops_the_server() throws Exception {
    Template.copyTo(dataDir);
    try (OwnerProcess owner = owner("hook")) {
      owner.client().run("CREATE TABLE kept AS SELECT 1 AS n");

      owner.terminate();
    }

    assertThat(Processes.of(dataDir)).isEmpty();
    assertNextStart(false);
  }

  @Test
  void sigterm_in_the_first_start_leaves_nothing_running_and_nothing_half_made() throws Exception {
    try (OwnerProcess owner = owner("hook")) {
      Processes.await(() -> !Processes.of(dataDir).isEmpty());

      owner.terminate();
    }

    assertThat(Processes.of(dataDir)).isEmpty();
    assertThat(dataDir.resolve("cluster")).doesNotExist();
  }

  @Test
  void kill_of_the_owner_stops_the_server_and_is_recovered_from() throws Exception {
    Template.copyTo(dataDir);
    try (OwnerProcess owner = owner()) {
      owner.client().run("CREATE TABLE kept AS SELECT 1 AS n");

      owner.kill();
    }

    Processes.await(() -> Processes.of(dataDir).isEmpty());
    assertNextStart(true);
  }

  @Test
  void kill_of_the_owner_in_its_first_start_leaves_nothing_running() throws Exception {
    try (OwnerProcess owner = owner()) {
      Processes.await(() -> !Processes.of(dataDir).isEmpty());

      owner.kill();
    }

    Processes.await(() -> Processes.of(dataDir).isEmpty());
    try (OwnerProcess next = owner()) {
      assertThat(next.client().ask("SELECT 1")).containsExactly("1");
    }
  }

  @Test
  void kill_of_all_but_the_server_leaves_an_orphan_that_the_next_start_stops() throws Exception {
    Template.copyTo(dataDir);
    ProcessHandle orphan;
    try (OwnerProcess owner = owner()) {
      owner.client().run("CREATE TABLE kept AS SELECT 1 AS n");
      orphan = Processes.server(dataDir);
      List<ProcessHandle> shells =
          Processes.of(dataDir).stream().filter(process -> !process.equals(orphan)).toList();

      shells.forEach(ProcessHandle::destroyForcibly);
      owner.kill();
      assertThat(shells).hasSize(2);
    }

    assertThat(Processes.of(dataDir)).containsExactly(orphan);
    assertNextStart(true);
    assertThat(Processes.of(dataDir)).isEmpty();
  }

  @Test
  void kill_of_all_leaves_what_postgresql_recovers() throws Exception {
    Template.copyTo(dataDir);
    try (OwnerProcess owner = owner()) {
      owner.client().run("CREATE TABLE kept AS SELECT 1 AS n");
      List<ProcessHandle> all = Processes.of(dataDir);

      owner.kill();
      all.forEach(ProcessHandle::destroyForcibly);
    }

    Processes.await(() -> Processes.of(dataDir).isEmpty());
    assertNextStart(true);
  }

  @Test
  void kill_of_the_shells_is_survived_by_close_and_recovered_from() throws Exception {
    Template.copyTo(dataDir);
    try (EmbeddedPostgres postgres = new EmbeddedPostgres(dataDir, Template.BINARIES).start()) {
      Client.of(postgres).run("CREATE TABLE kept AS SELECT 1 AS n");
      ProcessHandle server = Processes.server(dataDir);
      Processes.of(dataDir).stream()
          .filter(process -> !process.equals(server))
          .forEach(ProcessHandle::destroyForcibly);
      Processes.await(() -> !postgres.isAlive());
    }

    assertThat(Processes.of(dataDir)).isEmpty();
    assertNextStart(true);
  }
}
