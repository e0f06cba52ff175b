package dev.taskd.bootstrap;

import com.google.inject.AbstractModule;
import com.google.inject.Module;
import com.google.inject.multibindings.Multibinder;
import dev.taskd.adapters.webhook.HttpWebhookSender;
import dev.taskd.application.webhook.DeliveryHandler;
import dev.taskd.application.webhook.LogDelivery;
import dev.taskd.application.webhook.WebhookOutbox;
import dev.taskd.bootstrap.config.TaskdConfig;
import dev.taskd.bootstrap.config.TaskdConfig.Notifier;
import dev.taskd.domain.job.Handler;
import dev.taskd.domain.task.EventType;
import dev.taskd.domain.task.Outbox;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;

/** How the world is told, as the configuration chose: who is to be told, and by which handlers. */
record Notifying(Outbox outbox, List<TopicHandler> handlers) {
  /** What a delivery may take beyond the exchange itself. */
  private static final Duration MARGIN = Duration.ofSeconds(5);

  static Notifying of(TaskdConfig config) {
    Duration normal = config.worker().timeout();
    return switch (config.notifier()) {
      case Notifier.None none -> new Notifying((type, task, at) -> List.of(), List.of());
      case Notifier.Log log -> telling(config, new LogDelivery(), normal);
      case Notifier.Webhook(var url, Duration timeout, boolean allowPrivateTargets) -> {
        var sender = new HttpWebhookSender(allowPrivateTargets, InstantSource.system());
        yield telling(
            config, new DeliveryHandler(sender, url.value(), timeout), timeout.plus(MARGIN));
      }
    };
  }

  private static Notifying telling(TaskdConfig config, Handler handler, Duration timeout) {
    return new Notifying(
        new WebhookOutbox(config.worker().maxAttempts()),
        Arrays.stream(EventType.values())
            .map(type -> new TopicHandler(type.topic(), handler, timeout))
            .toList());
  }

  /** Adds its handlers to the others. */
  Module asModule() {
    return new AbstractModule() {
      @Override
      protected void configure() {
        Multibinder<TopicHandler> all = Multibinder.newSetBinder(binder(), TopicHandler.class);
        handlers.forEach(each -> all.addBinding().toInstance(each));
      }
    };
  }
}
