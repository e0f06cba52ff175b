package dev.taskd.application.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.taskd.application.json.JsonText.Kind;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTextTest {
  private static final JsonLimits LIMITS = JsonLimits.DEFAULT;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "[]",
        "null",
        "true",
        "false",
        "0",
        "-0",
        "1.0",
        "1e1000000000",
        "-1.5E-99999999999999999999",
        "12345678901234567890",
        "0.1000000000000000055511151231257827021181583404541015625",
        "\"\"",
        " \t\r\n{ \"a\" :\t1 }\n ",
        "{\"s\":\"a\\u0000b\"}",
        "{\"a\\u0000b\":1}",
        "{\"x\":{\"y\":{\"z\\u0000\":\"\\u0000\"}}}",
        "\"\\ud800\"",
        "{\"\\udfff\":\"\\ud83d\"}",
        "\"\\ud83d\\ude00 \ud83d\ude00 \u00e9 \u2028 \u007f \uffff \ufeff\"",
        "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"",
        "{\"a\":1,\"a\":2}",
        "[{\"a\":{\"b\":1,\"b\":2}}]",
        "{\"__proto__\":{}}",
        "{\"\":\"\"}"
      })
  void parse_takes_json_and_keeps_it_byte_for_byte(String text) throws Exception {
    assertThat(JsonText.parse(text, LIMITS).text()).isEqualTo(text);
    assertThat(JsonText.parse(text.getBytes(StandardCharsets.UTF_8), LIMITS).text())
        .isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "`` | empty",
        "` \t\r\n` | empty",
        "{ | ends too early (line 1, column 2)",
        "{\"a\" | ends too early",
        "{\"a\": | ends too early",
        "{\"a\":1 | ends too early",
        "[1, | ends too early",
        "\"abc | ends too early",
        "\"abc\\ | ends too early",
        "\"\\u12 | ends too early",
        "tru | ends too early",
        "- | ends too early",
        "1. | ends too early",
        "[\"\\u0\u0661\u0661\u0661\"] | not well-formed",
        "[\u0661] | not well-formed",
        "[1\u00a0] | not well-formed",
        "} | not well-formed JSON (line 1, column 1)",
        "{\"a\":1}} | something after",
        "[1}  | not well-formed",
        "{\"a\" 1} | not well-formed",
        "{\"a\":1,} | not well-formed",
        "[1,] | not well-formed",
        "[,1] | not well-formed",
        "[1 2] | not well-formed",
        "{a:1} | not well-formed",
        "{'a':1} | not well-formed",
        "{1:1} | not well-formed",
        "'a' | not well-formed",
        "NaN | not well-formed",
        "[Infinity] | not well-formed",
        "[-Infinity] | not well-formed",
        "[+1] | not well-formed",
        "[01] | not well-formed",
        "[-01] | not well-formed",
        "[1.] | not well-formed",
        "[.5] | not well-formed",
        "[1e] | not well-formed",
        "[1e+] | not well-formed",
        "[0x10] | not well-formed",
        "[-] | not well-formed",
        "[1_000] | not well-formed",
        "[tru] | not well-formed",
        "[True] | not well-formed",
        "[nullx] | not well-formed",
        "[undefined] | not well-formed",
        "[\"\\x\"] | not well-formed",
        "[\"\\u12g4\"] | not well-formed",
        "[\"\\U0041\"] | not well-formed",
        "/*c*/{} | not well-formed",
        "{} //c | something after",
        "{} # c | something after",
        "{} {} | something after its end (line 1, column 4)",
        "1 2 | something after",
        "\"a\" \"b\" | something after",
        "null null | something after",
        "[1][2] | something after",
        "{},{} | something after",
        "{} x | something after"
      })
  void parse_refuses_what_is_not_json(String text, String fault) {
    assertThatExceptionOfType(InvalidJson.class)
        .isThrownBy(() -> JsonText.parse(text, LIMITS))
        .withMessageContaining(fault)
        .withNoCause();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 9, 10, 13, 31})
  void parse_refuses_a_bare_control_character_in_a_string(int control) {
    String text = "[\"a" + (char) control + "\"]";

    assertThatExceptionOfType(InvalidJson.class)
        .isThrownBy(() -> JsonText.parse(text, LIMITS))
        .withMessageContaining("not well-formed");
  }

  @Test
  void parse_says_where_the_fault_is() {
    assertThatExceptionOfType(InvalidJson.class)
        .isThrownBy(() -> JsonText.parse("{\n  \"a\": 1,\n  \"b\": x\n}", LIMITS))
        .withMessage("not well-formed JSON (line 3, column 8)");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "TOPSECRET",
        "{TOPSECRET:1}",
        "{\"TOPSECRET\":TOPSECRET}",
        "{\"a\":\"TOPSECRET\\x\"}",
        "{\"TOPSECRET\":1}TOPSECRET",
        "{\"TOPSECRET\":\"TOPSECRET"
      })
  void parse_never_repeats_the_text(String text) {
    assertThatExceptionOfType(InvalidJson.class)
        .isThrownBy(() -> JsonText.parse(text, LIMITS))
        .withMessageNotContaining("TOPSECRET")
        .withNoCause();
  }

  @ParameterizedTest
  @CsvSource({
    "22ff22, byte 2",
    "22c322, byte 2",
    "22c0af22, byte 2",
    "22e08080af22, byte 2",
    "22eda08022, byte 2",
    "22edb88022, byte 2",
    "22f490808022, byte 2",
    "2261e282, byte 3",
    "2280, byte 2"
  })
  void parse_refuses_bytes_that_are_not_utf8(String hex, String place) {
    byte[] bytes = HexFormat.of().parseHex(hex);

    assertThatExceptionOfType(InvalidJson.class)
        .isThrownBy(() -> JsonText.parse(bytes, LIMITS))
        .withMessage("not UTF-8 (" + place + ")");
  }

  @Test
  void parse_refuses_half_a_surrogate_pair_that_is_no_escape() {
    assertThatExceptionOfType(InvalidJson.class)
        .isThrownBy(() -> JsonText.parse("[\"\ud83d\"]", LIMITS))
        .withMessageContaining("not Unicode")
        .withMessageContaining("character 3");
  }

  @Test
  void parse_refuses_a_byte_order_mark() {
    assertThatExceptionOfType(InvalidJson.class)
        .isThrownBy(() -> JsonText.parse("\ufeff{}".getBytes(StandardCharsets.UTF_8), LIMITS))
        .withMessageContaining("byte order mark");
    assertThatExceptionOfType(InvalidJson.class)
        .isThrownBy(() -> JsonText.parse("{}".getBytes(StandardCharsets.UTF_16), LIMITS))
        .withMessageContaining("not UTF-8");
  }

  @Test
  void parse_takes_a_hundred_levels_and_no_more() throws Exception {
    assertThat(JsonText.parse(nested(100), LIMITS).text()).isEqualTo(nested(100));
    assertThatExceptionOfType(InvalidJson.class)
        .isThrownBy(() -> JsonText.parse(nested(101), LIMITS))
        .withMessage("JSON nested deeper than 100 levels (line 1, column 101)");
  }

  @Test
  void parse_refuses_a_hundred_thousand_levels() {
    assertThatExceptionOfType(InvalidJson.class)
        .isThrownBy(() -> JsonText.parse(nested(100_000), LIMITS))
        .withMessageContaining("nested deeper");
    assertThatExceptionOfType(InvalidJson.class)
        .isThrownBy(() -> JsonText.parse("{\"a\":".repeat(100_000), LIMITS))
        .withMessageContaining("nested deeper");
  }

  @Test
  void parse_counts_the_limit_in_bytes_of_utf8() throws Exception {
    JsonLimits ten = new JsonLimits(10, 5);

    assertThat(JsonText.parse("\"\u20ac\u20acab\"", ten).kind()).isEqualTo(Kind.STRING);
    for (String tooLong : List.of("\"\u20ac\u20acabc\"", "\"\u20ac\u20ac\u20ac\"", "[1,2,3,4,5]")) {
      assertThatExceptionOfType(InvalidJson.class)
          .isThrownBy(() -> JsonText.parse(tooLong, ten))
          .withMessage("longer than 10 bytes");
      assertThatExceptionOfType(InvalidJson.class)
          .isThrownBy(() -> JsonText.parse(tooLong.getBytes(StandardCharsets.UTF_8), ten))
          .withMessage("longer than 10 bytes");
    }
  }

  @Test
  void parse_takes_twenty_megabytes_only_where_the_limit_does() throws Exception {
    String big = "{\"s\":\"" + "x".repeat(10_000_000) + "\",\"n\":" + "9".repeat(10_000_000) + "}";

    JsonText taken = JsonText.parse(big, new JsonLimits(21_000_000, 100));

    assertThat(texts(taken.members())).containsEntry("n", "9".repeat(10_000_000));
    assertThatExceptionOfType(InvalidJson.class)
        .isThrownBy(() -> JsonText.parse(big, LIMITS))
        .withMessageContaining("longer than 1048576 bytes");
  }

  @Test
  void members_are_cut_out_byte_for_byte() throws Exception {
    JsonText object =
        JsonText.parse(
            " { \"input\" : { \"b\":1,  \"a\" : [ 1.0,1e1000000000 ] } ,"
                + " \"n\":-12345678901234567890,\"s\": \"\\u00e9\\ud800\\u0000\u00e9\""
                + " ,\"t\":true,\"z\":null\n"
                + ", \"e\":\"\"}\n",
            LIMITS);

    assertThat(texts(object.members()))
        .containsExactly(
            Map.entry("input", "{ \"b\":1,  \"a\" : [ 1.0,1e1000000000 ] }"),
            Map.entry("n", "-12345678901234567890"),
            Map.entry("s", "\"\\u00e9\\ud800\\u0000\u00e9\""),
            Map.entry("t", "true"),
            Map.entry("z", "null"),
            Map.entry("e", "\"\""));
    assertThat(object.members().values())
        .extracting(JsonText::kind)
        .containsExactly(
            Kind.OBJECT, Kind.NUMBER, Kind.STRING, Kind.BOOLEAN, Kind.NULL, Kind.STRING);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"a\":1,\"a\":1}", "{\"a\":1,\"\\u0061\":2}", "{\"\":1,\"\":2}"})
  void members_of_one_name_are_refused(String text) throws Exception {
    JsonText object = JsonText.parse(text, LIMITS);

    assertThatExceptionOfType(InvalidJson.class)
        .isThrownBy(object::members)
        .withMessageContaining("two members of one name");
  }

  @Test
  void elements_are_cut_out_byte_for_byte() throws Exception {
    JsonText array = JsonText.parse("[ 1.0 ,{\"a\": 2},[ ] , \"x\",false]", LIMITS);

    assertThat(array.elements())
        .extracting(JsonText::text)
        .containsExactly("1.0", "{\"a\": 2}", "[ ]", "\"x\"", "false");
  }

  @Test
  void parts_are_the_values_that_were_written() throws Exception {
    for (long seed = 0; seed < 300; seed++) {
      Random random = new Random(seed);
      Map<String, String> written = new LinkedHashMap<>();
      StringBuilder text = new StringBuilder(space(random)).append('{');
      for (int i = random.nextInt(6); i >= 0; i--) {
        String name = "m" + i;
        String value = value(random, 4);
        text.append(written.isEmpty() ? "" : ",").append(space(random)).append('"').append(name);
        text.append('"').append(space(random)).append(':').append(space(random)).append(value);
        text.append(space(random));
        written.put(name, value);
      }
      text.append('}').append(space(random));

      JsonText parsed = JsonText.parse(text.toString(), new JsonLimits(10_000_000, 100));

      assertThat(texts(parsed.members())).as("seed %d", seed).isEqualTo(written);
    }
  }

  @Test
  void a_part_is_read_by_its_kind_and_no_other() throws Exception {
    assertThat(part("\"a\\u00e9\\n\"").string()).isEqualTo("a\u00e9\n");
    assertThat(part("-42").integer()).isEqualTo(-42);
    assertThat(part(" 7 ").integer()).isEqualTo(7);

    for (String other : List.of("1", "null", "{}", "[]", "true")) {
      assertThatExceptionOfType(InvalidJson.class)
          .isThrownBy(() -> part(other).string())
          .withMessage("not a JSON string");
    }
    for (String other : List.of("1.0", "1e2", "\"1\"", "null", "-", "9999999999999999999")) {
      assertThatExceptionOfType(InvalidJson.class).isThrownBy(() -> part(other).integer());
    }
    assertThatExceptionOfType(InvalidJson.class)
        .isThrownBy(() -> part("[]").members())
        .withMessage("not a JSON object");
    assertThatExceptionOfType(InvalidJson.class)
        .isThrownBy(() -> part("{}").elements())
        .withMessage("not a JSON array");
  }

  private static JsonText part(String text) throws InvalidJson {
    return JsonText.parse(text, LIMITS);
  }

  private static Map<String, String> texts(Map<String, JsonText> members) {
    Map<String, String> texts = new LinkedHashMap<>();
    members.forEach((name, value) -> texts.put(name, value.text()));
    return texts;
  }

  private static String nested(int depth) {
    return "[".repeat(depth) + "]".repeat(depth);
  }

  private static String value(Random random, int depth) {
    return switch (random.nextInt(depth == 0 ? 5 : 7)) {
      case 0 -> List.of("true", "false", "null").get(random.nextInt(3));
      case 1 -> Long.toString(random.nextLong());
      case 2 -> random.nextDouble() + "e" + random.nextInt();
      case 3 -> "\"" + "\\u0000\\\"\u00e9\ud83d\ude00x".repeat(random.nextInt(4)) + "\"";
      case 4 -> "\"" + "long ".repeat(random.nextInt(2_000)) + "\"";
      case 5 -> {
        List<String> elements = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
          elements.add(space(random) + value(random, depth - 1) + space(random));
        }
        yield "[" + String.join(",", elements) + "]";
      }
      default -> "{" + space(random) + "\"\\u0041\":" + value(random, depth - 1) + "}";
    };
  }

  private static String space(Random random) {
    return List.of("", " ", "\n", "\t\r\n  ").get(random.nextInt(4));
  }
}
