package dev.taskd.adapters.http;

import dev.taskd.application.Operator;
import dev.taskd.domain.job.Queue;
import dev.taskd.domain.text.SafeText;
import io.javalin.http.Context;
import java.util.List;

/** The calls by which an operator pauses queues on all nodes, and resumes them. */
public final class QueueRoutes implements Routes {
  private final Operator operator;

  public QueueRoutes(Operator operator) {
    this.operator = operator;
  }

  @Override
  public void join(Api api) {
    api.post("/v1/admin/queues/{name}/pause", (ctx, body) -> pause(queue(ctx, body)));
    api.post("/v1/admin/queues/{name}/resume", (ctx, body) -> resume(queue(ctx, body)));
  }

  private Answer pause(Queue queue) {
    operator.pause(queue);
    return answer(queue, true);
  }

  private Answer resume(Queue queue) {
    operator.resume(queue);
    return answer(queue, false);
  }

  private Queue queue(Context ctx, byte[] body) {
    TaskRequests.nothing(body);
    String name = ctx.pathParam("name");
    List<String> known = operator.queues().stream().map(Queue::name).sorted().toList();
    if (!known.contains(name)) {
      throw new Refused(
          Code.QUEUE_NOT_FOUND,
          "Queue " + SafeText.of(name).value() + " " + Names.unknown(name, known) + ".");
    }
    return new Queue(name);
  }

  private static Answer answer(Queue queue, boolean paused) {
    return Answer.json(
        200,
        json -> {
          json.writeStartObject();
          json.writeStringProperty("queue", queue.name());
          json.writeBooleanProperty("paused", paused);
          json.writeEndObject();
        });
  }
}
