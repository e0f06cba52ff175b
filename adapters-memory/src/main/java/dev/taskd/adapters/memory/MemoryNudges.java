package dev.taskd.adapters.memory;

import dev.taskd.domain.port.Nudges;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** The wake-ups of a {@link MemoryStore}: it nudges when a job becomes pending. */
public final class MemoryNudges implements Nudges {
  private final MemoryStore store;
  private final Semaphore nudged = new Semaphore(0);
  private volatile boolean closed;

  public MemoryNudges(MemoryStore store) {
    this.store = store;
    store.listen(this);
  }

  @Override
  public boolean await(Duration timeout) throws InterruptedException {
    boolean came =
        !closed && nudged.tryAcquire(TimeUnit.NANOSECONDS.convert(timeout), TimeUnit.NANOSECONDS);
    nudged.drainPermits();
    return came && !closed;
  }

  void nudge() {
    if (nudged.availablePermits() == 0) {
      nudged.release();
    }
  }

  @Override
  public void close() {
    store.unlisten(this);
    closed = true;
    nudged.release();
  }
}
