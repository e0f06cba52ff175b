package dev.taskd.application.safego;

import java.util.concurrent.Callable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The only way to run foreign code and the only way to start a thread: whatever is thrown ends
 * where it was thrown, with its name. Thread-safe.
 */
public final class SafeGo {
  private static final Logger log = LoggerFactory.getLogger(SafeGo.class);
  private static final long FIRST_PAUSE_MILLIS = 100;
  private static final int MOST_DOUBLINGS = 6;

  private SafeGo() {}

  /** Work that is done once. */
  @FunctionalInterface
  public interface Work {
    void run() throws Exception;
  }

  /**
   * Does {@code work} on this thread and turns whatever it throws, {@link Error}s too, into a
   * value. An {@link InterruptedException} also leaves the thread's interrupt flag set.
   */
  public static <T> Attempt<T> call(String name, Callable<? extends T> work) {
    try {
      return new Attempt.Returned<>(work.call());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Attempt.Caught<>(name, e);
    } catch (Throwable e) {
      return new Attempt.Caught<>(name, e);
    }
  }

  /**
   * Does {@code work} once on a thread of its own. What escapes is logged and shown to the group.
   */
  public static void go(TaskGroup group, String name, Work work) {
    keep(
        group,
        name,
        () -> {
          try {
            work.run();
          } catch (Throwable e) {
            escaped(group, name, e);
          }
          return Next.END;
        });
  }

  /**
   * Takes turn after turn on a thread of its own, until a turn says so or the group stops. What
   * escapes from a turn is logged and shown to the group, and the loop goes on on a fresh thread,
   * after a pause of 100 ms that doubles up to 6.4 s while turns go on throwing.
   */
  public static Pulse keep(TaskGroup group, String name, Turn turn) {
    Pulse pulse = new Pulse(name);
    if (!start(group, name, () -> live(group, pulse, turn, 0))) {
      throw new IllegalStateException("no thread could be started for " + name);
    }
    return pulse;
  }

  /** Does {@code work} when the JVM is told to end. */
  public static void atShutdown(String name, Runnable work) {
    Runtime.getRuntime().addShutdownHook(new Thread(work, name));
  }

  /** Turns until the end, or until a fresh thread has taken over. */
  private static void live(TaskGroup group, Pulse pulse, Turn turn, int failuresBefore) {
    int failures = failuresBefore;
    while (!group.isStopping()) {
      Next next = Next.ON_A_FRESH_THREAD;
      try {
        next = turn.turn();
        pulse.beat();
        failures = 0;
      } catch (InterruptedException late) {
        // Outside a stop it was meant for work that had just ended: it means nothing any more.
        next = Next.AGAIN;
      } catch (Throwable e) {
        escaped(group, pulse.name(), e);
        pause(failures++);
      }
      if (next == Next.END) {
        break;
      }
      int soFar = failures;
      if (next == Next.ON_A_FRESH_THREAD
          && start(group, pulse.name(), () -> live(group, pulse, turn, soFar))) {
        break;
      }
    }
  }

  private static boolean start(TaskGroup group, String name, Runnable body) {
    try {
      Thread thread =
          new Thread(
              () -> {
                try {
                  body.run();
                } finally {
                  group.gone(Thread.currentThread());
                }
              },
              name);
      thread.setDaemon(true);
      group.begun(thread);
      try {
        thread.start();
      } catch (Throwable e) {
        group.gone(thread);
        throw e;
      }
      return true;
    } catch (Throwable e) {
      escaped(group, name, e);
      return false;
    }
  }

  private static void escaped(TaskGroup group, String name, Throwable error) {
    try {
      group.escaped(error);
      log.atError()
          .addKeyValue("thread", name)
          .log("something escaped, going on: {}", Trace.of(error));
    } catch (Throwable second) {
      // The log itself fails: the count and the loop are what must go on.
    }
  }

  private static void pause(int failures) {
    try {
      Thread.sleep(FIRST_PAUSE_MILLIS << Math.min(failures, MOST_DOUBLINGS));
    } catch (InterruptedException e) {
      // A stop: the loop looks at its group next.
    }
  }
}
