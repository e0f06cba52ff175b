package dev.taskd.domain.task;

import dev.taskd.domain.job.ErrorKind;
import dev.taskd.domain.text.SafeText;
import org.jspecify.annotations.Nullable;

/**
 * Why a task failed.
 *
 * @param step the step that failed; null for a task that its client failed
 */
public record TaskError(ErrorKind kind, @Nullable String step, SafeText message) {}
