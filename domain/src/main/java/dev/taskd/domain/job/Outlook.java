package dev.taskd.domain.job;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What the store sees coming for some topics.
 *
 * @param nextDue how long until the next job that is not due yet; null if there is none
 * @param aloneWaits a job of {@link Caution#ALONE} is due
 */
public record Outlook(@Nullable Duration nextDue, boolean aloneWaits) {}
