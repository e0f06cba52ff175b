package dev.taskd.adapters.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.taskd.domain.job.ErrorKind;
import dev.taskd.domain.job.Failure;
import dev.taskd.domain.job.Verdict;
import dev.taskd.domain.text.SafeText;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * The document says what the server does: {@link Client} holds each answer against it, and here
 * every operation is made to give each of its answers.
 */
class OpenApiTest {
  private static final String NOBODY = "/v1/tasks/01890a5d-ac96-774b-bcce-b302099a8057";

  private final TestServer server = TestServer.start();
  private final Client client = server.client;

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void every_documented_answer_is_given() {
    submissions();
    looks();
    wishes();
    jobs();
    operation();

    assertThat(OpenApiContract.shared().seen()).containsAll(OpenApiContract.shared().documented());
  }

  @Test
  void every_code_is_documented() {
    for (Code code : Code.values()) {
      assertThat(client.get("/openapi.yaml").body())
          .contains("\n            - " + code.text() + "\n");
    }
  }

  private void submissions() {
    String task = "{\"type\":\"approval\"}";
    client.post("/v1/tasks", task, "Idempotency-Key", "k");
    client.post("/v1/tasks", task, "Idempotency-Key", "k");
    for (String path : new String[] {"/v1/tasks", "/v1/tasks/batch"}) {
      client.post(path, "{\"tasks\":[" + task + "]}");
      client.post(path, "{}");
      client.post(path, "{\"type\":\"none\",\"tasks\":[{\"type\":\"none\"}]}");
      client.post(path, BodyPublishers.ofByteArray(new byte[1 + (1 << 20)]));
      client.send(
          client
              .request(path)
              .header("Content-Type", "text/plain")
              .POST(BodyPublishers.ofString(task)));
    }
    client.post("/v1/tasks", "{\"type\":\"none\"}");
    client.post("/v1/tasks/batch", "{\"tasks\":[{\"type\":\"none\"}]}");
  }

  private void looks() {
    String id = server.submit("approval");
    for (String path : new String[] {"/v1/tasks/" + id, NOBODY}) {
      client.get(path);
      client.get(path + "/timeline");
      client.get(path + "/explain");
    }
    client.get(NOBODY + "?wait=soon");
    client.get("/v1/tasks");
    client.get("/v1/tasks?limit=0");
  }

  private void wishes() {
    for (String wish : new String[] {"/complete", "/fail", "/cancel"}) {
      String task = "/v1/tasks/" + server.submit("approval");
      String body = wish.equals("/fail") ? "{\"message\":\"no\"}" : "{}";
      client.post(NOBODY + wish, body);
      client.post(task + wish, "{");
      client.post(task + wish, body);
      client.post(task + wish, body);
    }
  }

  private void jobs() {
    String task = server.submit("working");
    Failure failure = new Failure(ErrorKind.PANIC, SafeText.of("no luck"));
    server.settle(server.claim(TestServer.STEP), new Verdict.Buried(failure));
    assertThat(client.get("/v1/tasks/" + task).text("/error/step")).isEqualTo("work");
    String id = client.get("/v1/jobs").text("/jobs/0/id");
    client.get("/v1/jobs?limit=0");
    client.get("/v1/jobs/" + id);
    client.get("/v1/jobs/0");
    client.post("/v1/admin/jobs/" + id + "/retry");
    client.post("/v1/admin/jobs/" + id + "/retry");
    client.post("/v1/admin/jobs/0/retry");
    client.post("/v1/admin/jobs/retry", "{\"limit\":1}");
    client.post("/v1/admin/jobs/retry", "{}");
  }

  private void operation() {
    client.get("/v1/stats");
    for (String wish : new String[] {"/pause", "/resume"}) {
      client.post("/v1/admin/queues/mails" + wish);
      client.post("/v1/admin/queues/mail" + wish);
    }
    client.get("/openapi.yaml");
    client.get("/readyz");
    client.get("/healthz");
    server.health.ready(false);
    server.health.witness(new OutOfMemoryError("not really"));
    client.get("/readyz");
    client.get("/healthz");
  }

  @Test
  void the_document_is_served_as_it_is() {
    Reply document = client.get("/openapi.yaml");

    assertThat(document.header("Content-Type")).isEqualTo("application/yaml");
    assertThat(document.body().getBytes(StandardCharsets.UTF_8)).isNotEmpty();
    assertThat(document.body()).startsWith("openapi: 3.1.0\n");
  }
}
