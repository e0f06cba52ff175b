package dev.taskd.adapters.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.taskd.domain.job.ClaimedJob;
import dev.taskd.domain.job.ErrorKind;
import dev.taskd.domain.job.Failure;
import dev.taskd.domain.job.JobId;
import dev.taskd.domain.job.NewJob;
import dev.taskd.domain.job.Topic;
import dev.taskd.domain.job.Verdict;
import dev.taskd.domain.text.SafeText;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobsTest {
  private static final Topic REPORT = new Topic("report");

  private final TestServer server = TestServer.start();
  private final Client client = server.client;

  @AfterEach
  void stop() {
    server.close();
  }

  private JobId add(Topic topic) {
    return server.store.add(List.of(NewJob.of(topic, "not JSON: \"\t\ud83d\ude00", 5))).getFirst();
  }

  private void bury(Topic topic) {
    Failure failure = new Failure(ErrorKind.PERMANENT, SafeText.of("no such user"));
    server.settle(server.claim(topic), new Verdict.Buried(failure));
  }

  @Test
  void a_pending_job_is_shown_with_its_payload_as_text() {
    JobId id = add(TestServer.MAIL);

    Reply job = client.get("/v1/jobs/" + id);

    assertThat(job.status()).isEqualTo(200);
    assertThat(job.json().at("/id").isString()).isTrue();
    assertThat(job.text("/id")).isEqualTo(id.toString());
    assertThat(job.text("/topic")).isEqualTo("mail");
    assertThat(job.text("/queue")).isEqualTo("mails");
    assertThat(job.text("/state")).isEqualTo("pending");
    assertThat(job.text("/payload")).isEqualTo("not JSON: \"\t\ud83d\ude00");
    assertThat(job.json().at("/node").isNull()).isTrue();
  }

  @Test
  void a_running_job_is_shown_with_its_node() {
    String task = server.submit("working");
    ClaimedJob claimed = server.claim(TestServer.STEP);

    Reply job = client.get("/v1/jobs/" + claimed.id());

    assertThat(job.text("/state")).isEqualTo("running");
    assertThat(job.text("/node")).isEqualTo(claimed.lease().node().toString());
    assertThat(job.text("/task_id")).isEqualTo(task);
    assertThat(job.json().at("/payload").isNull()).isTrue();
  }

  @Test
  void a_dead_job_is_shown_with_its_reason() {
    JobId id = add(TestServer.MAIL);
    bury(TestServer.MAIL);

    Reply job = client.get("/v1/jobs/" + id);

    assertThat(job.text("/state")).isEqualTo("dead");
    assertThat(job.text("/last_error/kind")).isEqualTo("permanent");
    assertThat(job.text("/last_error/message")).isEqualTo("no such user");
  }

  @ParameterizedTest
  @CsvSource({
    "'', 4 3 2 1",
    "?topic=mail, 3 1",
    "?queue=mails, 3 1",
    "?queue=default, 4 2",
    "?queue=other, ''",
    "?queue=mails&topic=mail, 3 1",
    "?queue=mails&topic=report, ''",
    "?queue=default&topic=report, 4 2",
    "?state=dead, 1",
    "?state=pending&queue=mails, 3",
    "?state=waiting, ''"
  })
  void filters_leave_out_the_others(String query, String ids) {
    add(TestServer.MAIL);
    add(REPORT);
    add(TestServer.MAIL);
    add(REPORT);
    bury(TestServer.MAIL);

    List<String> found = client.get("/v1/jobs" + query).json().at("/jobs").findValuesAsString("id");

    assertThat(String.join(" ", found)).isEqualTo(ids);
  }

  @Test
  void pages_go_on_where_they_ended() {
    for (int i = 0; i < 3; i++) {
      add(TestServer.MAIL);
    }

    Reply first = client.get("/v1/jobs?limit=2&queue=mails");
    Reply second = client.get("/v1/jobs?limit=2&queue=mails&cursor=" + first.text("/next_cursor"));

    assertThat(first.json().at("/jobs").findValuesAsString("id")).containsExactly("3", "2");
    assertThat(second.json().at("/jobs").findValuesAsString("id")).containsExactly("1");
    assertThat(second.json().at("/next_cursor").isNull()).isTrue();
  }

  @Test
  void retry_makes_a_dead_job_pending_and_reopens_its_task() {
    String task = server.submit("working");
    bury(TestServer.STEP);
    String id = client.get("/v1/jobs").text("/jobs/0/id");

    Reply retried = client.post("/v1/admin/jobs/" + id + "/retry");

    assertThat(retried.status()).isEqualTo(200);
    assertThat(retried.text("/state")).isEqualTo("pending");
    assertThat(retried.text("/attempts")).isEqualTo("1");
    assertThat(retried.text("/max_attempts")).isEqualTo("6");
    assertThat(client.get("/v1/tasks/" + task).text("/state")).isEqualTo("pending");
  }

  @Test
  void retry_of_a_job_that_is_not_dead_is_refused() {
    JobId id = add(TestServer.MAIL);

    Reply refused = client.post("/v1/admin/jobs/" + id + "/retry", "{}");

    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.code()).isEqualTo("job_not_dead");
  }

  @Test
  void retry_of_many_takes_the_first_of_a_topic_and_an_error() {
    List<JobId> mails = List.of(add(TestServer.MAIL), add(TestServer.MAIL), add(TestServer.MAIL));
    JobId report = add(REPORT);
    mails.forEach(mail -> bury(TestServer.MAIL));
    bury(REPORT);

    Reply none = client.post("/v1/admin/jobs/retry", "{\"error_kind\":\"panic\",\"limit\":1000}");
    Reply some =
        client.post(
            "/v1/admin/jobs/retry",
            "{\"topic\":\"mail\",\"error_kind\":\"permanent\",\"limit\":2}");

    assertThat(none.body()).isEqualTo("{\"retried\":0}");
    assertThat(some.status()).isEqualTo(200);
    assertThat(some.body()).isEqualTo("{\"retried\":2}");
    assertThat(client.get("/v1/jobs?state=dead").json().at("/jobs").findValuesAsString("id"))
        .containsExactly(report.toString(), mails.get(2).toString());
  }

  @Test
  void retry_of_many_is_told_all_that_is_wrong_with_it() {
    Reply wrong =
        client.post(
            "/v1/admin/jobs/retry",
            "{\"topic\":\" \",\"error_kind\":\"PANIC\",\"limit\":1001,\"all\":true}");
    Reply missing = client.post("/v1/admin/jobs/retry", "{}");

    assertThat(wrong.status()).isEqualTo(400);
    assertThat(wrong.json().at("/errors").findValuesAsString("pointer"))
        .containsExactlyInAnyOrder("/topic", "/error_kind", "/limit", "/all");
    assertThat(missing.json().at("/errors").findValuesAsString("pointer"))
        .containsExactly("/limit");
  }

  @Test
  void a_job_that_is_not_there_is_neither_shown_nor_retried() {
    assertThat(client.get("/v1/jobs/9223372036854775807").code()).isEqualTo("job_not_found");
    assertThat(client.post("/v1/admin/jobs/7/retry").code()).isEqualTo("job_not_found");
  }
}
