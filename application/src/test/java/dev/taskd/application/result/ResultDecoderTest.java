package dev.taskd.application.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.taskd.application.json.JsonLimits;
import dev.taskd.domain.result.ResultDocument;
import dev.taskd.domain.result.StepResult;
import dev.taskd.domain.result.StepResult.ProtocolError;
import dev.taskd.domain.result.StepResult.Reason;
import dev.taskd.domain.result.StepResult.StepError;
import dev.taskd.domain.result.StepResult.Succeeded;
import dev.taskd.domain.text.SafeText;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ResultDecoderTest {
  private final ResultDecoder decoder = new ResultDecoder(JsonLimits.DEFAULT);

  static Stream<Arguments> done() {
    return Stream.of(
        arguments("{\"status\":\"done\",\"content\":{\"a\":1}}", "{\"a\":1}"),
        arguments("{\"content\":null,\"status\":\"done\"}", "null"),
        arguments("{\"status\":\"done\",\"content\":1e1000000000}", "1e1000000000"),
        arguments("{\"status\":\"done\",\"content\":\"\\u0000\"}", "\"\\u0000\""),
        arguments(" {\"status\" : \"done\", \"content\" : [ 1 , 2 ] } ", "[ 1 , 2 ]"),
        arguments("{\"st\\u0061tus\":\"d\\u006fne\",\"content\":1}", "1"),
        arguments("{\"x\":{\"status\":\"error\"},\"x\":2,\"status\":\"done\",\"content\":1}", "1"),
        arguments("{\"status\":\"done\",\"content\":1,\"message\":7,\"retryable\":\"no\"}", "1"));
  }

  @ParameterizedTest
  @MethodSource("done")
  void done_is_a_success_whose_content_stays_as_it_was_written(String document, String content) {
    assertThat(decode(document)).isEqualTo(new Succeeded(content));
  }

  static Stream<Arguments> errors() {
    return Stream.of(
        arguments("{\"status\":\"error\",\"message\":\"no disk\"}", "no disk", null, null),
        arguments(
            "{\"status\":\"error\",\"message\":\"no\",\"code\":\"E7\",\"retryable\":false}",
            "no",
            "E7",
            false),
        arguments(
            "{\"status\":\"error\",\"message\":\"later\",\"retryable\":true,\"content\":{}}",
            "later",
            null,
            true),
        arguments("{\"status\":\"error\",\"message\":\"\"}", "(no message)", null, null));
  }

  @ParameterizedTest
  @MethodSource("errors")
  void error_is_a_reported_failure_in_the_words_of_its_server(
      String document, String message, @Nullable String code, @Nullable Boolean retryable) {
    assertThat(decode(document))
        .isEqualTo(
            new StepError(
                SafeText.of(message), code == null ? null : SafeText.of(code), retryable));
  }

  static Stream<Arguments> violations() {
    return Stream.of(
        arguments("", Reason.INVALID_JSON),
        arguments(" \t\r\n ", Reason.INVALID_JSON),
        arguments("done", Reason.INVALID_JSON),
        arguments("{\"status\":\"done\",\"content\":1", Reason.INVALID_JSON),
        arguments("{\"status\":\"done\",\"content\":1} x", Reason.INVALID_JSON),
        arguments("{\"status\":\"done\",\"content\":1}{}", Reason.INVALID_JSON),
        arguments("{\"status\":\"done\",\"content\":1}\u0000", Reason.INVALID_JSON),
        arguments("\ufeff{\"status\":\"done\",\"content\":1}", Reason.INVALID_JSON),
        arguments("{\"status\":\"done\",\"content\":NaN}", Reason.INVALID_JSON),
        arguments("{'status':'done','content':1}", Reason.INVALID_JSON),
        arguments("[", Reason.INVALID_JSON),
        arguments("[]", Reason.NOT_AN_OBJECT),
        arguments("null", Reason.NOT_AN_OBJECT),
        arguments("\"done\"", Reason.NOT_AN_OBJECT),
        arguments("7", Reason.NOT_AN_OBJECT),
        arguments("[{\"status\":\"done\",\"content\":1}]", Reason.NOT_AN_OBJECT),
        arguments("{}", Reason.MISSING_STATUS),
        arguments("{\"content\":1}", Reason.MISSING_STATUS),
        arguments("{\"Status\":\"done\",\"content\":1}", Reason.MISSING_STATUS),
        arguments("{\"stauts\":\"done\",\"content\":1}", Reason.MISSING_STATUS),
        arguments("{\"status\":1,\"content\":1}", Reason.STATUS_NOT_A_STRING),
        arguments("{\"status\":true,\"content\":1}", Reason.STATUS_NOT_A_STRING),
        arguments("{\"status\":null,\"content\":1}", Reason.STATUS_NOT_A_STRING),
        arguments("{\"status\":[\"done\"],\"content\":1}", Reason.STATUS_NOT_A_STRING),
        arguments("{\"status\":\"Done\",\"content\":1}", Reason.UNKNOWN_STATUS),
        arguments("{\"status\":\"done \",\"content\":1}", Reason.UNKNOWN_STATUS),
        arguments("{\"status\":\"success\",\"content\":1}", Reason.UNKNOWN_STATUS),
        arguments("{\"status\":\"\",\"content\":1}", Reason.UNKNOWN_STATUS),
        arguments("{\"status\":\"done\\u0000\",\"content\":1}", Reason.UNKNOWN_STATUS),
        arguments("{\"status\":\"d\u043ene\",\"content\":1}", Reason.UNKNOWN_STATUS),
        arguments(
            "{\"status\":\"done\",\"content\":1,\"status\":\"error\"}", Reason.DUPLICATE_STATUS),
        arguments(
            "{\"status\":\"done\",\"content\":1,\"st\\u0061tus\":\"done\"}",
            Reason.DUPLICATE_STATUS),
        arguments("{\"status\":\"done\"}", Reason.MISSING_CONTENT),
        arguments("{\"status\":\"done\",\"content\":1,\"content\":1}", Reason.DUPLICATE_CONTENT),
        arguments("{\"status\":\"error\"}", Reason.MISSING_MESSAGE),
        arguments("{\"status\":\"error\",\"message\":null}", Reason.MESSAGE_NOT_A_STRING),
        arguments("{\"status\":\"error\",\"message\":{}}", Reason.MESSAGE_NOT_A_STRING),
        arguments(
            "{\"status\":\"error\",\"message\":\"a\",\"message\":\"b\"}", Reason.DUPLICATE_MESSAGE),
        arguments("{\"status\":\"error\",\"message\":\"a\",\"code\":7}", Reason.CODE_NOT_A_STRING),
        arguments(
            "{\"status\":\"error\",\"message\":\"a\",\"code\":\"b\",\"code\":\"b\"}",
            Reason.DUPLICATE_CODE),
        arguments(
            "{\"status\":\"error\",\"message\":\"a\",\"retryable\":\"false\"}",
            Reason.RETRYABLE_NOT_A_BOOLEAN),
        arguments(
            "{\"status\":\"error\",\"message\":\"a\",\"retryable\":null}",
            Reason.RETRYABLE_NOT_A_BOOLEAN),
        arguments(
            "{\"status\":\"error\",\"message\":\"a\",\"retryable\":0}",
            Reason.RETRYABLE_NOT_A_BOOLEAN),
        arguments(
            "{\"status\":\"error\",\"message\":\"a\",\"retryable\":true,\"retryable\":false}",
            Reason.DUPLICATE_RETRYABLE));
  }

  @ParameterizedTest
  @MethodSource("violations")
  void anything_else_is_a_protocol_error_with_a_reason(String document, Reason reason) {
    assertThat(reasonOf(document.getBytes(StandardCharsets.UTF_8))).isEqualTo(reason);
  }

  @Test
  void bytes_that_are_no_text_are_a_protocol_error() {
    byte[] document = "{\"status\":\"done\",\"content\":\"ä\"}".getBytes(StandardCharsets.UTF_8);
    byte[] cut = Arrays.copyOf(document, document.length - 3);
    byte[] latin = "{\"status\":\"done\",\"content\":\"ä\"}".getBytes(StandardCharsets.ISO_8859_1);
    byte[] wide = "{\"status\":\"done\",\"content\":1}".getBytes(StandardCharsets.UTF_16);

    assertThat(reasonOf(cut)).isEqualTo(Reason.INVALID_JSON);
    assertThat(reasonOf(latin)).isEqualTo(Reason.INVALID_JSON);
    assertThat(reasonOf(wide)).isEqualTo(Reason.INVALID_JSON);
  }

  @Test
  void deep_and_long_answers_are_protocol_errors() {
    String deep = "{\"status\":\"done\",\"content\":" + "[".repeat(100_000) + "]".repeat(100_000);
    byte[] huge = new byte[20 << 20];

    assertThat(reasonOf((deep + "}").getBytes(StandardCharsets.UTF_8)))
        .isEqualTo(Reason.INVALID_JSON);
    assertThat(reasonOf(huge)).isEqualTo(Reason.TOO_LARGE);
  }

  @Test
  void reason_is_told_without_a_word_of_the_answer() {
    StepResult result = decode("{\"status\":\"done\",\"content\":secret}");

    assertThat(((ProtocolError) result).message().value())
        .startsWith("the answer is ")
        .doesNotContain("secret");
  }

  /** Whatever arrives, it is one of three, and only what is on the list is a success. */
  @Test
  void no_bytes_are_beyond_it() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    byte[] valid =
        "{\"status\":\"done\",\"content\":{\"a\":[1,2]}}".getBytes(StandardCharsets.UTF_8);
    for (int round = 0; round < 20_000; round++) {
      byte[] bytes = mutated(valid, random);
      StepResult result = decoder.decode(ResultDocument.of(bytes));
      String text = new String(bytes, StandardCharsets.UTF_8);
      assertThat(!(result instanceof Succeeded) || text.contains("done") || text.contains("\\u"))
          .as("seed %d round %d: %s", seed, round, text)
          .isTrue();
    }
  }

  private static byte[] mutated(byte[] valid, Random random) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (byte b : valid) {
      switch (random.nextInt(40)) {
        case 0 -> out.write(random.nextInt(256));
        case 1 -> {}
        case 2 -> {
          out.write(b);
          out.write(b);
        }
        default -> out.write(b);
      }
    }
    return out.toByteArray();
  }

  private StepResult decode(String document) {
    return decoder.decode(ResultDocument.of(document.getBytes(StandardCharsets.UTF_8)));
  }

  private Reason reasonOf(byte[] document) {
    return ((ProtocolError) decoder.decode(ResultDocument.of(document))).reason();
  }
}
