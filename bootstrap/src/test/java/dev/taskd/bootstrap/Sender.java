package dev.taskd.bootstrap;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Sends tasks all the time, in batches, each until it is taken, under keys that let it be repeated.
 */
final class Sender {
  private static final int BATCH = 20;

  private final Client client;
  private final Thread thread;
  private final AtomicInteger taken = new AtomicInteger();
  private final Map<Integer, Integer> answers = new ConcurrentHashMap<>();
  private volatile Duration slowest = Duration.ZERO;
  private volatile boolean ending;

  Sender(Client client) {
    this.client = client;
    thread = Thread.ofPlatform().daemon().start(this::send);
  }

  private void send() {
    while (!ending) {
      String batch = batch(taken.get());
      while (!isTaken(batch)) {
        LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
      }
      taken.addAndGet(BATCH);
    }
  }

  private static String batch(int first) {
    return IntStream.range(first, first + BATCH)
        .mapToObj(
            i -> "{\"type\":\"echo\",\"input\":10,\"idempotency_key\":\"task-%d\"}".formatted(i))
        .collect(Collectors.joining(",", "{\"tasks\":[", "]}"));
  }

  private boolean isTaken(String batch) {
    long start = System.nanoTime();
    HttpResponse<String> answer = client.post("/v1/tasks/batch", batch);
    Duration took = Duration.ofNanos(System.nanoTime() - start);
    slowest = slowest.compareTo(took) > 0 ? slowest : took;
    answers.merge(answer.statusCode(), 1, Integer::sum);
    return answer.statusCode() == 201;
  }

  /** How many tasks were taken so far. */
  int taken() {
    return taken.get();
  }

  /** How many answers had this status so far. */
  int answers(int status) {
    return answers.getOrDefault(status, 0);
  }

  /** Which answers there were so far. */
  List<Integer> statuses() {
    return answers.keySet().stream().sorted().toList();
  }

  /** How long the slowest answer took so far. */
  Duration slowest() {
    return slowest;
  }

  /** Ends with a batch that is taken. */
  void end() throws InterruptedException {
    ending = true;
    thread.join();
  }
}
