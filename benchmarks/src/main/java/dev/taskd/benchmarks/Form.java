package dev.taskd.benchmarks;

import java.util.Locale;

/** What can be measured. */
enum Form {
  DRAIN(100_000),
  ENQUEUE(20_000),
  LATENCY(300),
  IDLE(100),
  TASKS(20_000);

  private final int jobs;

  Form(int jobs) {
    this.jobs = jobs;
  }

  /** How many jobs or tasks a run has, where the command line does not say. */
  int jobs() {
    return jobs;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
