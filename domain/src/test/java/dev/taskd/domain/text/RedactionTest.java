package dev.taskd.domain.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RedactionTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "timeout after 3/5 attempts",
        "expected text/plain got application/json",
        "ratio 1/2",
        "date 2024/01/02",
        "and/or",
        "see RFC 9110 s.15",
        "Class a/b/C not found",
        "status: n/a",
        "API token parameter is required",
        "password: must not be empty",
        "password=null",
        "password=***",
        "token is expired",
        "--password must be given",
        "Bearer token is missing",
        "bearer authentication required",
        "Basic usage follows",
        "whsec_ too short",
        "FATAL: password authentication failed for user \"taskd\"",
        "Unexpected token '}' at 3",
        "Unexpected token: } at 3",
        "Unrecognized token 'foo': was expecting (JSON String, Number or Array)",
        "max_tokens: 4096",
        "key: value",
        "</div> <br/> // comment /* x */ s/a/b/",
        "10 req /s, I/O error, 3 / 5",
        "connect to h.test/93.184.216.34:443 refused",
        "dev.taskd.Foo$Bar$$Lambda/0x00007f8b1c",
        "where a = ? and b > 3",
        "task 01890a5d-ac96-774b-bcce-b302099a8057 ended",
        "Job-123e4567-e89b-12d3-a456-426614174000-123E4567-E89B-12D3-A456-426614174000",
        "expected 2026-01-02T03:04:05.678901Z",
        "shouldReturnInternalServerErrorWhenTheDatabaseIsDown",
        "taskd-worker-7d9f8b6c5d-x2v9z-0123456789ab",
        "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
        "violates unique constraint \"jobs_topic_state_available_at_idx2\"",
        "12345678901234567890123456789012345678901234567890",
        "SLOVAKIA-REGION npm_config_user_agent task_test_runner_of_the_day",
      })
  void redact_leaves_innocent_text_alone(String text) {
    assertThat(SafeText.of(text).value()).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '~',
      delimiter = '|',
      value = {
        "password=hunter2                      | password=[redacted]",
        "password=hunter2, user=bob            | password=[redacted], user=bob",
        "password=hunter2,user=bob             | password=[redacted],user=bob",
        "password=hun,ter2 user=bob            | password=[redacted] user=bob",
        "pwd: hunter2.                         | pwd: [redacted].",
        "DB_PASSWORD2=hunter2                  | DB_PASSWORD2=[redacted]",
        "postgres.password = \"a b\"           | postgres.password = \"[redacted]\"",
        "API key: abc                          | API key: [redacted]",
        "x-api-key: abc                        | x-api-key: [redacted]",
        "clientSecret => 'a'                   | clientSecret => '[redacted]'",
        "password := a                         | password := [redacted]",
        "result_key=a1b2                       | result_key=[redacted]",
        "auth.tokens: [a, b] set               | auth.tokens: [[redacted]] set",
        "Config[user=u, password=p]            | Config[user=u, password=[redacted]]",
        "Key (token)=(a b) already exists.     | Key (token)=([redacted]) already exists.",
        "mysql --password hunter2 -u x         | mysql --password [redacted] -u x",
        "mysql --password \"a b\" -u x        | mysql --password \"[redacted]\" -u x",
        "{\"password\":\"x y\",\"user\":\"u\"} | {\"password\":\"[redacted]\",\"user\":\"u\"}",
        "{'token': 'x', 'a': 1}                | {'token': '[redacted]', 'a': 1}",
        "password: \"a b c\" then              | password: \"[redacted]\" then",
        "\"password\":\"a\\\"b\",\"x\":1       | \"password\":\"[redacted]\",\"x\":1",
        "{\\\"pwd\\\":\\\"a\\\\\\\"b\\\",\\\"x\\\":1} |"
            + " {\\\"pwd\\\":\\\"[redacted]\\\",\\\"x\\\":1}",
        "\"password\":\"a\\\" b\",\"x\":1      | \"password\":\"[redacted]\",\"x\":1",
        "password='it''s' x                    | password='[redacted]' x",
        "password=\"never closed, and more     | password=\"[redacted]",
        "password=[redacted]hunter2            | password=[redacted]",
        "password=…hunter2                     | password=[redacted]",
        "Bearer TOPSECRET                      | Bearer [redacted]",
        "Basic dXNlcjpwYXNz                    | Basic [redacted]",
        "Authorization: Basic dXNlcjpwYXNz now | Authorization: [redacted] now",
        "-H 'Authorization: Bearer abc' -X PUT | -H 'Authorization: [redacted]' -X PUT",
        "Cookie: sid=abc; theme=dark end       | Cookie: [redacted] end",
      })
  void redact_hides_what_is_assigned_to_the_name_of_a_secret(String text, String expected) {
    assertThat(SafeText.of(text).value()).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw,             [redacted]",
    "id AKIAIOSFODNN7EXAMPLE.,                           id [redacted].",
    "(ghp_0123456789abcdefghij),                         ([redacted])",
    "github_pat_0123456789_abcdefghij,                   [redacted]",
    "xoxb-1234-abcd,                                     [redacted]",
    "sk_live_0123456789abcdef,                           [redacted]",
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc-def_g end, [redacted] end",
    "wordghp_0123456789abcdefghij,                       word[redacted]",
    "of 0123456789abcdef0123456789abcdef,                of [redacted]",
    "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b,    sha256:[redacted]",
    "k3j4h5k3j4h5g6f7d8s9a0p1o2i3u4y5t6,                 [redacted]",
    "Ab1c2D3e4F5g6H7i8J9k0L1m2N3o4P5q6R==,               [redacted]==",
    "Ab1cd/D3ef+F5gh_H7ij-J9kl0L1mn2N3op4P5qr6R,         [redacted]",
    "123e4567-e89b-12d3-a456-426614174000-Ab1cd/D3ef+F5gh_H7ij-J9kl_K1mn2,"
        + " 123e4567-e89b-12d3-a456-426614174000[redacted]",
    "Ab1c2D3e4F5g6H7i8J9k0L1m2N3o4P5q6R/password=hu!nt,  [redacted]/password=[redacted]",
    "a -----BEGIN RSA PRIVATE KEY----- MII b= -----END RSA PRIVATE KEY----- z, a -----[redacted] z",
    "key=-----BEGIN PRIVATE KEY----- MII,                key=-----[redacted]",
    "private_key=-----BEGIN PRIVATE KEY----- MII,        private_key=[redacted] [redacted]",
    "a -----BEGIN PRIVATE KEY----- MIIB and no end,      a -----[redacted]",
  })
  void redact_hides_secrets_by_their_look(String text, String expected) {
    assertThat(SafeText.of(text).value()).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '~',
      delimiter = '|',
      value = {
        "GET https://h.test/services/T0/B0/TOPSECRET: 500 | GET [url h.test]: 500",
        "see https://h.test:8443/x?token=TOPSECRET.       | see [url h.test:8443].",
        "see (http://my_service:9001/run), twice          | see ([url my_service:9001]), twice",
        "<a href=\"https://h.test/T\">x</a>               | <a href=\"[url h.test]\">x</a>",
        "https://user:secret@hook.example/                | [url hook.example]",
        "https://good.example@127.0.0.1/                  | [url 127.0.0.1]",
        "https://127.0.0.1#@good.example/                 | [url]",
        "https://good.example\\@127.0.0.1/                | [url]",
        "amqp://guest:gu/est@h.test                       | [url]",
        "http://[::ffff:7f00:1]/                          | [url [::ffff:7f00:1]]",
        "https:///TOPSECRET                               | [url]",
        "postgres://u:p,w@h1:5432,h2:5432/db              | [url h1:5432]",
        "redis://:p4ss@h:6379/0                           | [url h:6379]",
        "jdbc:postgresql://h:5432/db?user=x&password=y    | [url h:5432]",
        "jdbc:oracle:thin:scott/tiger@h                   | [url]",
        "{\"url\":\"https:\\/\\/h.test\\/T\",\"ok\":true} | {\"url\":\"[url h.test]\",\"ok\":true}",
        "next=https%3A%2F%2Fh.test%2FTOPSECRET            | next=[url]",
        "bad url https://h.test/a b?t=TOPSECRET here      | bad url [url h.test] b?t=[redacted]"
            + " here",
        "token=abc&user=bob, /v1?k=v&l=%20#m here            | token=[redacted]&user=[redacted],"
            + " [path] here",
        "GET x?t=[redacted]TOPSECRET                      | GET x?t=[redacted]",
        "form a=b&c=d                                     | form a=b&c=[redacted]",
        "bad url 'https://h.test/a b/TOPSECRET' here      | bad url '[url h.test]' here",
        "Illegal character in path at index 16: https://h.test/a b/TOPSECRET"
            + " | Illegal character in path at index 16: [url h.test]",
      })
  void redact_leaves_of_a_url_its_host(String text, String expected) {
    assertThat(SafeText.of(text).value()).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '~',
      delimiter = '|',
      value = {
        "open /home/x/y.txt: No such file           | open [path]: No such file",
        "error at /srv/app.py:12: bad               | error at [path]: bad",
        "in \"/home/al ice/x\" failed               | in \"[path]\" failed",
        "file:/home/x/y.jar!/a                      | file:[path]",
        "PATH=/usr/bin:/bin, HOME=~/.ssh                        | PATH=[path], HOME=[path]",
        "POST /v1/tasks HTTP/1.1                    | POST [path] HTTP/1.1",
        "//h.test/TOPSECRET                         | [path]",
        "{\"path\":\"\\/home\\/x\"}                 | {\"path\":\"\\[path]\"}",
        "C:\\temp full                              | [path] full",
        "C:\\\\temp full                            | [path] full",
        "C:/Users/x is away                         | [path] is away",
        "C:\\temp not found in D:\\data dir         | [path] not found in [path] dir",
        "C:\\Program Files (x86)\\A\\x.txt (denied) | [path] (denied)",
        "could not read \\\\server\\share\\x y      | could not read [path] y",
      })
  void redact_hides_absolute_paths(String text, String expected) {
    assertThat(SafeText.of(text).value()).isEqualTo(expected);
  }
}
