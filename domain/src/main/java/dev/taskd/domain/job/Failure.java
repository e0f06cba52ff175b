package dev.taskd.domain.job;

import dev.taskd.domain.text.SafeText;

/** One failure of a job: what sort it was and, in words that are safe to show, why. */
public record Failure(ErrorKind kind, SafeText message) {}
