package dev.taskd.adapters.http;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.taskd.domain.port.StoreException;
import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.LoggerFactory;

/** What is thrown in a request ends that request, with an answer, and nothing else. */
class TroubleTest {
  private final TestServer server = TestServer.start();
  private final Client client = server.client;
  private final Logger logger = (Logger) LoggerFactory.getLogger(Problems.class);
  private final ListAppender<ILoggingEvent> log = new ListAppender<>();

  @BeforeEach
  void listen() {
    logger.setAdditive(false);
    logger.addAppender(log);
    log.start();
  }

  @AfterEach
  void stop() {
    logger.detachAppender(log);
    logger.setAdditive(true);
    server.close();
  }

  /** An exception that cannot even be asked what it is. */
  private static final class Unspeakable extends RuntimeException {
    @Override
    public String getMessage() {
      throw new IllegalStateException("no message");
    }

    @Override
    public StackTraceElement[] getStackTrace() {
      throw new IllegalStateException("no stack");
    }
  }

  @SuppressWarnings("InfiniteRecursion") // the mistake under test
  private static void recurse() {
    recurse();
  }

  @SuppressWarnings("unchecked")
  private static <T extends Throwable> void sneak(Throwable error) throws T {
    throw (T) error;
  }

  static Stream<Supplier<Throwable>> anything() {
    return Stream.of(
        () -> new NullPointerException("secret-42"),
        () -> new IllegalArgumentException("secret-42"),
        () -> new StoreException.Rejected("secret-42", new RuntimeException()),
        () -> new AssertionError("secret-42"),
        () -> new LinkageError("secret-42"),
        () -> new Error("secret-42"),
        () -> new IOException("secret-42"),
        () -> new Exception("secret-42"),
        () -> new Throwable("secret-42"),
        Unspeakable::new);
  }

  @ParameterizedTest
  @MethodSource("anything")
  void a_throwable_is_an_incident_of_its_request_alone(Supplier<Throwable> thrown) {
    server.tasks.does(() -> TroubleTest.<RuntimeException>sneak(thrown.get()));

    Reply answer = client.get("/v1/tasks");

    assertThat(answer.status()).isEqualTo(500);
    assertThat(answer.code()).isEqualTo("internal");
    assertThat(answer.body()).doesNotContain("secret-42", "Exception");
    assertThat(log.list).hasSize(1);
    assertThat(log.list.getFirst().getKeyValuePairs().getFirst().value)
        .isEqualTo(answer.text("/instance"));
    assertThat(log.list.getFirst().getFormattedMessage())
        .contains(thrown.get().getClass().getName());
    assertThat(client.get("/v1/jobs").status()).isEqualTo(200);
    assertThat(server.health.ailments()).isEmpty();
  }

  @Test
  void a_stack_that_overflows_is_an_incident_of_its_request_alone() {
    server.tasks.does(TroubleTest::recurse);

    assertThat(client.get("/v1/tasks").status()).isEqualTo(500);
    assertThat(client.get("/v1/jobs").status()).isEqualTo(200);
  }

  @Test
  void memory_that_ran_out_is_told_to_the_health_of_the_node() {
    server.tasks.does(
        () -> {
          throw new OutOfMemoryError("not really");
        });

    assertThat(client.get("/v1/tasks").status()).isEqualTo(500);
    assertThat(server.health.ailments()).containsExactly("memory ran out");
    assertThat(client.get("/healthz").status()).isEqualTo(503);
  }

  @Test
  void an_incident_is_logged_with_the_place_that_threw() {
    server.tasks.does(
        () -> {
          throw new NullPointerException();
        });

    client.get("/v1/tasks");

    assertThat(log.list.getFirst().getFormattedMessage()).contains("TroubledTasks");
  }

  @Test
  void a_store_that_is_away_is_told_with_the_time_to_ask_again() {
    server.tasks.does(
        () -> {
          throw new StoreException.Unavailable("down", new IOException());
        });

    for (Reply answer :
        List.of(client.get("/v1/tasks"), client.post("/v1/tasks", "{\"type\":\"approval\"}"))) {
      assertThat(answer.status()).isEqualTo(503);
      assertThat(answer.code()).isEqualTo("store_unavailable");
      assertThat(answer.header("Retry-After")).isEqualTo("1");
    }
    server.tasks.does(null);
    assertThat(client.get("/v1/tasks").status()).isEqualTo(200);
  }

  @Test
  void an_interrupted_request_is_asked_for_again() {
    server.tasks.does(() -> TroubleTest.<RuntimeException>sneak(new InterruptedException()));

    Reply answer = client.get("/v1/tasks");

    assertThat(answer.status()).isEqualTo(503);
    assertThat(answer.code()).isEqualTo("shutting_down");
  }
}
