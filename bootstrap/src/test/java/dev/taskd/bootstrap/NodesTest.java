package dev.taskd.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.taskd.postgres.embedded.EmbeddedPostgres;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Several nodes, in processes of their own, on one PostgreSQL. */
class NodesTest {
  @TempDir static Path shared;
  @TempDir Path dir;
  private static EmbeddedPostgres postgres;

  @BeforeAll
  static void startPostgres() throws Exception {
    postgres = new EmbeddedPostgres(shared.resolve("postgres")).start();
  }

  @AfterAll
  static void stopPostgres() {
    postgres.close();
  }

  private final Map<String, String> environment = environment();

  private static Map<String, String> environment() {
    return Map.of(
        "TASKD_STORAGE", "postgres",
        "TASKD_POSTGRES_URL", postgres.jdbcUrl(),
        "TASKD_POSTGRES_USER", postgres.user(),
        "TASKD_POSTGRES_PASSWORD", postgres.password(),
        "TASKD_WORKER_CONCURRENCY", "1",
        "TASKD_NODE_HEARTBEAT", "300ms",
        "TASKD_NODE_LOST_AFTER", "2s");
  }

  @Test
  void killed_node_s_jobs_run_on_another() throws Exception {
    try (TaskdProcess first = node("first");
        Client client = new Client(first.url())) {
      String id = client.submit("gate", gate());
      first.awaitLine("gate attempt=1");
      try (TaskdProcess second = node("second");
          Client other = new Client(second.url())) {
        first.kill();

        JsonNode task = other.ended(id);

        assertThat(task.get("state").asString()).isEqualTo("succeeded");
        assertThat(task.get("attempts").asInt()).isEqualTo(2);
        assertThat(second.output()).containsSubsequence("a node is lost", "took over");
      }
    }
  }

  @Test
  void paused_node_starts_nothing_that_it_held_and_what_it_settles_is_stale() throws Exception {
    try (TaskdProcess first = node("first");
        Client client = new Client(first.url())) {
      List<String> ids = client.submitAll(Collections.nCopies(4, task("gate", gate())));
      first.awaitLine("gate attempt=1");
      try (TaskdProcess second = node("second");
          Client other = new Client(second.url())) {
        first.signal("STOP");
        second.awaitLine("took over from a lost node");
        for (String id : ids) {
          assertThat(other.ended(id).get("attempts").asInt()).isEqualTo(2);
        }
        Files.createFile(dir.resolve("gate"));
        first.signal("CONT");
        first.awaitLine("it goes on under a new name");
        second.kill();
        assertThat(client.ended(client.submit("echo", "1")).get("state").asString())
            .isEqualTo("succeeded");

        assertThat(first.count("gate attempt=")).isEqualTo(1);
        assertThat(first.count("its verdict came too late")).isEqualTo(4);
        assertThat(client.json("/v1/stats").at("/pool/stale").asInt()).isEqualTo(4);
        for (String id : ids) {
          assertThat(client.get("/v1/tasks/" + id + "/timeline").body())
              .containsOnlyOnce("\"succeeded\"");
        }
      }
    }
  }

  private String gate() {
    return "\"" + dir.resolve("gate") + "\"";
  }

  private static String task(String type, String input) {
    return "{\"type\":\"" + type + "\",\"input\":" + input + "}";
  }

  @Test
  void pill_that_kills_its_nodes_dies_of_it_and_no_healthy_job_is_blamed() throws Exception {
    List<TaskdProcess> nodes = new ArrayList<>(List.of(node("a"), node("b")));
    List<TaskdProcess> all = new ArrayList<>(nodes);
    try {
      List<String> ids = submitPillAndHealthy(nodes.get(0));
      for (int turn = 0; !hasEnded(nodes.get(turn % 2), ids.getFirst()); turn++) {
        for (int i = 0; i < nodes.size(); i++) {
          if (!nodes.get(i).isAlive()) {
            nodes.set(i, node("again-" + all.size()));
            all.add(nodes.get(i));
          }
        }
      }

      TaskdProcess left = nodes.stream().filter(TaskdProcess::isAlive).findFirst().orElseThrow();
      try (Client client = new Client(left.url())) {
        JsonNode pill = client.ended(ids.getFirst());
        assertThat(pill.get("state").asString()).isEqualTo("failed");
        assertThat(pill.at("/error/kind").asString()).isEqualTo("worker_lost");
        assertThat(ids.subList(1, ids.size()))
            .allSatisfy(
                id -> assertThat(client.ended(id).get("state").asString()).isEqualTo("succeeded"));
      }
      assertThat(all.stream().mapToLong(node -> node.count("pill attempt=")).sum()).isEqualTo(3);
    } finally {
      all.forEach(TaskdProcess::close);
    }
  }

  /** In one act, so that all are there before the pill works; its id comes first. */
  private static List<String> submitPillAndHealthy(TaskdProcess node) {
    List<String> tasks = new ArrayList<>();
    tasks.add("{\"type\":\"pill\",\"input\":1,\"priority\":\"high\",\"max_attempts\":9}");
    for (int i = 0; i < 200; i++) {
      tasks.add("{\"type\":\"echo\",\"input\":1,\"max_attempts\":" + (1 + i % 3) + "}");
    }
    try (Client client = new Client(node.url())) {
      return client.submitAll(tasks);
    }
  }

  /** False too if that node is not there to tell. */
  private static boolean hasEnded(TaskdProcess node, String id) {
    try (Client client = new Client(node.url())) {
      return client.json("/v1/tasks/" + id + "?wait=2s").get("finished_at").isString();
    } catch (UncheckedIOException | AssertionError dead) {
      return false;
    }
  }

  private TaskdProcess node(String name) throws Exception {
    return TaskdProcess.start(
        TestApplication.class, Files.createDirectories(dir.resolve(name)), environment);
  }
}
