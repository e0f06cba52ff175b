package dev.taskd.domain.job;

import org.jspecify.annotations.Nullable;

/**
 * Which dead jobs somebody wants to act on, those that were added first ahead.
 *
 * @param topic only jobs of this topic; null for all
 * @param kind only jobs that died of this; null for all
 * @param limit how many at most, from 1
 * @param above only jobs with a larger id; null to begin with the first
 */
public record DeadQuery(
    @Nullable Topic topic, @Nullable ErrorKind kind, int limit, @Nullable JobId above) {}
