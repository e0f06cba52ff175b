package dev.taskd.domain.job;

import java.time.Duration;

/**
 * One verdict to be written.
 *
 * @param ran how long ago the run began, by the node's own clock; zero if it never did
 */
public record Settlement(ClaimedJob job, Verdict verdict, Duration ran) {}
