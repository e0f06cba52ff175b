package dev.taskd.adapters.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BodiesTest {
  private static final int LIMIT = 100_000;

  private final TestServer server =
      new TestServer(new HttpSettings("127.0.0.1", 0, LIMIT, List.of(), List.of()));
  private final Client client = server.client;

  @AfterAll
  void stop() {
    server.close();
  }

  private Reply submitInput(String input) {
    return client.post("/v1/tasks", "{\"type\":\"approval\",\"input\":" + input + "}");
  }

  private Reply submitAs(String contentType) {
    return client.send(
        client
            .request("/v1/tasks")
            .header("Content-Type", contentType)
            .POST(BodyPublishers.ofString("{\"type\":\"approval\"}")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"a\\u0000b\"",
        "{\"a\\u0000b\": {\"c\": [\"\\u0000\"]}}",
        "\"\\ud800\"",
        "[\"\\udc00\", \"\\ud83d\"]",
        "12345678901234567890123456789012345678901234567890.10",
        "1e999999999",
        "-0.0",
        "[1.0, 1.00, 1E2]",
        "{ \"b\" :1,\t\"a\":2 }",
        "{\"x\":{\"a\":1,\"a\":2}}",
        "\"\\u00e9 \u00e9 \ud83d\ude00 \\/\"",
        "\"\u2028\u202e\ufeff\"",
        "true",
        "[]"
      })
  void an_input_comes_back_byte_for_byte(String input) {
    Reply created = submitInput(input);

    assertThat(created.status()).isEqualTo(201);
    assertThat(created.body()).contains("\"input\":" + input + ",");
    assertThat(client.get(created.header("Location")).body()).isEqualTo(created.body());
    assertThat(client.get("/v1/tasks").body()).contains("\"input\":" + input + ",");
  }

  @ParameterizedTest
  @ValueSource(ints = {99, 100, 101, 10_000})
  void nesting_is_bounded(int depth) {
    Reply reply = submitInput("[".repeat(depth - 1) + "]".repeat(depth - 1));

    assertThat(reply.status()).isEqualTo(depth <= 100 ? 201 : 400);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "{",
        "}",
        "{}{}",
        "{} x",
        "nope",
        "{'type':'approval'}",
        "{\"type\":\"approval\",}",
        "{type:1}",
        "{\"type\":NaN}",
        "{\"input\":01}",
        "{\"input\":+1}",
        "{\"input\":.5}",
        "{\"input\":\"\t\"}",
        "{\"input\":\"\\x\"}",
        "{\"input\":\"\\u12\"}",
        "/**/{}",
        "\ufeff{}",
        "{\"type\":\"approval\",\"type\":\"working\"}",
        "{\"t\":1,\"\\u0074\":2}",
        "{\"a\":\u00a01}",
        "[1"
      })
  void what_is_not_one_json_document_is_refused(String body) {
    Reply refused = client.post("/v1/tasks", body);

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.code()).isEqualTo("invalid_json");
    assertThat(refused.text("/detail")).startsWith("The body is ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"[]", "null", "\"text\"", "7", "true"})
  void a_document_that_is_no_object_is_a_wrong_value(String body) {
    Reply refused = client.post("/v1/tasks", body);

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.code()).isEqualTo("invalid_request");
    assertThat(refused.text("/errors/0/pointer")).isEmpty();
    assertThat(refused.text("/errors/0/detail")).isEqualTo("The body is not a JSON object.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{}|/type is missing and needed.",
        "{\"type\":\"\"}|/type is \"\", which is not known here (known: approval, working).",
        "{\"type\":\"zzz\"}|/type is \"zzz\", which is not known here (known: approval, working).",
        "{\"type\":\"approval\",\"priority\":\"\"}|/priority is not high, normal or low.",
        "{\"type\":\"approval\",\"metadata\":[]}|/metadata is not a JSON object.",
        "{\"type\":\"approval\",\"\":1}|/ is not known here (known: type, input, priority, run_at,"
            + " max_attempts, metadata)."
      })
  void a_flaw_is_a_sentence_with_its_place_and_its_remedy(String body, String sentence) {
    Reply refused = client.post("/v1/tasks", body);

    assertThat(refused.text("/detail")).isEqualTo(sentence);
    assertThat(refused.text("/errors/0/detail")).isEqualTo(sentence);
  }

  @Test
  void a_fault_is_told_with_its_place_and_without_the_text() {
    Reply refused = client.post("/v1/tasks", "{\n \"type\": \"secret\", oops}");

    assertThat(refused.text("/detail")).contains("line 2").contains("column").doesNotContain("sec");
  }

  @Test
  void bytes_that_are_not_utf8_are_refused() {
    for (byte[] wrong :
        List.of(
            new byte[] {(byte) 0xff},
            new byte[] {(byte) 0xc0, (byte) 0x80},
            new byte[] {(byte) 0xed, (byte) 0xa0, (byte) 0x80},
            new byte[] {(byte) 0xe2, (byte) 0x82})) {
      byte[] start = "{\"type\":\"approval\",\"input\":\"".getBytes(StandardCharsets.UTF_8);
      byte[] end = "\"}".getBytes(StandardCharsets.UTF_8);

      Reply refused =
          client.post("/v1/tasks", BodyPublishers.ofByteArrays(List.of(start, wrong, end)));

      assertThat(refused.status()).isEqualTo(400);
      assertThat(refused.text("/detail")).contains("not UTF-8");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{}|/type",
        "{\"type\":null}|/type",
        "{\"type\":7}|/type",
        "{\"type\":[\"approval\"]}|/type",
        "{\"type\":\"approval\",\"priority\":\"urgent\"}|/priority",
        "{\"type\":\"approval\",\"priority\":\"HIGH\"}|/priority",
        "{\"type\":\"approval\",\"priority\":1}|/priority",
        "{\"type\":\"approval\",\"run_at\":\"tomorrow\"}|/run_at",
        "{\"type\":\"approval\",\"run_at\":\"2026-02-30T00:00:00Z\"}|/run_at",
        "{\"type\":\"approval\",\"run_at\":\"2026-01-31T08:00:00\"}|/run_at",
        "{\"type\":\"approval\",\"run_at\":\"2026-01-31T08:00Z\"}|/run_at",
        "{\"type\":\"approval\",\"run_at\":\"2026-01-31\"}|/run_at",
        "{\"type\":\"approval\",\"run_at\":\"+12026-01-31T08:00:00Z\"}|/run_at",
        "{\"type\":\"approval\",\"run_at\":\"9999-12-31T23:59:59-01:00\"}|/run_at",
        "{\"type\":\"approval\",\"run_at\":1769846400}|/run_at",
        "{\"type\":\"approval\",\"max_attempts\":0}|/max_attempts",
        "{\"type\":\"approval\",\"max_attempts\":-1}|/max_attempts",
        "{\"type\":\"approval\",\"max_attempts\":10001}|/max_attempts",
        "{\"type\":\"approval\",\"max_attempts\":40000}|/max_attempts",
        "{\"type\":\"approval\",\"max_attempts\":2147483648}|/max_attempts",
        "{\"type\":\"approval\",\"max_attempts\":99999999999999999999}|/max_attempts",
        "{\"type\":\"approval\",\"max_attempts\":5.0}|/max_attempts",
        "{\"type\":\"approval\",\"max_attempts\":5e0}|/max_attempts",
        "{\"type\":\"approval\",\"max_attempts\":\"5\"}|/max_attempts",
        "{\"type\":\"approval\",\"max_attempts\":true}|/max_attempts",
        "{\"type\":\"approval\",\"metadata\":[]}|/metadata",
        "{\"type\":\"approval\",\"metadata\":\"x\"}|/metadata",
        "{\"type\":\"approval\",\"inputs\":1}|/inputs",
        "{\"type\":\"approval\",\"idempotency_key\":\"k\"}|/idempotency_key",
        "{\"type\":\"approval\",\"a/b~c\":1}|/a~1b~0c",
      })
  void a_wrong_value_is_pointed_at(String body, String pointer) {
    Reply refused = client.post("/v1/tasks", body);

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.code()).isEqualTo("invalid_request");
    assertThat(refused.text("/errors/0/pointer")).isEqualTo(pointer);
  }

  @Test
  void all_wrong_values_are_told_at_once() {
    Reply refused =
        client.post("/v1/tasks", "{\"tipe\":\"x\",\"priority\":0,\"run_at\":0,\"max_attempts\":0}");

    assertThat(refused.json().at("/errors").findValuesAsString("pointer"))
        .containsExactlyInAnyOrder("/tipe", "/type", "/priority", "/run_at", "/max_attempts");
    assertThat(refused.text("/errors/0/detail")).contains("did you mean type?");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\\u0000b", "\\ud800", "a\\nb", "\\u202e", "' OR 1=1 --"})
  void an_odd_type_is_unknown(String type) {
    Reply refused = client.post("/v1/tasks", "{\"type\":\"" + type + "\"}");

    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.code()).isEqualTo("unknown_task_type");
  }

  @Test
  void an_odd_reason_is_made_safe() {
    String id = server.submit("approval");

    Reply failed =
        client.post("/v1/tasks/" + id + "/fail", "{\"message\":\"a\\u0000\\ud800\\u202eb\"}");

    assertThat(failed.status()).isEqualTo(200);
    assertThat(failed.text("/error/message")).doesNotContain("\u0000", "\ud800", "\u202e");
  }

  @Test
  void a_body_at_the_limit_is_taken_and_one_byte_more_is_not() {
    String most =
        "\"" + "x".repeat(LIMIT - "{\"type\":\"approval\",\"input\":\"\"}".length()) + "\"";

    assertThat(submitInput(most).status()).isEqualTo(201);
    assertThat(submitInput(most + " ").status()).isEqualTo(413);
    assertThat(submitInput(most + " ").code()).isEqualTo("body_too_large");
  }

  @Test
  void a_body_without_length_is_taken_up_to_the_limit() {
    byte[] right = "{\"type\":\"approval\"}".getBytes(StandardCharsets.UTF_8);
    byte[] tooLong = new byte[LIMIT + 1];

    Reply taken =
        client.post(
            "/v1/tasks", BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(right)));
    Reply refused =
        client.post(
            "/v1/tasks", BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(tooLong)));

    assertThat(taken.status()).isEqualTo(201);
    assertThat(refused.status()).isEqualTo(413);
  }

  @Test
  void a_declared_length_beyond_the_limit_is_refused_before_a_byte_is_read() throws IOException {
    String answer =
        client.raw(
            client.head("POST", "/v1/tasks")
                + "Content-Type: application/json\r\nContent-Length: 99999999999\r\n"
                + "Expect: 100-continue\r\n\r\n");

    assertThat(answer).startsWith("HTTP/1.1 413 ").contains("\"code\":\"body_too_large\"");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "application/json",
        "Application/JSON",
        "application/json;charset=utf-8",
        "application/json; charset=UTF-8",
        "application/json; charset=\"utf-8\""
      })
  void json_is_taken_by_its_name(String contentType) {
    assertThat(submitAs(contentType).status()).isEqualTo(201);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/json; charset=iso-8859-1",
        "application/json; charset=utf-16",
        "application/jsonp",
        "application/merge-patch+json",
        "text/plain; a=application/json",
        "*/*",
        "nonsense"
      })
  void other_content_types_are_refused(String contentType) {
    Reply refused = submitAs(contentType);

    assertThat(refused.status()).isEqualTo(415);
    assertThat(refused.code()).isEqualTo("unsupported_media_type");
  }

  @Test
  void a_body_without_a_content_type_or_with_two_is_refused() throws IOException {
    String start = client.head("POST", "/v1/tasks") + "Connection: close\r\nContent-Length: 2\r\n";
    String json = "Content-Type: application/json\r\n";

    assertThat(client.raw(start + "\r\n{}")).startsWith("HTTP/1.1 415 ");
    assertThat(client.raw(start + json + "Content-Type: text/plain\r\n\r\n{}"))
        .startsWith("HTTP/1.1 4");
  }

  @ParameterizedTest
  @ValueSource(strings = {"gzip", "identity", "br", ""})
  void content_encodings_are_refused(String encoding) {
    Reply refused =
        client.post("/v1/tasks", "{\"type\":\"approval\"}", "Content-Encoding", encoding);

    assertThat(refused.status()).isEqualTo(415);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"reason\":1}", "[]", "{", "{\"result\":1,\"results\":2}"})
  void a_body_that_asks_for_what_there_is_not_is_refused(String body) {
    String id = server.submit("approval");

    assertThat(client.post("/v1/tasks/" + id + "/cancel", body).status()).isEqualTo(400);
    assertThat(client.post("/v1/tasks/" + id + "/complete", body).status()).isEqualTo(400);
    assertThat(client.post("/v1/admin/jobs/1/retry", body).status()).isEqualTo(400);
    assertThat(client.get("/v1/tasks/" + id).text("/state")).isEqualTo("waiting");
  }
}
