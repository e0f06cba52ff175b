package dev.taskd.adapters.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.taskd.domain.job.NewJob;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No job and no task answers to a second name. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class IdsTest {
  private final TestServer server = TestServer.start();
  private final Client client = server.client;

  @BeforeAll
  void add() {
    server.store.add(Collections.nCopies(7, NewJob.of(TestServer.MAIL, "{}", 5)));
  }

  @AfterAll
  void stop() {
    server.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "9223372036854775808",
        "99999999999999999999999",
        "-1",
        "0",
        "+7",
        "0x7",
        "7.0",
        "1e3",
        "%207",
        "7%00",
        "7/",
        "007",
        "%D9%A7",
        "%37",
        "",
        ".",
        "..",
        "%2e%2e%2f",
        "..%2f7",
        "%ZZ",
        "7;x=1",
        ";x=1/7",
        "7%3Bx=1",
        "7%2F",
        "//7",
        "./7",
        "../jobs/7",
        "7%20",
        "%2B7",
        "%",
        "%7"
      })
  void an_alias_of_a_job_is_nobody(String id) throws IOException {
    for (String request : List.of("GET /v1/jobs/" + id, "POST /v1/admin/jobs/" + id + "/retry")) {
      String answer = client.raw(request.split(" ", 2)[0], request.split(" ", 2)[1]);

      assertThat(answer)
          .as(request)
          .matches("(?s)HTTP/1.1 40[045] .*Content-Type: application/problem\\+json\r\n.*")
          .doesNotContain("\"topic\"");
    }
  }

  @Test
  void an_alias_of_a_task_is_nobody() throws IOException {
    String id = server.submit("approval");

    for (String alias :
        List.of(
            id.toUpperCase(Locale.ROOT),
            "{" + id + "}",
            "%7B" + id + "%7D",
            id + "%20",
            id.replace("-", ""),
            "urn:uuid:" + id,
            id + ";x=1",
            id + "%00",
            "1-1-1-1-1")) {
      assertThat(client.raw("GET", "/v1/tasks/" + alias))
          .as(alias)
          .matches("(?s)HTTP/1.1 40[04] .*Content-Type: application/problem\\+json\r\n.*");
    }
    assertThat(client.get("/v1/tasks/" + id).status()).isEqualTo(200);
  }
}
