package dev.taskd.adapters.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.taskd.application.health.Health;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class StartTest {
  private static HttpServer server(String host, int port) {
    HttpSettings settings = new HttpSettings(host, port, 1_000, List.of(), List.of());
    return new HttpServer(settings, new Health(), List.of());
  }

  @Test
  void a_port_in_use_is_named() {
    try (TestServer first = TestServer.start()) {
      int port = first.http.port();

      assertThatThrownBy(() -> server("127.0.0.1", port).start())
          .isInstanceOf(CannotListenException.class)
          .hasMessage("cannot listen on 127.0.0.1:" + port + ": Address already in use");
      assertThat(first.client.get("/healthz").status()).isEqualTo(200);
    }
  }

  @Test
  void an_address_that_is_not_of_this_machine_is_named() {
    assertThatThrownBy(() -> server("192.0.2.1", 0).start())
        .isInstanceOf(CannotListenException.class)
        .hasMessageStartingWith("cannot listen on 192.0.2.1:0: ");
    assertThatThrownBy(() -> server("no.such.host.invalid", 0).start())
        .isInstanceOf(CannotListenException.class)
        .hasMessage("cannot listen on no.such.host.invalid:0: the name leads to no address");
  }

  @Test
  void probe_tells_a_port_in_use_from_a_host_that_cannot_be_had() {
    try (TestServer first = TestServer.start()) {
      int port = first.http.port();

      assertThat(refusal("127.0.0.1", port).isOfHost()).isFalse();
      assertThat(refusal("127.0.0.1", port).reason()).isEqualTo("Address already in use");
      assertThat(refusal("192.0.2.1", port).isOfHost()).isTrue();
      assertThat(refusal("no.such.host.invalid", port).isOfHost()).isTrue();
      assertThatCode(() -> new ListenAddress("127.0.0.1", 0).probe()).doesNotThrowAnyException();
    }
  }

  private static CannotListenException refusal(String host, int port) {
    return catchThrowableOfType(
        CannotListenException.class, () -> new ListenAddress(host, port).probe());
  }

  @Test
  void every_call_is_unavailable_while_there_is_no_store() {
    HttpSettings settings = new HttpSettings("127.0.0.1", 0, 1_000, List.of("secret"), List.of());
    Health health = new Health();
    var waiting =
        new HttpServer(settings, health, List.of(new HealthRoutes(health), new OpeningRoutes()));
    try (Client client = new Client(waiting.start())) {
      String[] token = {"Authorization", "Bearer secret"};

      for (Reply reply :
          List.of(
              client.get("/v1/tasks", token),
              client.get("/v1/jobs/7", token),
              client.get("/v1/stats?x", token),
              client.post("/v1/tasks", "{}", token),
              client.post("/v1/admin/queues/mails/pause", "", token))) {
        assertThat(reply.status()).isEqualTo(503);
        assertThat(reply.code()).isEqualTo("store_unavailable");
        assertThat(reply.header("Retry-After")).isEqualTo("1");
      }
      assertThat(client.get("/v1/tasks").status()).isEqualTo(401);
      assertThat(client.get("/nowhere", token).status()).isEqualTo(404);
      assertThat(client.get("/healthz").status()).isEqualTo(200);
    } finally {
      waiting.stop(Duration.ofSeconds(5));
    }
  }

  @Test
  void settings_hide_the_tokens_and_have_defaults() {
    assertThat(HttpSettings.DEFAULT)
        .hasToString(
            "HttpSettings[host=127.0.0.1, port=8080, maxBodyBytes=1048576, tokens=0 hidden, "
                + "allowedHosts=[], Patience[header=PT10S, body=PT30S, idle=PT30S, "
                + "connections=4000]]");
    assertThat(new HttpSettings("::1", 0, 1, List.of("secret-1", "secret-2"), List.of()).toString())
        .contains("tokens=2 hidden")
        .doesNotContain("secret");
  }

  @Test
  void settings_that_cannot_be_are_refused() {
    assertThatThrownBy(() -> server("127.0.0.1", -1)).hasMessage("port is not 0 to 65535: -1");
    assertThatThrownBy(() -> server("127.0.0.1", 65_536))
        .hasMessage("port is not 0 to 65535: 65536");
    assertThatThrownBy(() -> new HttpSettings("h", 1, 0, List.of(), List.of()))
        .hasMessage("maxBodyBytes is below 1: 0");
    assertThatThrownBy(() -> new HttpSettings("h", 1, 1, List.of(" "), List.of()))
        .hasMessage("a token is blank");
  }
}
