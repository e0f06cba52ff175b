package dev.taskd.bootstrap.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.taskd.domain.job.Queue;
import dev.taskd.domain.job.Topic;
import dev.taskd.domain.task.TaskType;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rules between keys. */
final class RulesTest {
  @Test
  void batch_below_a_queues_concurrency_is_refused_with_the_reason() {
    assertThat(Configs.faultsWith(Map.of("TASKD_WORKER_BATCH", "8")))
        .containsExactly(
            "worker.batch (TASKD_WORKER_BATCH): 8 is smaller than worker.concurrency (16, default):"
                + " throughput would be pinned at concurrency ÷ poll; raise the batch to 16 or"
                + " more, or lower the concurrency");
    assertThat(Configs.faults("queues: {slow: {concurrency: 65, topics: [a]}}"))
        .containsExactly(
            "worker.batch (default): 64 is smaller than queues.slow.concurrency (65, taskd.yaml:1):"
                + " throughput would be pinned at concurrency ÷ poll; raise the batch to 65 or"
                + " more, or lower the concurrency");
    assertThat(Configs.faults("queues: {default: {concurrency: 65}}"))
        .singleElement()
        .asString()
        .contains("queues.default.concurrency (65, taskd.yaml:1): throughput");
  }

  @Test
  void batch_equal_to_the_concurrency_is_enough() {
    TaskdConfig config = Configs.of("worker: {batch: 8, concurrency: 8}");

    assertThat(config.worker().batch()).isEqualTo(8);
    assertThat(config.queues())
        .extracting(TaskdConfig.QueueShare::concurrency)
        .containsExactly(8, 8);
    assertThat(Configs.effective(config, "queues.webhooks.concurrency")).isEqualTo("8 (default)");
  }

  @Test
  void waits_are_in_order() {
    assertThat(Configs.faults("worker: {poll-max: 10ms, backoff-base: 10m}"))
        .containsExactly(
            "worker.poll-min (default): 50ms is longer than worker.poll-max (10ms, taskd.yaml:1):"
                + " change one of them",
            "worker.backoff-base (taskd.yaml:1): 10m is longer than worker.backoff-max (5m,"
                + " default): change one of them");
    assertThat(Configs.of("worker: {poll-min: 2s, backoff-base: 5m}").worker().pollMin())
        .isEqualTo(Duration.ofSeconds(2));
  }

  @Test
  void lost_after_is_long_enough_for_beats_to_be_missed() {
    assertThat(Configs.faults("node: {heartbeat: 6s}"))
        .containsExactly(
            "node.lost-after (default): 15s is shorter than 3 times node.heartbeat (6s,"
                + " taskd.yaml:1), so that a late beat would cost a node its jobs: change one of"
                + " them");
    assertThat(Configs.of("node: {heartbeat: 5s}").node().lostAfter())
        .isEqualTo(Duration.ofSeconds(15));
  }

