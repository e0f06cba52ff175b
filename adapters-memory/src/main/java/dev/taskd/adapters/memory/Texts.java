package dev.taskd.adapters.memory;

import dev.taskd.domain.job.NewJob;
import dev.taskd.domain.port.StoreException;
import dev.taskd.domain.task.NewTask;
import dev.taskd.domain.task.Progress;
import org.jspecify.annotations.Nullable;

/** Refuses what PostgreSQL cannot keep as text, so that both stores take the same. */
final class Texts {
  private Texts() {}

  static void check(NewJob job) {
    check(job.payload());
    check(job.key());
  }

  static void check(NewTask task) {
    check(task.input());
    check(task.metadata());
    if (task.idempotency() != null) {
      check(task.idempotency().key());
      check(task.idempotency().fingerprint());
    }
  }

  static void check(Progress progress) {
    check(progress.task().result());
    progress.deliveries().forEach(Texts::check);
  }

  private static void check(@Nullable String text) {
    if (text != null && text.indexOf('\0') >= 0) {
      throw new StoreException.Rejected(
          "text holds a NUL character",
          new IllegalArgumentException("NUL character at index " + text.indexOf('\0')));
    }
  }
}
