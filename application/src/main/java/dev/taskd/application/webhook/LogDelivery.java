package dev.taskd.application.webhook;

import dev.taskd.application.json.InvalidJson;
import dev.taskd.application.json.JsonText;
import dev.taskd.domain.job.Handler;
import dev.taskd.domain.job.Outcome;
import dev.taskd.domain.job.Run;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells of an event in one line of the log, which names the event, the task and its state, and
 * nothing that the client or the handler wrote. Thread-safe.
 */
public final class LogDelivery implements Handler {
  private static final Logger LOG = LoggerFactory.getLogger(LogDelivery.class);

  @Override
  public Outcome run(Run run) {
    try {
      Event event = Event.parse(run.payload());
      Map<String, JsonText> task = event.data().members();
      LOG.atInfo()
          .addKeyValue("type", event.type())
          .addKeyValue("task", string(task.get("id")))
          .addKeyValue("state", string(task.get("state")))
          .log("event");
      return new Outcome.Done();
    } catch (InvalidJson notAnEvent) {
      return new Outcome.Dead("the payload is " + notAnEvent.getMessage());
    }
  }

  private static String string(@Nullable JsonText member) throws InvalidJson {
    if (member == null) {
      throw new InvalidJson("an event whose task has no id or no state");
    }
    return member.string();
  }
}