  @Test
  void rules_are_silent_about_values_that_were_not_understood() {
    assertThat(
            Configs.faults(
                "worker: {batch: x, concurrency: 100, poll-max: y, poll-min: 1h}",
                "http: {host: 0.0.0.0}",
                "auth: {tokens: [short]}",
                "storage: z",
                "postgres: {url: 'postgresql://db/taskd'}"))
        .hasSize(4);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.0.0.0", "'::'", "10.0.0.7", "taskd.example.com", "'::ffff:10.0.0.1'"})
  void host_that_others_reach_needs_tokens(String host) {
    assertThat(Configs.faults("http: {host: " + host + "}"))
        .singleElement()
        .asString()
        .startsWith("http.host (taskd.yaml:1): ")
        .endsWith(
            "can be reached from other machines, and there are no auth.tokens: set some, or listen"
                + " on 127.0.0.1");
    assertThat(
            Configs.with(
                    Map.of("TASKD_AUTH_TOKENS", "1234567890123456"), "http: {host: " + host + "}")
                .auth()
                .tokens())
        .hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.2", "'::1'", "'[::1]'", "localhost"})
  void host_that_only_this_machine_reaches_needs_none(String host) {
    assertThat(Configs.of("http: {host: " + host + "}").auth().tokens()).isEmpty();
  }

  @Test
  void tokens_are_each_given_once() {
    assertThat(Configs.faults("auth: {tokens: [1234567890123456, '1234567890123456 ', x, '']}"))
        .containsExactly(
            "auth.tokens (taskd.yaml:1): item 3 of 4 is shorter than 16 characters: use a long"
                + " random one",
            "auth.tokens (taskd.yaml:1): item 4 of 4 is empty: remove it",
            "auth.tokens (taskd.yaml:1): has the same token twice: remove one");
  }

  @Test
  void postgres_needs_its_url_and_no_other_storage_takes_one() {
    assertThat(Configs.faults("storage: postgres"))
        .containsExactly(
            "postgres.url (default): is missing, which storage (postgres, taskd.yaml:1) needs: give"
                + " it a value such as jdbc:postgresql://127.0.0.1:5432/taskd");
    assertThat(
            Configs.faultsWith(
                Map.of("TASKD_STORAGE", "memory", "TASKD_POSTGRES_PASSWORD", "hunter2"),
                "storage: postgres",
                "postgres: {url: 'postgresql://db/taskd', user: me, pool-size: 3}"))
        .containsExactly(
            "postgres.url (taskd.yaml:2): contradicts storage (memory, TASKD_STORAGE), which would"
                + " never use it: set storage to postgres, or remove this key",
            "postgres.user (taskd.yaml:2): contradicts storage (memory, TASKD_STORAGE), which would"
                + " never use it: set storage to postgres, or remove this key",
            "postgres.password (TASKD_POSTGRES_PASSWORD): contradicts storage (memory,"
                + " TASKD_STORAGE), which would never use it: set storage to postgres, or remove"
                + " this key");
  }

  @Test
  void storage_becomes_what_was_chosen() {
    assertThat(Configs.of("storage: memory").storage()).isEqualTo(new TaskdConfig.Storage.Memory());
    assertThat(
            Configs.of("storage: postgres", "postgres: {url: 'postgresql://db/taskd'}").storage())
        .isEqualTo(
            new TaskdConfig.Storage.Postgres("jdbc:postgresql://db/taskd", null, null, null, 8));
  }

  @Test
  void direct_url_is_checked_like_the_url() {
    assertThat(
            Configs.of(
                    "storage: postgres",
                    "postgres: {url: 'postgresql://pooler/t', direct-url: 'postgresql://db/t'}")
                .storage())
        .isEqualTo(
            new TaskdConfig.Storage.Postgres(
                "jdbc:postgresql://pooler/t", "jdbc:postgresql://db/t", null, null, 8));
    assertThat(Configs.faults("postgres.direct-url: 'postgresql://db/t'"))
        .singleElement()
        .asString()
        .contains("postgres.direct-url (taskd.yaml:1): contradicts storage");
    assertThat(
            Configs.faults(
                "storage: postgres",
                "postgres: {url: 'postgresql://db/t', direct-url: 'postgresql://me:pw@db/t'}"))
        .singleElement()
        .asString()
        .contains("postgres.direct-url", "holds credentials")
        .doesNotContain("pw");
  }

  @Test
  void notifier_is_the_log_if_chosen_and_nothing_without_a_url() {
    String url = "webhook: {url: 'https://hooks.test/x'}";

    assertThat(Configs.of("notifier: log", url).notifier())
        .isEqualTo(new TaskdConfig.Notifier.Log());
    assertThat(Configs.of().notifier()).isEqualTo(new TaskdConfig.Notifier.None());
    assertThat(Configs.of(url).notifier())
        .isInstanceOfSatisfying(
            TaskdConfig.Notifier.Webhook.class,
            webhook -> {
              assertThat(webhook.url().value()).hasToString("https://hooks.test/x");
              assertThat(webhook.timeout()).isEqualTo(Duration.ofSeconds(10));
              assertThat(webhook.allowPrivateTargets()).isFalse();
            });
  }

  @Test
  void webhook_to_a_private_target_is_refused_unless_it_is_allowed() {
    String url = "webhook.url: 'http://127.0.0.1:9000/TOPSECRET'";

    assertThat(Configs.faults(url))
        .containsExactly(
            "webhook.url (taskd.yaml:1): its value (not repeated here) names a host in a private"
                + " range: name a public one, or set webhook.allow-private-targets if it is meant");
    assertThat(Configs.of(url, "webhook.allow-private-targets: true").notifier())
        .isInstanceOf(TaskdConfig.Notifier.Webhook.class);
    assertThat(Configs.of(url, "notifier: log").notifier())
        .isEqualTo(new TaskdConfig.Notifier.Log());
    assertThat(Configs.faults(url, "webhook.allow-private-targets: maybe")).hasSize(1);
  }

  @Test
  void drain_timeout_may_be_nothing_and_never_less() {
    assertThat(Configs.of("shutdown: {drain-timeout: 0s}").shutdown().drainTimeout())
        .isEqualTo(Duration.ZERO);
    assertThat(Configs.faults("shutdown: {drain-timeout: -1s}"))
        .containsExactly(
            "shutdown.drain-timeout (taskd.yaml:1): \"-1s\" is negative: write 0s or more, such as"
                + " 30s");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "worker: {max-attempts: 0}",
        "worker: {max-attempts: 10001}",
        "worker: {max-crashes: 0}",
        "worker: {concurrency: 0}",
        "worker: {concurrency: 1001}",
        "worker: {batch: 1001}",
        "worker: {poll-min: 0s}",
        "worker: {timeout: 0s}",
        "postgres: {pool-size: 0}",
        "queues: {a: {concurrency: 0, topics: [b]}}",
        "steps: {a: {timeout: 0s}}"
      })
  void numbers_have_bounds(String line) {
    assertThat(Configs.faults(line)).hasSize(1);
  }

  @Test
  void queues_share_out_the_topics() {
    TaskdConfig config =
        Configs.of(
            "worker: {concurrency: 4}",
            "queues:",
            "  slow: {topics: [step.encode, task.failed]}",
            "  webhooks: {concurrency: 64, topics: [task.created]}",
            "  default: {topics: [task.cancelled]}");

    assertThat(config.queues())
        .containsExactly(
            share("default", 4, "task.cancelled"),
            share("slow", 16, "step.encode", "task.failed"),
            share("webhooks", 64, "task.created", "task.completed"));
    assertThat(Configs.effective(config, "queues.default.concurrency"))
        .isEqualTo("4 (taskd.yaml:1)");
    assertThat(Configs.effective(config, "queues.slow.concurrency")).isEqualTo("16 (default)");
    assertThat(Configs.effective(config, "queues.webhooks.topics"))
        .isEqualTo("task.created, task.completed (taskd.yaml:4)");
  }

  @Test
  void queue_for_webhooks_is_gone_where_others_have_all_its_topics() {
    TaskdConfig config =
        Configs.of(
            "queues: {hooks: {topics: [task.created, task.completed, task.failed,"
                + " task.cancelled]}}");

    assertThat(config.queues())
        .extracting(share -> share.queue().name())
        .containsExactly("default", "hooks");
  }

  @Test
  void queue_default_is_that_of_worker_concurrency() {
    TaskdConfig config = Configs.of("queues: {default: {concurrency: 4}}");

    assertThat(config.queues().get(0)).isEqualTo(share("default", 4));
    assertThat(Configs.effective(config, "worker.concurrency")).isEqualTo("4 (taskd.yaml:1)");
    assertThat(Configs.of("worker.concurrency: 4", "queues: {default: {concurrency: 4}}").queues())
        .contains(share("default", 4));
    assertThat(
            Configs.faultsWith(
                Map.of("TASKD_WORKER_CONCURRENCY", "5"), "queues: {default: {concurrency: 4}}"))
        .containsExactly(
            "queues.default.concurrency (taskd.yaml:1): differs from worker.concurrency (5,"
                + " TASKD_WORKER_CONCURRENCY), which means the same: keep one of them");
  }

  @Test
  void queue_that_cannot_be_is_refused() {
    assertThat(
            Configs.faults(
                "queues:",
                "  a: {topics: [x, y, x]}",
                "  b: {topics: [y]}",
                "  empty: {concurrency: 1}",
                "  Bad Name: {topics: [z]}",
                "  c: {topics: ['no topic']}"))
        .containsExactlyInAnyOrder(
            "queues.a.topics (taskd.yaml:2): lists x twice: a topic belongs to one queue",
            "queues.b.topics (taskd.yaml:3): lists y as queues.a does: a topic belongs to one"
                + " queue",
            "queues.empty.topics (taskd.yaml:4): lists no topic, so that nothing would run there:"
                + " list one, or remove the queue",
            "queues.Bad Name (taskd.yaml:5): has a name that cannot be used: queue is not 1 to 50"
                + " lower-case letters, digits, dots, hyphens and underscores: Bad Name",
            "queues.c.topics (taskd.yaml:6): \"no topic\" is not a topic: write 1 to 100 letters,"
                + " digits, dots, hyphens and underscores");
  }

  @Test
  void task_types_have_known_steps() {
    TaskdConfig config =
        Configs.of(
            "worker: {timeout: 7s}",
            "steps:",
            "  probe:",
            "  media.encode: {timeout: 3h}",
            "task-types:",
            "  media.transcode: {steps: [probe, media.encode]}",
            "  approval: {}",
            "  thumbnail: {steps: probe}");

    assertThat(config.steps())
        .containsExactly(
            new TaskdConfig.Step("media.encode", Duration.ofHours(3)),
            new TaskdConfig.Step("probe", Duration.ofSeconds(7)));
    assertThat(config.taskTypes())
        .containsExactly(
            new TaskType("approval", List.of()),
            new TaskType("media.transcode", List.of("probe", "media.encode")),
            new TaskType("thumbnail", List.of("probe")));
    assertThat(Configs.effective(config, "steps.probe.timeout")).isEqualTo("7s (taskd.yaml:1)");
    assertThat(Configs.effective(config, "task-types.approval.steps")).isEqualTo("none (default)");
  }

  @Test
  void task_type_that_cannot_be_is_refused() {
    assertThat(
            Configs.faults(
                "steps: {encode: {}, 'b c': {}}",
                "task-types:",
                "  a: {steps: [encdoe, nothing, 'b c']}",
                "  echo: {}",
                "  'd e': {}",
                "  " + "f".repeat(101) + ": {}"))
        .containsExactlyInAnyOrder(
            "steps.b c (taskd.yaml:1): has a name that cannot be used: step is not 1 to 95"
                + " letters, digits, dots, hyphens and underscores: b c",
            "task-types.a.steps (taskd.yaml:3): names the step \"encdoe\", which is none of steps:"
                + " add it there; did you mean encode?",
            "task-types.a.steps (taskd.yaml:3): names the step \"nothing\", which is none of steps:"
                + " add it there",
            "task-types.echo (taskd.yaml:4): is built in and cannot be configured: use another"
                + " name",
            "task-types.d e (taskd.yaml:5): has a name that cannot be used: task type is not 1 to"
                + " 100 letters, digits, dots, hyphens and underscores: d e",
            "task-types."
                + "f".repeat(101)
                + " (taskd.yaml:6): has a name that cannot be used: task type is not 1 to 100"
                + " letters, digits, dots, hyphens and underscores: "
                + "f".repeat(101));
  }

  private static TaskdConfig.QueueShare share(String queue, int concurrency, String... topics) {
    return new TaskdConfig.QueueShare(
        new Queue(queue), concurrency, List.of(topics).stream().map(Topic::new).toList());
  }
}
