package dev.taskd.bootstrap.config;

import dev.taskd.bootstrap.config.TaskdConfig.QueueShare;
import dev.taskd.domain.job.Queue;
import dev.taskd.domain.job.Topic;
import dev.taskd.domain.task.EventType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Reads which queues there are: those that are named, {@code default}, and one for webhooks, so
 * that a slow receiver does not hold up the work itself.
 */
final class QueueReader {
  private static final String DEFAULT = Queue.DEFAULT.name();
  private static final String WEBHOOKS = "webhooks";

  private final Settings settings;
  private final int workerConcurrency;
  private final int batch;

  QueueReader(Settings settings, int workerConcurrency, int batch) {
    this.settings = settings;
    this.workerConcurrency = workerConcurrency;
    this.batch = batch;
  }

  List<QueueShare> read() {
    Map<String, List<Topic>> topics = topics();
    var shares = new ArrayList<QueueShare>();
    topics.forEach(
        (name, own) -> {
          int concurrency = name.equals(DEFAULT) ? concurrencyOfDefault() : concurrency(name);
          settings
              .named(Keys.QUEUES, name, Queue::new)
              .ifPresent(queue -> shares.add(new QueueShare(queue, concurrency, own)));
        });
    return shares;
  }

  /** The topics of every queue, each topic once. */
  private Map<String, List<Topic>> topics() {
    Set<String> named = settings.members(Keys.QUEUES).keySet();
    var names = new LinkedHashSet<String>(List.of(DEFAULT));
    names.addAll(named);
    var topics = new LinkedHashMap<String, List<Topic>>();
    var owners = new LinkedHashMap<Topic, String>();
    for (String name : names) {
      Key<Topic> key = Keys.QUEUE_TOPICS.of(name);
      List<Topic> listed = settings.list(key);
      listed.forEach(topic -> own(key, topic, name, owners));
      topics.put(name, listed);
    }
    addWebhooks(topics, owners);
    for (String name : named) {
      Key<Topic> key = Keys.QUEUE_TOPICS.of(name);
      if (topics.getOrDefault(name, List.of()).isEmpty()
          && !name.equals(DEFAULT)
          && settings.areSound(key)) {
        settings.refuse(
            key, "lists no topic, so that nothing would run there: list one, or remove the queue");
      }
    }
    return topics;
  }

  private void own(Key<?> key, Topic topic, String name, Map<Topic, String> owners) {
    String other = owners.putIfAbsent(topic, name);
    if (other != null) {
      String where = other.equals(name) ? "twice" : "as queues." + other + " does";
      settings.refuse(key, "lists " + topic + " " + where + ": a topic belongs to one queue");
    }
  }

  private void addWebhooks(Map<String, List<Topic>> topics, Map<Topic, String> owners) {
    List<Topic> free =
        Arrays.stream(EventType.values())
            .map(EventType::topic)
            .filter(topic -> !owners.containsKey(topic))
            .toList();
    if (free.isEmpty()) {
      return;
    }
    var all = new ArrayList<>(topics.getOrDefault(WEBHOOKS, List.of()));
    all.addAll(free);
    topics.put(WEBHOOKS, all);
    Key<Topic> key = Keys.QUEUE_TOPICS.of(WEBHOOKS);
    settings.note(
        key,
        all.stream().map(Topic::name).collect(Collectors.joining(", ")),
        settings.setting(key).source());
  }

  private int concurrencyOfDefault() {
    Key<Integer> own = Keys.QUEUE_CONCURRENCY.of(DEFAULT);
    Key<Integer> general = Keys.WORKER_CONCURRENCY;
    if (!settings.isGiven(own)) {
      Setting setting = settings.setting(general);
      settings.note(own, setting.value(), setting.source());
      return checked(general, workerConcurrency);
    }
    int concurrency = settings.get(own);
    if (!settings.isGiven(general)) {
      Setting setting = settings.setting(own);
      settings.note(general, setting.value(), setting.source());
    } else if (settings.areSound(own, general) && concurrency != workerConcurrency) {
      settings.refuse(
          own,
          "differs from " + settings.told(general) + ", which means the same: keep one of them");
    }
    return checked(own, concurrency);
  }

  private int concurrency(String name) {
    Key<Integer> key = Keys.QUEUE_CONCURRENCY.of(name);
    int concurrency = settings.get(key);
    if (settings.isGiven(key)) {
      return checked(key, concurrency);
    }
    int smaller = Math.min(concurrency, batch);
    settings.note(key, Integer.toString(smaller), Settings.DEFAULT);
    return smaller;
  }

  private int checked(Key<Integer> key, int concurrency) {
    if (settings.areSound(key, Keys.WORKER_BATCH) && batch < concurrency) {
      settings.refuse(
          Keys.WORKER_BATCH,
          settings.value(Keys.WORKER_BATCH)
              + " is smaller than "
              + settings.told(key)
              + ": throughput would be pinned at concurrency ÷ poll; raise the batch to "
              + concurrency
              + " or more, or lower the concurrency");
    }
    return concurrency;
  }
}
