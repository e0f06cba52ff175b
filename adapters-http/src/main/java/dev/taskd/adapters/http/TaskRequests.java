package dev.taskd.adapters.http;

import dev.taskd.application.TaskRequest;
import dev.taskd.application.json.JsonText;
import dev.taskd.application.json.JsonText.Kind;
import dev.taskd.domain.job.Limits;
import dev.taskd.domain.job.Priority;
import dev.taskd.domain.text.SafeText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads what clients ask for. All that is wrong with one request is told at once. */
final class TaskRequests {
  static final String KEY_HEADER = "Idempotency-Key";

  private static final int MOST = 1_000;
  private static final String KEY = "idempotency_key";
  private static final Pattern KEY_SPELLING = Pattern.compile("[!-~]{1,255}");
  private static final String KEY_RULE = "is not 1 to 255 visible ASCII characters";
  private static final List<String> MEMBERS =
      List.of("type", "input", "priority", "run_at", "max_attempts", "metadata");
  private static final List<String> MEMBERS_IN_BATCH =
      List.of("type", "input", "priority", "run_at", "max_attempts", "metadata", KEY);

  private final SortedSet<String> types;
  private final List<Flaw> flaws = new ArrayList<>();
  private int unknownTypes;

  private TaskRequests(SortedSet<String> types) {
    this.types = types;
  }

  /**
   * Reads one task.
   *
   * @param types the known ones
   * @param keys the values of the header Idempotency-Key
   */
  static TaskRequest single(byte[] body, List<String> keys, SortedSet<String> types) {
    return read(
        types,
        reading -> {
          String key = reading.key(keys);
          return reading.task(reading.fields(Documents.object(body), MEMBERS), key);
        });
  }

  /**
   * Reads a batch.
   *
   * @param types the known ones
   * @param keys the values of the header Idempotency-Key, which a batch must not have
   */
  static List<TaskRequest> batch(byte[] body, List<String> keys, SortedSet<String> types) {
    return read(
        types,
        reading -> {
          if (!keys.isEmpty()) {
            reading.headerFlaw("is not for batches: each task may have an " + KEY);
          }
          Fields fields = reading.fields(Documents.object(body), List.of("tasks"));
          return reading.tasks(fields);
        });
  }

  /** Reads the result that a client completes a task with: {@code null} if it names none. */
  static String result(byte[] body) {
    return read(
        reading ->
            document(
                reading.fields(Documents.objectOrNothing(body), List.of("result")).any("result")));
  }

  /** Reads why a client fails a task. */
  static String message(byte[] body) {
    return read(
        reading ->
            reading.fields(Documents.object(body), List.of("message")).requiredText("message"));
  }

  /** Sees to it that a request asks for nothing that it would not get. */
  static void nothing(byte[] body) {
    read(reading -> reading.fields(Documents.objectOrNothing(body), List.of()));
  }

  /** Reads what names no task type. */
  private static <T> T read(Function<TaskRequests, T> read) {
    return read(Collections.emptySortedSet(), read);
  }

  private static <T> T read(SortedSet<String> types, Function<TaskRequests, T> read) {
    var reading = new TaskRequests(types);
    T result = read.apply(reading);
    if (!reading.flaws.isEmpty()) {
      throw new Refused(reading.problem());
    }
    return result;
  }

  /** Where nothing but types is wrong, the code says so. */
  private Problem problem() {
    Code code = unknownTypes == flaws.size() ? Code.UNKNOWN_TASK_TYPE : Code.INVALID_REQUEST;
    Problem problem = Problem.of(code, flaws);
    return unknownTypes == 0 ? problem : problem.withFact("known_types", List.copyOf(types));
  }

  private Fields fields(Map<String, JsonText> members, List<String> known) {
    return new Fields("", members, known, flaws);
  }

  private List<TaskRequest> tasks(Fields batch) {
    JsonText array = batch.requiredArray("tasks");
    if (array == null) {
      return List.of();
    }
    List<JsonText> items = Documents.elements(array);
    if (items.isEmpty() || items.size() > MOST) {
      batch.flaw("tasks", "has not 1 to " + MOST + " tasks but " + items.size());
      return List.of();
    }
    List<TaskRequest> tasks = new ArrayList<>();
    for (int i = 0; i < items.size(); i++) {
      TaskRequest task = taskOfBatch("/tasks/" + i, items.get(i));
      if (task != null) {
        tasks.add(task);
      }
    }
    return tasks;
  }

  /** Null if it is none at all, which is a flaw of its own. */
  private @Nullable TaskRequest taskOfBatch(String pointer, JsonText item) {
    if (item.kind() != Kind.OBJECT) {
      flaws.add(Flaw.inBody(pointer, "is not a JSON object"));
      return null;
    }
    Fields fields = new Fields(pointer, Documents.members(item), MEMBERS_IN_BATCH, flaws);
    String key = fields.text(KEY);
    if (key != null && !KEY_SPELLING.matcher(key).matches()) {
      fields.flaw(KEY, KEY_RULE);
    }
    return task(fields, key);
  }

  private @Nullable String key(List<String> values) {
    if (values.isEmpty()) {
      return null;
    }
    if (values.size() > 1) {
      headerFlaw("is given more than once");
    } else if (!KEY_SPELLING.matcher(values.getFirst()).matches()) {
      headerFlaw(KEY_RULE);
    }
    return values.getFirst();
  }

  private void headerFlaw(String detail) {
    flaws.add(Flaw.inHeader(KEY_HEADER, detail));
  }

  private TaskRequest task(Fields fields, @Nullable String key) {
    JsonText metadata = fields.object("metadata");
    return new TaskRequest(
        type(fields),
        document(fields.any("input")),
        priority(fields),
        fields.time("run_at"),
        fields.wholeNumber("max_attempts", 1, Limits.MAX_ATTEMPTS),
        metadata == null ? null : metadata.text(),
        key);
  }

  private String type(Fields fields) {
    int flawsBefore = flaws.size();
    String type = fields.requiredText("type");
    if (flaws.size() == flawsBefore && !types.contains(type)) {
      String shown = type.isEmpty() ? "" : SafeText.of(type).value();
      fields.flaw("type", "is \"" + shown + "\", which " + Names.unknown(type, types));
      unknownTypes++;
    }
    return type;
  }

  private static String document(@Nullable JsonText value) {
    return value == null ? "null" : value.text();
  }

  private static Priority priority(Fields fields) {
    String text = fields.text("priority");
    if (text == null) {
      return Priority.NORMAL;
    }
    return Arrays.stream(Priority.values())
        .filter(each -> each.name().toLowerCase(Locale.ROOT).equals(text))
        .findFirst()
        .orElseGet(
            () -> {
              fields.flaw("priority", "is not high, normal or low");
              return Priority.NORMAL;
            });
  }
}
