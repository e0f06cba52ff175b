package dev.taskd.bootstrap.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SecretsTest {
  private static final String SECRET = "TOPSECRET";

  @Test
  void secrets_are_hidden_in_what_is_printed() {
    TaskdConfig config =
        Configs.with(
            Map.of("TASKD_POSTGRES_PASSWORD", SECRET),
            "storage: postgres",
            "postgres: {url: 'postgresql://db/taskd'}",
            "webhook: {url: 'https://hooks.test/TOPSECRET'}",
            "auth: {tokens: [TOPSECRET-TOPSECRET, TOPSECRET_TOPSECRET]}");

    assertThat(config.toString()).doesNotContain(SECRET);
    assertThat(config.effective().toString()).doesNotContain(SECRET);
    assertThat(Configs.effective(config, "postgres.password"))
        .isEqualTo("*** (TASKD_POSTGRES_PASSWORD)");
    assertThat(Configs.effective(config, "webhook.url")).isEqualTo("*** (taskd.yaml:3)");
    assertThat(Configs.effective(config, "auth.tokens")).isEqualTo("*** (taskd.yaml:4)");
    assertThat(Configs.effective(config, "postgres.url"))
        .isEqualTo("postgresql://db/taskd (taskd.yaml:2)");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "auth: {tokens: [TOPSECRET]}",
        "auth: {tokens: 'TOPSECRET TOPSECRET TOPSECRET'}",
        "auth: {tokens: [TOPSECRETTOPSECRET, TOPSECRETTOPSECRET]}",
        "auth: {tokens: {TOPSECRET: }}",
        "auth: {tokens: {a: TOPSECRET}}",
        "auth: TOPSECRET",
        "auth: [TOPSECRET]",
        "TOPSECRET",
        "auth: {tokens: [TOPSECRET",
        "webhook: {url: TOPSECRET}",
        "webhook: {url: 'https://hooks.test/a b?t=TOPSECRET'}",
        "webhook: {url: [TOPSECRET]}",
        "webhook: {url: !TOPSECRET x}",
        "postgres: {password: TOPSECRET}",
        "postgres: {password: [TOPSECRET]}",
        "postgres: {password: *TOPSECRET}",
        "postgres: {password: \"TOPSECRET\\n\"}",
        "postgres: {password: \"TOPSECRET\\q\"}",
        "postgres: {url: 'postgresql://me:TOPSECRET@db/taskd'}",
        "postgres: {url: 'postgresql://db/taskd?pass%77ord=TOPSECRET'}",
        "postgres: {url: 'postgresql://db/taskd?%zz=TOPSECRET'}",
        "postgres: {url: 'mysql://db/taskd?secret=TOPSECRET'}",
        "storage: 'postgresql://me:TOPSECRET@db/taskd'",
        "database: {password: TOPSECRET}",
        "servers: {gpu: {token: TOPSECRET}}"
      })
  void secrets_are_in_no_fault(String line) {
    ConfigException refused = catchThrowableOfType(ConfigException.class, () -> Configs.of(line));
    var printed = new StringWriter();
    refused.printStackTrace(new PrintWriter(printed, true));

    assertThat(refused.faults()).isNotEmpty();
    assertThat(refused.faults().toString()).doesNotContain(SECRET);
    assertThat(printed.toString()).doesNotContain(SECRET);
  }

  @Test
  void faults_stay_on_their_line_and_are_not_endless() {
    String faults =
        Configs.faults(
                "storage: \"a\\nb\\e[31m\\u202Ec\"",
                "\"x\\ny\\e]0;\": 1",
                "notifier: " + "n".repeat(100_000))
            .toString();

    assertThat(faults)
        .contains("a\\u{a}b\\u{1b}[31m\\u{202e}c", "x\\u{a}y\\u{1b}]0;")
        .doesNotContain("\n", "\u001b", "\u202e")
        .hasSizeLessThan(1_000);
  }
}
