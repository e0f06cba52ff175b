package dev.taskd.bootstrap.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SourcesTest {
  @Test
  void from_takes_the_environment_before_the_file_before_the_defaults() {
    TaskdConfig config =
        Configs.with(
            Map.of("TASKD_WORKER_BATCH", "300", "TASKD_WEBHOOK_TIMEOUT", " 5s\n"),
            "worker: {batch: 200, timeout: 1m}");

    assertThat(Configs.effective(config, "worker.batch")).isEqualTo("300 (TASKD_WORKER_BATCH)");
    assertThat(Configs.effective(config, "worker.timeout")).isEqualTo("1m (taskd.yaml:1)");
    assertThat(Configs.effective(config, "webhook.timeout"))
        .isEqualTo("5s (TASKD_WEBHOOK_TIMEOUT)");
    assertThat(Configs.effective(config, "worker.poll-max")).isEqualTo("2s (default)");
    assertThat(config.worker().batch()).isEqualTo(300);
  }

  @Test
  void from_reads_every_plain_key_from_the_environment() {
    var environment = new HashMap<String, String>();
    environment.put("TASKD_HTTP_HOST", "::1");
    environment.put("TASKD_HTTP_PORT", "0");
    environment.put("TASKD_HTTP_MAX_BODY", "2MiB");
    environment.put("TASKD_HTTP_ALLOWED_HOSTS", "taskd.test, ITASKD.test");
    environment.put("TASKD_STORAGE", "postgres");
    environment.put("TASKD_DATA_DIR", "/data");
    environment.put("TASKD_POSTGRES_URL", "postgresql://db/taskd");
    environment.put("TASKD_POSTGRES_DIRECT_URL", "postgresql://db:5433/taskd");
    environment.put("TASKD_POSTGRES_USER", "me");
    environment.put("TASKD_POSTGRES_PASSWORD", "secret word");
    environment.put("TASKD_POSTGRES_POOL_SIZE", "9");
    environment.put("TASKD_WORKER_CONCURRENCY", "17");
    environment.put("TASKD_WORKER_BATCH", "65");
    environment.put("TASKD_WORKER_POLL_MIN", "51ms");
    environment.put("TASKD_WORKER_POLL_MAX", "3s");
    environment.put("TASKD_WORKER_MAX_ATTEMPTS", "6");
    environment.put("TASKD_WORKER_BACKOFF_BASE", "2s");
    environment.put("TASKD_WORKER_BACKOFF_MAX", "6m");
    environment.put("TASKD_WORKER_TIMEOUT", "31s");
    environment.put("TASKD_WORKER_MAX_CRASHES", "4");
    environment.put("TASKD_NODE_HEARTBEAT", "1s");
    environment.put("TASKD_NODE_LOST_AFTER", "10s");
    environment.put("TASKD_RETENTION_FINISHED", "24h");
    environment.put("TASKD_RETENTION_DEAD", "48h");
    environment.put("TASKD_SHUTDOWN_DRAIN_DELAY", "1s");
    environment.put("TASKD_SHUTDOWN_DRAIN_TIMEOUT", "0s");
    environment.put("TASKD_NOTIFIER", "webhook");
    environment.put("TASKD_WEBHOOK_URL", "https://hooks.test/x");
    environment.put("TASKD_WEBHOOK_TIMEOUT", "11s");
    environment.put("TASKD_WEBHOOK_ALLOW_PRIVATE_TARGETS", "true");
    environment.put("TASKD_AUTH_TOKENS", "1234567890123456,6543210987654321");

    TaskdConfig config = Configs.with(environment);

    assertThat(environment).containsOnlyKeys(Keys.plainKeys().stream().map(Key::variable).toList());
    assertThat(config.effective().stream().filter(s -> s.source().startsWith("TASKD_")))
        .extracting(Setting::key)
        .containsAll(Keys.plainKeys().stream().map(Key::name).toList());
    assertThat(config.http().allowedHosts()).containsExactly("taskd.test", "itaskd.test");
    assertThat(config.auth().tokens())
        .extracting(Secret::value)
        .containsExactly("1234567890123456", "6543210987654321");
    assertThat(config.notifier()).isInstanceOf(TaskdConfig.Notifier.Webhook.class);
  }

  @Test
  void from_takes_an_empty_variable_as_not_set() {
    TaskdConfig config =
        Configs.with(
            Map.of("TASKD_WORKER_BATCH", "", "TASKD_AUTH_TOKENS", " "),
            "auth: {tokens: [1234567890123456]}");

    assertThat(config.worker().batch()).isEqualTo(64);
    assertThat(config.auth().tokens()).hasSize(1);
  }

  @Test
  void from_tells_every_fault_at_once() {
    assertThat(
            Configs.faultsWith(
                Map.of("TASKD_WORKER_BATCH", "many", "TASKD_HTTP_PROT", "1"),
                "http: {port: 99999}",
                "wroker: {batch: 1, timeout: 1s}",
                "worker: {timeout: 30}",
                "storage: oracle"))
        .containsExactlyInAnyOrder(
            "TASKD_HTTP_PROT (environment): is an unknown variable: did you mean TASKD_HTTP_PORT?",
            "wroker (taskd.yaml:2): is an unknown section: did you mean worker?",
            "http.port (taskd.yaml:1): \"99999\" is not a whole number from 0 to 65535",
            "storage (taskd.yaml:4): \"oracle\" is not one of embedded, postgres, memory",
            "worker.batch (TASKD_WORKER_BATCH): \"many\" is not a whole number from 1 to 1000",
            "worker.timeout (taskd.yaml:3): \"30\" has no unit: write a duration such as 250ms,"
                + " 30s, 5m or 2h");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "worker: {bacth: 1} | worker.bacth (taskd.yaml:1): is an unknown key: did you mean"
            + " worker.batch?",
        "worker: {poll_min: 1s} | worker.poll_min (taskd.yaml:1): is an unknown key: did you mean"
            + " worker.poll-min?",
        "worker: {pollMax: 1s} | worker.pollMax (taskd.yaml:1): is an unknown key: did you mean"
            + " worker.poll-max?",
        "HTTP: {PORT: 1} | HTTP (taskd.yaml:1): is an unknown section: did you mean http?",
        "dataDir: x | dataDir (taskd.yaml:1): is an unknown key: did you mean data-dir?",
        "port: 1 | port (taskd.yaml:1): is an unknown key: did you mean http.port?",
        "server.port: 1 | server.port (taskd.yaml:1): is an unknown key: did you mean http.port?",
        "database: {url: x} | database (taskd.yaml:1): is an unknown section: did you mean"
            + " postgres.url?",
        "task_types: {a: {}} | task_types (taskd.yaml:1): is an unknown section: did you mean"
            + " task-types?",
        "queue: {a: {}} | queue (taskd.yaml:1): is an unknown section: did you mean queues?",
        "queues: {a: {concurency: 1, topics: [b]}} | queues.a.concurency (taskd.yaml:1): is an"
            + " unknown key: did you mean concurrency?",
        "steps: {a: {queue: b}} | steps.a.queue (taskd.yaml:1): is an unknown key: remove it",
        "colour: red | colour (taskd.yaml:1): is an unknown key: remove it",
        "1: x | 1 (taskd.yaml:1): is an unknown key: remove it",
        "\"\": x | (taskd.yaml:1): is an unknown key: remove it",
        "log: {format: json} | log (taskd.yaml:1): is an unknown section: remove it",
        "results: {tick: 2s, channel: x} | results (taskd.yaml:1): is not supported by this version"
            + " of taskd: remove it",
        "redis.url: x | redis (taskd.yaml:1): is not supported by this version of taskd: remove it",
        "servers: {a: {token: TOPSECRET}} | servers (taskd.yaml:1): is not supported by this"
            + " version of taskd: remove it",
        "steps: {a: {servers: [b]}} | steps.a.servers (taskd.yaml:1): is not supported by this"
            + " version of taskd: remove it",
        "steps: {a: {retries: 1}} | steps.a.retries (taskd.yaml:1): is not supported by this"
            + " version of taskd: remove it"
      })
  void from_names_the_nearest_key(String line, String fault) {
    assertThat(Configs.faults(line)).extracting(String::strip).containsExactly(fault);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "TASKD_WORKER_BACTH | is an unknown variable: did you mean TASKD_WORKER_BATCH?",
        "TASKD_WORKERBATCH | is an unknown variable: did you mean TASKD_WORKER_BATCH?",
        "TASKD_worker_batch | is an unknown variable: did you mean TASKD_WORKER_BATCH?",
        "TASKD_PORT | is an unknown variable: did you mean TASKD_HTTP_PORT?",
        "TASKD_DB_URL | is an unknown variable: did you mean TASKD_POSTGRES_URL?",
        "TASKD_CONFIG | is an unknown variable: remove it",
        "TASKD_ | is an unknown variable: remove it",
        "TASKD_SERVICE_NAME | is an unknown variable: remove it",
        "TASKD_QUEUES | cannot be set here: write queues in the configuration file",
        "TASKD_QUEUES_DEFAULT_CONCURRENCY | cannot be set here: write queues in the configuration"
            + " file",
        "TASKD_STEPS_ENCODE_TIMEOUT | cannot be set here: write steps in the configuration file",
        "TASKD_TASK_TYPES_A_STEPS | cannot be set here: write task-types in the configuration file",
        "TASKD_RESULTS_TICK | is not supported by this version of taskd: remove it",
        "TASKD_REDIS_URL | is not supported by this version of taskd: remove it",
        "TASKD_SERVERS_GPU_URL | is not supported by this version of taskd: remove it"
      })
  void from_names_the_nearest_variable(String variable, String problem) {
    assertThat(Configs.faultsWith(Map.of(variable, "1")))
        .containsExactly(variable + " (environment): " + problem);
  }

  @Test
  void from_lets_variables_pass_that_an_orchestrator_injects() {
    var injected = new HashMap<String, String>();
    for (String name : new String[] {"TASKD", "TASKD_WEB", "TASKD_HTTP"}) {
      injected.put(name + "_SERVICE_HOST", "10.0.0.1");
      injected.put(name + "_SERVICE_PORT", "8080");
      injected.put(name + "_SERVICE_PORT_HTTP", "8080");
      injected.put(name + "_SERVICE_PORT_HTTP_ALT", "8081");
      injected.put(name + "_PORT", "tcp://10.0.0.1:8080");
      for (String protocol : new String[] {"TCP", "UDP", "SCTP"}) {
        injected.put(name + "_PORT_8080_" + protocol, "tcp://10.0.0.1:8080");
        injected.put(name + "_PORT_8080_" + protocol + "_PROTO", "tcp");
        injected.put(name + "_PORT_8080_" + protocol + "_PORT", "8080");
        injected.put(name + "_PORT_8080_" + protocol + "_ADDR", "10.0.0.1");
      }
    }
    injected.put("TASKD_JAVA_HOME", "/opt/jdk");
    injected.put("TASKD_TEST_JDBC_URL", "jdbc:postgresql://db/test");
    injected.put("TASKDX", "1");
    injected.put("HTTP_PORT", "1");

    assertThat(Configs.with(injected)).isEqualTo(Configs.of());
  }

  @Test
  void from_refuses_what_only_looks_injected() {
    assertThat(
            Configs.faultsWith(
                Map.of(
                    "TASKD_SERVICE_TIMEOUT", "1",
                    "TASKD_PORT_HTTP_TCP", "1",
                    "TASKD_PORT_8080_TCP_HOST", "1",
                    "TASKD_JAVA_HOMES", "1",
                    "TASKD_HTTP_PORT", "http://10.0.0.1:80")))
        .hasSize(5);
  }
}
