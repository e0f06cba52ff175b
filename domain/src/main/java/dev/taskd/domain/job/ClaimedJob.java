package dev.taskd.domain.job;

import org.jspecify.annotations.Nullable;

/**
 * One job in the hands of a node.
 *
 * @param position its place in the lease
 * @param attempt the number of this claim, from 1
 * @param crashes how many claims before this one its node did not survive, since its last outcome
 * @param payload what the handler gets; for a step of a task the task's input
 */
public record ClaimedJob(
    Lease lease,
    int position,
    JobId id,
    Topic topic,
    Caution caution,
    int attempt,
    int maxAttempts,
    int crashes,
    String payload,
    @Nullable TaskId task,
    @Nullable String key) {
  /** True if its outcome moves its task on; a delivery only tells of a task. */
  public boolean isStepOfTask() {
    return task != null && topic.isStep();
  }
}
