package dev.taskd.domain.job;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a handler sees of the job it runs.
 *
 * @param attempt the number of this attempt, from 1
 * @param payload the job's payload; for a step of a task the task's input, a JSON document
 * @param timeout after this long the handler's thread is interrupted and the run counts as failed
 * @param task the task that the job works for or tells of
 * @param key the name under which a receiver outside knows the job again, over all its attempts
 */
public record Run(
    JobId job,
    Topic topic,
    int attempt,
    int maxAttempts,
    String payload,
    Duration timeout,
    @Nullable TaskId task,
    @Nullable String key) {}
