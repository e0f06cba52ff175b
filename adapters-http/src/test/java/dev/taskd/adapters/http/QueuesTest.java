package dev.taskd.adapters.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QueuesTest {
  private final TestServer server = TestServer.start();
  private final Client client = server.client;

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void pause_and_resume_say_how_the_queue_is_now_however_often() {
    for (int time = 0; time < 2; time++) {
      assertThat(client.post("/v1/admin/queues/mails/pause").body())
          .isEqualTo("{\"queue\":\"mails\",\"paused\":true}");
    }
    assertThat(server.store.paused()).containsExactly(TestServer.MAILS);
    for (int time = 0; time < 2; time++) {
      assertThat(client.post("/v1/admin/queues/mails/resume", "{}").body())
          .isEqualTo("{\"queue\":\"mails\",\"paused\":false}");
    }
    assertThat(server.store.paused()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"mail", "MAILS", "-"})
  void queue_that_this_node_does_not_know_is_not_found(String name) {
    for (String wish : new String[] {"/pause", "/resume"}) {
      Reply refused = client.post("/v1/admin/queues/" + name + wish);

      assertThat(refused.status()).isEqualTo(404);
      assertThat(refused.code()).isEqualTo("queue_not_found");
    }
    assertThat(server.store.paused()).isEmpty();
  }

  @Test
  void queue_that_was_meant_is_named() {
    assertThat(client.post("/v1/admin/queues/mail/pause").text("/detail"))
        .isEqualTo("Queue mail is not known here (did you mean mails?).");
  }
}
