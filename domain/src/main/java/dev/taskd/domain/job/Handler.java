package dev.taskd.domain.job;

/**
 * The code that runs the jobs of one topic.
 *
 * <p>It must be idempotent, because delivery is at least once, and thread-safe, because several
 * workers call it at the same time. It is interrupted at the topic's timeout, when its task is
 * cancelled, and at the end of a drain.
 */
@FunctionalInterface
public interface Handler {
  /**
   * Runs one job. Whatever is thrown ends this run alone: it is tried again until the job's limit
   * is reached, unless it is or was caused by a {@link PermanentFailure}.
   */
  Outcome run(Run run) throws Exception;
}
