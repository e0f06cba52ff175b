package dev.taskd.adapters.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.junit.jupiter.api.Test;

class UrlSecretsTest {
  private static final UrlSecrets SECRETS =
      UrlSecrets.of(URI.create("https://hook.example/services/T0/B0/s3cr3t%2Bkey?token=ABCDEFGH"));

  @Test
  void removed_are_the_parts_of_path_and_query_as_written_and_as_decoded() {
    assertThat(SECRETS.removedFrom("no hook s3cr3t%2Bkey, s3cr3t+key or ABCDEFGH"))
        .isEqualTo("no hook [redacted], [redacted] or [redacted]");
  }

  @Test
  void left_are_plain_words_and_what_is_too_short_to_be_a_secret() {
    String text = "services of T0 need a token at hook.example";

    assertThat(SECRETS.removedFrom(text)).isEqualTo(text);
  }

  @Test
  void nothing_is_removed_for_a_url_without_secrets() {
    assertThat(UrlSecrets.of(URI.create("https://hook.example")).removedFrom("a /b?c=d"))
        .isEqualTo("a /b?c=d");
  }
}
