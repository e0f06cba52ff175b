package dev.taskd.adapters.memory;

import dev.taskd.domain.job.Caution;
import dev.taskd.domain.job.ErrorKind;
import dev.taskd.domain.job.Failure;
import dev.taskd.domain.job.Job;
import dev.taskd.domain.job.JobId;
import dev.taskd.domain.job.JobState;
import dev.taskd.domain.job.NewJob;
import dev.taskd.domain.job.NodeId;
import dev.taskd.domain.job.Settlement;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** One job and all that changes about it. One thread at a time. */
final class MemoryJob {
  final JobId id;
  final NewJob asked;
  final Instant createdAt;

  JobState state = JobState.PENDING;
  Caution caution = Caution.NONE;
  int attempts;
  int maxAttempts;
  int crashes;
  @Nullable Failure lastError;
  @Nullable Settlement lastSettled;
  @Nullable NodeId node;
  @Nullable Instant availableAt;
  @Nullable Instant startedAt;
  @Nullable Instant finishedAt;

  MemoryJob(JobId id, NewJob asked, Instant createdAt) {
    this.id = id;
    this.asked = asked;
    this.createdAt = createdAt;
    this.maxAttempts = asked.maxAttempts();
  }

  @Nullable ErrorKind diedOf() {
    return lastError == null ? null : lastError.kind();
  }

  Job seen() {
    return new Job(
        id,
        asked.topic(),
        state,
        attempts,
        maxAttempts,
        crashes,
        asked.priority(),
        asked.payload(),
        lastError,
        asked.task(),
        node,
        createdAt,
        availableAt,
        startedAt,
        finishedAt);
  }
}
