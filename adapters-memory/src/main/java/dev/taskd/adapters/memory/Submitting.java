package dev.taskd.adapters.memory;

import dev.taskd.adapters.memory.MemoryTasks.Known;
import dev.taskd.domain.port.TaskStore.Kept;
import dev.taskd.domain.port.TaskStore.Submission;
import dev.taskd.domain.task.NewTask;
import dev.taskd.domain.task.NewTask.Idempotency;
import dev.taskd.domain.task.Progress;
import dev.taskd.domain.task.TaskFlow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One call that submits: all is decided before anything is written, so that it happens whole or not
 * at all. One thread at a time.
 */
final class Submitting {
  private final TaskFlow flow;
  private final MemoryTasks tasks;
  private final Instant now;
  private final Map<String, Known> newKeys = new HashMap<>();
  private final List<Supplier<Kept>> writes = new ArrayList<>();

  Submitting(TaskFlow flow, MemoryTasks tasks, Instant now) {
    this.flow = flow;
    this.tasks = tasks;
    this.now = now;
  }

  Submission submit(List<NewTask> asked) {
    SortedSet<Integer> reused = new TreeSet<>();
    for (int i = 0; i < asked.size(); i++) {
      NewTask task = Micros.cut(asked.get(i));
      Known known = known(task.idempotency());
      if (known == null) {
        create(task);
      } else if (known.isAskedBy(task)) {
        writes.add(() -> new Kept(tasks.seen(known.task()), false));
      } else {
        reused.add(i);
      }
    }
    if (!reused.isEmpty()) {
      return new Submission.KeyReused(reused);
    }
    newKeys.forEach(tasks::remember);
    return new Submission.Accepted(writes.stream().map(Supplier::get).toList());
  }

  private @Nullable Known known(@Nullable Idempotency idempotency) {
    if (idempotency == null) {
      return null;
    }
    Known known = newKeys.get(idempotency.key());
    return known == null ? tasks.known(idempotency.key()) : known;
  }

  private void create(NewTask task) {
    Texts.check(task);
    Progress progress = flow.created(task, now);
    Texts.check(progress);
    if (task.idempotency() != null) {
      newKeys.put(task.idempotency().key(), new Known(task.idempotency().fingerprint(), task.id()));
    }
    writes.add(() -> new Kept(tasks.write(progress, now), true));
  }
}
