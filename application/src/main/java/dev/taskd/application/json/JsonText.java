package dev.taskd.application.json;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A text that is exactly one JSON document, or a value cut out of one, as its author wrote it: no
 * number, escape or space is changed. Immutable.
 *
 * <p>It is JSON as RFC 8259 has it and no more: no comment, no {@code NaN}, nothing after the
 * document, no byte order mark. An escape of NUL or of half a surrogate pair is JSON and stays, in
 * a name as in a value. Two members of one name are refused where {@link #members} looks, because
 * nobody could say which of them was meant; deeper inside they stay, as what is kept for somebody
 * else.
 */
public final class JsonText {
  private static final String BYTE_ORDER_MARK = "\ufeff";
  private static final Pattern INTEGER = Pattern.compile("-?(?:0|[1-9][0-9]{0,17})");

  private final String text;
  private final Kind kind;

  private JsonText(String text, Kind kind) {
    this.text = text;
    this.kind = kind;
  }

  /** What sort of value it is. */
  public enum Kind {
    OBJECT("a JSON object"),
    ARRAY("a JSON array"),
    STRING("a JSON string"),
    NUMBER("a JSON number"),
    BOOLEAN("true or false"),
    NULL("null");

    private final String words;

    Kind(String words) {
      this.words = words;
    }
  }

  /** Checks a document in UTF-8. */
  public static JsonText parse(byte[] utf8, JsonLimits limits) throws InvalidJson {
    if (utf8.length > limits.maxBytes()) {
      throw tooLong(limits);
    }
    return parse(Utf8.decode(utf8), limits);
  }

  /** Checks a document. */
  public static JsonText parse(String text, JsonLimits limits) throws InvalidJson {
    if (text.length() > limits.maxBytes() || Utf8.length(text) > limits.maxBytes()) {
      throw tooLong(limits);
    }
    if (text.startsWith(BYTE_ORDER_MARK)) {
      throw new InvalidJson("a text with a byte order mark, which JSON must not have");
    }
    return new JsonText(text, new JsonScanner(text, limits.maxDepth()).document());
  }

  /** The text itself, byte for byte. */
  public String text() {
    return text;
  }

  public Kind kind() {
    return kind;
  }

  /** The members of an object, in their order. */
  public Map<String, JsonText> members() throws InvalidJson {
    Map<String, JsonText> members = new LinkedHashMap<>();
    for (var each : allMembers().entrySet()) {
      if (each.getValue().size() > 1) {
        throw new InvalidJson("JSON with two members of one name");
      }
      members.put(each.getKey(), each.getValue().getFirst());
    }
    return Collections.unmodifiableMap(members);
  }

  /** The members of an object, those of one name together. */
  public Map<String, List<JsonText>> allMembers() throws InvalidJson {
    require(Kind.OBJECT);
    Map<String, List<JsonText>> members = new LinkedHashMap<>();
    JsonScanner scanner = rescan();
    for (boolean more = scanner.enter('}'); more; more = scanner.next('}')) {
      String name = decoded(scanner.name());
      members.computeIfAbsent(name, unseen -> new ArrayList<>(1)).add(value(scanner));
    }
    return Collections.unmodifiableMap(members);
  }

  /** The elements of an array. */
  public List<JsonText> elements() throws InvalidJson {
    require(Kind.ARRAY);
    List<JsonText> elements = new ArrayList<>();
    JsonScanner scanner = rescan();
    for (boolean more = scanner.enter(']'); more; more = scanner.next(']')) {
      elements.add(value(scanner));
    }
    return Collections.unmodifiableList(elements);
  }

  /** What a string stands for, its escapes resolved. */
  public String string() throws InvalidJson {
    require(Kind.STRING);
    return decoded(text.strip());
  }

  /** The number, if it is written as an integer, without fraction and exponent. */
  public long integer() throws InvalidJson {
    String digits = text.strip();
    if (!INTEGER.matcher(digits).matches()) {
      throw new InvalidJson("not an integer of at most 18 digits");
    }
    return Long.parseLong(digits);
  }

  private JsonScanner rescan() {
    return new JsonScanner(text, Integer.MAX_VALUE);
  }

  private JsonText value(JsonScanner scanner) throws InvalidJson {
    int start = scanner.position();
    Kind kind = scanner.value(1);
    return new JsonText(text.substring(start, scanner.position()), kind);
  }

  private void require(Kind wanted) throws InvalidJson {
    if (kind != wanted) {
      throw new InvalidJson("not " + wanted.words);
    }
  }

  /** The string that is written in quotes. */
  private static String decoded(String quoted) {
    StringBuilder out = new StringBuilder(quoted.length());
    for (int i = 1; i < quoted.length() - 1; i++) {
      char c = quoted.charAt(i);
      if (c != '\\') {
        out.append(c);
        continue;
      }
      char escape = quoted.charAt(++i);
      if (escape == 'u') {
        out.append((char) Integer.parseInt(quoted, i + 1, i + 5, 16));
        i += 4;
      } else {
        out.append(unescaped(escape));
      }
    }
    return out.toString();
  }

  private static char unescaped(char escape) {
    return switch (escape) {
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      default -> escape;
    };
  }

  private static InvalidJson tooLong(JsonLimits limits) {
    return new InvalidJson("longer than " + limits.maxBytes() + " bytes");
  }
}
