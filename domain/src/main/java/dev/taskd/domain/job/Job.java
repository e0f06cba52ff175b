package dev.taskd.domain.job;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What the queue knows of one job, for those who look.
 *
 * @param attempts how often it was claimed so far
 * @param availableAt not before this time, while it is pending
 * @param payload null for a step of a task, whose handler gets the input of the task
 * @param node who has it in hand, while it is running
 */
public record Job(
    JobId id,
    Topic topic,
    JobState state,
    int attempts,
    int maxAttempts,
    int crashes,
    Priority priority,
    @Nullable String payload,
    @Nullable Failure lastError,
    @Nullable TaskId task,
    @Nullable NodeId node,
    Instant createdAt,
    @Nullable Instant availableAt,
    @Nullable Instant startedAt,
    @Nullable Instant finishedAt) {}
