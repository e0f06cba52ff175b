package dev.taskd.application.webhook;

import dev.taskd.application.json.InvalidJson;
import dev.taskd.domain.job.Handler;
import dev.taskd.domain.job.Outcome;
import dev.taskd.domain.job.Run;
import dev.taskd.domain.port.WebhookSender;
import dev.taskd.domain.port.WebhookSender.Answer;
import dev.taskd.domain.port.WebhookSender.Call;
import java.net.URI;
import java.time.Duration;
import java.util.Objects;

/** Delivers one event: reads the payload, makes the call, says what came of it. Thread-safe. */
public final class DeliveryHandler implements Handler {
  private final WebhookSender sender;
  private final URI target;
  private final Duration timeout;

  /**
   * @param timeout the limit of one call as a whole. Default 10 s
   */
  public DeliveryHandler(WebhookSender sender, URI target, Duration timeout) {
    this.sender = sender;
    this.target = target;
    this.timeout = timeout;
  }

  @Override
  public Outcome run(Run run) throws InterruptedException {
    try {
      Event.parse(run.payload());
    } catch (InvalidJson notAnEvent) {
      return new Outcome.Dead("the payload is " + notAnEvent.getMessage());
    }
    String key = Objects.requireNonNullElse(run.key(), run.topic() + ":job:" + run.job());
    return outcome(sender.send(new Call(target, run.payload(), key, timeout)));
  }

  private static Outcome outcome(Answer answer) {
    return switch (answer) {
      case Answer.Answered answered -> outcome(answered);
      case Answer.Unreached(var reason) -> new Outcome.Retry(reason.value());
      case Answer.Forbidden(var reason) -> new Outcome.Dead(reason.value());
    };
  }

  private static Outcome outcome(Answer.Answered answered) {
    int status = answered.status();
    if (status < 300) {
      return new Outcome.Done();
    }
    String reason = "the receiver answered " + status + ": " + answered.excerpt().value();
    return isPassing(status)
        ? new Outcome.Retry(reason, answered.retryAfter())
        : new Outcome.Dead(reason);
  }

  /** 408 Request Timeout, 425 Too Early, 429 Too Many Requests, and every fault of the server's. */
  private static boolean isPassing(int status) {
    return status == 408 || status == 425 || status == 429 || status >= 500;
  }
}
