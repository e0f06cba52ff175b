package dev.taskd.domain.job;

/**
 * Which of the jobs that are due is taken first. Within one priority the longest due goes first.
 */
public enum Priority {
  HIGH,
  NORMAL,
  LOW
}
