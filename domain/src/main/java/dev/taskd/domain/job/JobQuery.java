package dev.taskd.domain.job;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which jobs somebody wants to see, newest first.
 *
 * @param state only jobs of this state; null for all
 * @param topics only jobs of these topics (or of all others, if {@code others}); null for all
 * @param others turns {@code topics} into those left out
 * @param limit how many at most, from 1
 * @param below only jobs with a smaller id; null to begin with the newest
 */
public record JobQuery(
    @Nullable JobState state,
    @Nullable Set<Topic> topics,
    boolean others,
    int limit,
    @Nullable JobId below) {}
