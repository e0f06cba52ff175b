package dev.taskd.bootstrap;

import dev.taskd.application.health.Health;
import dev.taskd.bootstrap.config.TaskdConfig;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One life of the process: it starts on the thread that makes it, and it is ended once, by a signal
 * or by itself. Thread-safe.
 */
final class Lifecycle {
  private static final Logger log = LoggerFactory.getLogger(Lifecycle.class);
  private static final Duration LOOK_AT_HEALTH = Duration.ofSeconds(1);
  private static final Duration LONGEST_START_AFTER_STOP = Duration.ofSeconds(20);

  private final Resources resources = new Resources();
  private final Thread starter = Thread.currentThread();
  private final CountDownLatch startIsOver = new CountDownLatch(1);
  private final CountDownLatch never = new CountDownLatch(1);
  private final AtomicBoolean ending = new AtomicBoolean();
  private volatile @Nullable Node node;

  Resources resources() {
    return resources;
  }

  /** Starts the node, unless the end came first. */
  void start(Node node, TaskdConfig config) throws InterruptedException {
    if (ending.get()) {
      throw new InterruptedException("told to end while starting");
    }
    this.node = node;
    int port = node.start(config.storage() instanceof TaskdConfig.Storage.Embedded);
    startIsOver.countDown();
    log.atInfo()
        .addKeyValue("url", "http://" + hostInUrl(config.http().host()) + ":" + port)
        .addKeyValue(
            "storage",
            config.storage().getClass().getSimpleName().toLowerCase(java.util.Locale.ROOT))
        .log("taskd is up");
  }

  /**
   * Waits for the end, which a signal brings; so it never returns. Meanwhile it tells the log when
   * the node falls ill: not everybody has something that asks for {@code /healthz}.
   */
  int awaitEnd(Health health) throws InterruptedException {
    int known = 0;
    while (!never.await(LOOK_AT_HEALTH.toMillis(), TimeUnit.MILLISECONDS)) {
      List<String> ailments = ending.get() ? List.of() : health.ailments();
      if (ailments.size() > known) {
        log.error("this node is not well: {}", String.join("; ", ailments));
      }
      known = ailments.size();
    }
    return ExitCode.CLEAN;
  }

  /** A signal: ends everything and the process with it. Does nothing once the end has begun. */
  void signalled() {
    if (!ending.compareAndSet(false, true)) {
      return;
    }
    int code = end("the process was told to end", true);
    Runtime.getRuntime().halt(code);
  }

  /**
   * The start or the life ended by a failure: what was opened is closed.
   *
   * @param report says what failed, unless it failed because a signal ended the start
   * @return the exit code
   */
  int failed(IntSupplier report) {
    if (!ending.compareAndSet(false, true)) {
      startIsOver.countDown();
      awaitHalt();
    }
    int code = report.getAsInt();
    startIsOver.countDown();
    end("it could not go on", false);
    return code;
  }

  private int end(String cause, boolean bySignal) {
    log.atInfo()
        .addKeyValue("cause", cause)
        .addKeyValue("by_signal", bySignal)
        .log("shutting down");
    boolean clean = true;
    try {
      if (bySignal) {
        endTheStart();
      }
      Node started = node;
      clean = started == null || started.stop();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      resources.close();
    }
    log.info("stopped");
    return clean ? ExitCode.CLEAN : ExitCode.CUT_OFF;
  }

  private void endTheStart() throws InterruptedException {
    if (startIsOver.getCount() > 0) {
      starter.interrupt();
      if (!startIsOver.await(LONGEST_START_AFTER_STOP.toSeconds(), TimeUnit.SECONDS)) {
        log.error("the start does not end; going on without it");
      }
    }
  }

  /** The signal's thread is about to halt the process: until then nothing else may end it. */
  private void awaitHalt() {
    while (true) {
      try {
        never.await();
      } catch (InterruptedException again) {
        // It was meant for the start, which is over.
      }
    }
  }

  private static String hostInUrl(String host) {
    return host.contains(":") ? "[" + host + "]" : host;
  }
}
