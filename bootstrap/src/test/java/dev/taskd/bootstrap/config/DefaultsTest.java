package dev.taskd.bootstrap.config;

import static java.time.Duration.ofDays;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.taskd.application.housekeeping.Retention;
import dev.taskd.domain.job.Queue;
import dev.taskd.domain.job.Topic;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

final class DefaultsTest {
  private final TaskdConfig config = Configs.of();

  @Test
  void effective_pins_every_key_and_its_default() {
    assertThat(config.effective())
        .extracting(Setting::toString)
        .containsExactly(
            "http.host = 127.0.0.1 (default)",
            "http.port = 8080 (default)",
            "http.max-body = 1MiB (default)",
            "http.allowed-hosts = none (default)",
            "storage = embedded (default)",
            "data-dir = ./taskd-data (default)",
            "postgres.url = none (default)",
            "postgres.direct-url = none (default)",
            "postgres.user = none (default)",
            "postgres.password = none (default)",
            "postgres.pool-size = 8 (default)",
            "worker.concurrency = 16 (default)",
            "worker.batch = 64 (default)",
            "worker.poll-min = 50ms (default)",
            "worker.poll-max = 2s (default)",
            "worker.max-attempts = 5 (default)",
            "worker.backoff-base = 1s (default)",
            "worker.backoff-max = 5m (default)",
            "worker.timeout = 30s (default)",
            "worker.max-crashes = 3 (default)",
            "node.heartbeat = 2s (default)",
            "node.lost-after = 15s (default)",
            "retention.finished = 168h (default)",
            "retention.dead = off (default)",
            "shutdown.drain-delay = 0s (default)",
            "shutdown.drain-timeout = 30s (default)",
            "notifier = webhook (default)",
            "webhook.url = none (default)",
            "webhook.timeout = 10s (default)",
            "webhook.allow-private-targets = false (default)",
            "auth.tokens = none (default)",
            "queues.default.concurrency = 16 (default)",
            "queues.default.topics = none (default)",
            "queues.webhooks.concurrency = 16 (default)",
            "queues.webhooks.topics = task.created, task.completed, task.failed, task.cancelled"
                + " (default)");
  }

  @Test
  void from_pins_every_typed_default() {
    assertThat(config.http())
        .isEqualTo(new TaskdConfig.Http("127.0.0.1", 8080, 1_048_576, List.of()));
    assertThat(config.storage())
        .isEqualTo(new TaskdConfig.Storage.Embedded(Path.of("./taskd-data"), 8));
    assertThat(config.worker())
        .isEqualTo(
            new TaskdConfig.Worker(
                64, ofMillis(50), ofSeconds(2), 5, ofSeconds(1), ofMinutes(5), ofSeconds(30), 3));
    assertThat(config.retention()).isEqualTo(new Retention(ofDays(7), null));
    assertThat(config.shutdown()).isEqualTo(new TaskdConfig.Shutdown(ofSeconds(0), ofSeconds(30)));
    assertThat(config.notifier()).isEqualTo(new TaskdConfig.Notifier.None());
    assertThat(config.auth()).isEqualTo(new TaskdConfig.Auth(List.of()));
    assertThat(config.queues())
        .containsExactly(
            new TaskdConfig.QueueShare(Queue.DEFAULT, 16, List.of()),
            new TaskdConfig.QueueShare(
                new Queue("webhooks"),
                16,
                List.of(
                    new Topic("task.created"),
                    new Topic("task.completed"),
                    new Topic("task.failed"),
                    new Topic("task.cancelled"))));
    assertThat(config.steps()).isEmpty();
    assertThat(config.taskTypes()).isEmpty();
  }

  @Test
  void keys_are_what_is_read() {
    assertThat(config.effective())
        .extracting(Setting::key)
        .containsAll(Keys.plainKeys().stream().map(Key::name).toList());
    assertThat(Keys.ALL).extracting(Key::name).doesNotHaveDuplicates();
    assertThat(Keys.plainKeys()).extracting(Key::variable).doesNotHaveDuplicates();
  }
}
