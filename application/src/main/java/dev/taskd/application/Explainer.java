package dev.taskd.application;

import dev.taskd.application.pool.Handlers;
import dev.taskd.application.pool.Handlers.Bound;
import dev.taskd.domain.job.Job;
import dev.taskd.domain.job.JobId;
import dev.taskd.domain.job.JobState;
import dev.taskd.domain.job.TaskId;
import dev.taskd.domain.port.JobReader;
import dev.taskd.domain.port.QueueStore;
import dev.taskd.domain.port.TaskReader;
import dev.taskd.domain.task.Task;
import dev.taskd.domain.task.TaskError;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Says why a task is where it is. Thread-safe. */
public final class Explainer {
  private static final int MOST_AHEAD = 1000;

  private final TaskReader tasks;
  private final JobReader jobs;
  private final QueueStore queues;
  private final Handlers handlers;
  private final InstantSource clock;

  public Explainer(
      TaskReader tasks, JobReader jobs, QueueStore queues, Handlers handlers, InstantSource clock) {
    this.tasks = tasks;
    this.jobs = jobs;
    this.queues = queues;
    this.handlers = handlers;
    this.clock = clock;
  }

  /** Explains a task; empty if there is none of this id. */
  public Optional<Explanation> explain(TaskId id) {
    return tasks.find(id).map(this::explain);
  }

  private Explanation explain(Task task) {
    if (task.state().isEnded()) {
      return ended(task);
    }
    if (task.steps().isEmpty()) {
      return new Explanation(
          "It waits for its client to complete, fail or cancel it.", Map.of("waits_for", "client"));
    }
    Optional<Job> job = task.job() == null ? Optional.empty() : jobs.find(task.job());
    return job.map(found -> explain(task, found))
        .orElseGet(() -> new Explanation("It is between two steps.", Map.of()));
  }

  private Explanation explain(Task task, Job job) {
    if (job.state() == JobState.RUNNING) {
      return running(task, job);
    }
    Bound bound = handlers.find(job.topic());
    if (bound == null) {
      return new Explanation(
          "No handler for topic "
              + job.topic()
              + " is on this node: it stays pending until a node with one takes it.",
          Map.of("no_handler_for", job.topic().name()));
    }
    if (queues.paused().contains(bound.queue())) {
      return new Explanation(
          "Queue "
              + bound.queue()
              + " is paused: it stays pending until an operator resumes the queue.",
          Map.of("queue_paused", bound.queue().name()));
    }
    Instant due = job.availableAt();
    if (due != null && due.isAfter(clock.instant())) {
      return later(job, due);
    }
    long ahead = jobs.ahead(job.id(), MOST_AHEAD);
    return new Explanation(
        "It is due and behind "
            + (ahead >= MOST_AHEAD ? "at least " : "")
            + ahead
            + " jobs of topic "
            + job.topic()
            + " in queue "
            + bound.queue()
            + ".",
        Map.of("behind_jobs", Long.toString(ahead), "queue", bound.queue().name()));
  }

  private static Explanation later(Job job, Instant due) {
    if (job.lastError() == null) {
      return new Explanation("It is due at " + due + ".", Map.of("due_at", due.toString()));
    }
    return new Explanation(
        "Attempt "
            + job.attempts()
            + " of "
            + job.maxAttempts()
            + " failed ("
            + job.lastError().message().value()
            + "); the next is due at "
            + due
            + ".",
        Map.of(
            "attempts", Integer.toString(job.attempts()),
            "max_attempts", Integer.toString(job.maxAttempts()),
            "last_error_kind", job.lastError().kind().code(),
            "due_at", due.toString()));
  }

  private static Explanation running(Task task, Job job) {
    String told = task.cancelRequested() ? "; its handler has been told to stop" : "";
    return new Explanation(
        "Attempt "
            + job.attempts()
            + " of "
            + job.maxAttempts()
            + " of step "
            + task.stepName()
            + " runs on node "
            + job.node()
            + " since "
            + job.startedAt()
            + told
            + ".",
        Map.of(
            "attempt", Integer.toString(job.attempts()),
            "max_attempts", Integer.toString(job.maxAttempts()),
            "node", text(job.node()),
            "since", text(job.startedAt()),
            "cancel_requested", Boolean.toString(task.cancelRequested())));
  }

  private Explanation ended(Task task) {
    TaskError error = task.error();
    if (error == null) {
      return new Explanation(
          "It ended as " + task.state().code() + " at " + task.finishedAt() + ".",
          Map.of("finished_at", text(task.finishedAt())));
    }
    return new Explanation(
        "It has failed at "
            + task.finishedAt()
            + ": "
            + error.message().value()
            + (isDead(task.job())
                ? "; an operator can have job " + task.job() + " tried again"
                : ""),
        Map.of(
            "finished_at", text(task.finishedAt()),
            "error_kind", error.kind().code(),
            "job_id", text(task.job())));
  }

  /** It may have been removed before its task. */
  private boolean isDead(@Nullable JobId id) {
    return id != null && jobs.find(id).filter(job -> job.state() == JobState.DEAD).isPresent();
  }

  private static String text(@Nullable Object value) {
    return value == null ? "" : value.toString();
  }
}
