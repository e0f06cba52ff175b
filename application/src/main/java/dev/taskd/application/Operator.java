package dev.taskd.application;

import dev.taskd.domain.job.JobId;
import dev.taskd.domain.port.JobStore;
import dev.taskd.domain.port.JobStore.Revival;

/** What an operator may ask for. Thread-safe. */
public final class Operator {
  private final JobStore jobs;
  private final int allowance;

  /**
   * @param allowance by how much the limit of a dead job grows when it is to be tried again.
   *     Default 5
   */
  public Operator(JobStore jobs, int allowance) {
    this.jobs = jobs;
    this.allowance = allowance;
  }

  /** Has a dead job tried again, within its allowance. */
  public Revival retry(JobId job) {
    return jobs.retry(job, allowance);
  }
}
