package dev.taskd.domain.job;

/** How many jobs the whole system has, by state. */
public record JobCounts(
    long pending, long running, long waiting, long done, long dead, long cancelled) {}
