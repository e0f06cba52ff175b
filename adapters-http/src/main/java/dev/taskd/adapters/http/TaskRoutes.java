package dev.taskd.adapters.http;

import dev.taskd.application.Explainer;
import dev.taskd.application.Explanation;
import dev.taskd.application.TaskRequest;
import dev.taskd.application.TaskService;
import dev.taskd.application.TaskService.Submitted;
import dev.taskd.application.TaskWatch;
import dev.taskd.application.json.TaskJson;
import dev.taskd.domain.job.TaskId;
import dev.taskd.domain.job.Topic;
import dev.taskd.domain.port.TaskReader;
import dev.taskd.domain.port.TaskStore.Change;
import dev.taskd.domain.port.TaskStore.Kept;
import dev.taskd.domain.task.Task;
import dev.taskd.domain.task.TaskQuery;
import dev.taskd.domain.task.TaskState;
import dev.taskd.domain.task.TimelineEntry;
import dev.taskd.domain.text.SafeText;
import io.javalin.http.Context;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;
import java.util.function.IntFunction;

/** The calls of clients: submit tasks, watch them, end them. */
public final class TaskRoutes implements Routes {
  private static final String KEY_REUSED = "belongs to another request";

  private final TaskService service;
  private final TaskReader tasks;
  private final Explainer explainer;
  private final Waiters waiters;

  public TaskRoutes(TaskService service, TaskWatch watch, TaskReader tasks, Explainer explainer) {
    this.service = service;
    this.tasks = tasks;
    this.explainer = explainer;
    this.waiters = new Waiters(watch, tasks, Waiters.MOST);
  }

  @Override
  public void join(Api api) {
    api.post("/v1/tasks", this::submit);
    api.post("/v1/tasks/batch", this::submitAll);
    api.get("/v1/tasks", this::list, "state", "type", "limit", "cursor");
    api.get("/v1/tasks/{id}", this::one, "wait");
    api.get("/v1/tasks/{id}/timeline", this::timeline);
    api.get("/v1/tasks/{id}/explain", this::explain);
    api.post("/v1/tasks/{id}/complete", this::complete);
    api.post("/v1/tasks/{id}/fail", this::fail);
    api.post("/v1/tasks/{id}/cancel", this::cancel);
  }

  private Answer submit(Context ctx, byte[] body) {
    TaskRequest request = TaskRequests.single(body, keys(ctx), service.types());
    Kept kept =
        submit(List.of(request), i -> Flaw.inHeader(TaskRequests.KEY_HEADER, KEY_REUSED))
            .getFirst();
    return Answer.json(kept.created() ? 201 : 200, json -> TaskJson.write(kept.task(), json))
        .withHeader("Location", "/v1/tasks/" + kept.task().id());
  }

  private Answer submitAll(Context ctx, byte[] body) {
    List<Kept> kept =
        submit(
            TaskRequests.batch(body, keys(ctx), service.types()),
            i -> Flaw.inBody("/tasks/" + i + "/idempotency_key", KEY_REUSED));
    return Answer.json(
        201,
        json -> {
          json.writeStartObject();
          json.writeArrayPropertyStart("tasks");
          kept.forEach(each -> TaskJson.write(each.task(), json));
          json.writeEndArray();
          json.writeEndObject();
        });
  }

  private List<Kept> submit(List<TaskRequest> requests, IntFunction<Flaw> reusedKey) {
    return switch (service.submit(requests)) {
      case Submitted.Accepted(var kept) -> kept;
      case Submitted.KeyReused(var positions) ->
          throw new Refused(
              Problem.of(
                  Code.IDEMPOTENCY_KEY_REUSED,
                  "Nothing was kept: a key names one request and its repetitions.",
                  positions.stream().map(reusedKey::apply).toList()));
    };
  }

  private Answer list(Context ctx, Query query) {
    TaskState state = query.oneOf("state", TaskState.values(), TaskState::code);
    Topic type = query.value("type", Topic::new);
    TaskQuery.Place first = query.value("cursor", Cursor::task);
    Page.Source<Task> source =
        (last, count) ->
            tasks.list(
                new TaskQuery(
                    state,
                    type == null ? null : type.name(),
                    count,
                    last == null ? first : new TaskQuery.Place(last.createdAt(), last.id())));
    return Page.of(source, query.limit(), TaskRoutes::characters, Cursor::after)
        .answer("tasks", (json, task) -> TaskJson.write(task, json));
  }

  private Answer one(Context ctx, Query query) throws InterruptedException {
    Duration wait = query.duration("wait");
    TaskId id = Params.taskId(ctx);
    return waiters
        .await(id, wait == null ? Duration.ZERO : wait)
        .map(TaskRoutes::ok)
        .orElseThrow(() -> unknown(id));
  }

  private Answer timeline(Context ctx, Query query) {
    TaskId id = Params.taskId(ctx);
    List<TimelineEntry> entries = tasks.timeline(id);
    if (entries.isEmpty()) {
      throw unknown(id);
    }
    return Answer.json(200, json -> TimelineJson.write(json, entries));
  }

  private Answer explain(Context ctx, Query query) {
    TaskId id = Params.taskId(ctx);
    Explanation explanation = explainer.explain(id).orElseThrow(() -> unknown(id));
    return Answer.json(
        200,
        json -> {
          json.writeStartObject();
          json.writeStringProperty("sentence", explanation.sentence());
          json.writeObjectPropertyStart("facts");
          new TreeMap<>(explanation.facts()).forEach(json::writeStringProperty);
          json.writeEndObject();
          json.writeEndObject();
        });
  }

  private Answer complete(Context ctx, byte[] body) {
    TaskId id = Params.taskId(ctx);
    String result = TaskRequests.result(body);
    return changed(id, service.complete(id, result));
  }

  private Answer fail(Context ctx, byte[] body) {
    TaskId id = Params.taskId(ctx);
    String message = TaskRequests.message(body);
    return changed(id, service.fail(id, SafeText.of(message)));
  }

  private Answer cancel(Context ctx, byte[] body) {
    TaskId id = Params.taskId(ctx);
    TaskRequests.nothing(body);
    return changed(id, service.cancel(id));
  }

  private static Answer changed(TaskId id, Change change) {
    return switch (change) {
      case Change.Changed(Task task) -> ok(task);
      case Change.Refused(Task task) when task.state().isEnded() ->
          throw new Refused(
              Code.TASK_ENDED, "Task " + id + " has " + task.state().code() + " already.");
      case Change.Refused(Task task) ->
          throw new Refused(
              Code.TASK_NOT_WAITING,
              "Task " + id + " is " + task.state().code() + ": its steps end it.");
      case Change.Unknown() -> throw unknown(id);
    };
  }

  private static List<String> keys(Context ctx) {
    return Collections.list(ctx.req().getHeaders(TaskRequests.KEY_HEADER));
  }

  private static long characters(Task task) {
    String result = task.result();
    return (result == null ? 0L : result.length()) + task.input().length();
  }

  private static Answer ok(Task task) {
    return Answer.json(200, json -> TaskJson.write(task, json));
  }

  private static Refused unknown(TaskId id) {
    return new Refused(Code.TASK_NOT_FOUND, "Task " + id + " is not there, or not any more.");
  }
}
