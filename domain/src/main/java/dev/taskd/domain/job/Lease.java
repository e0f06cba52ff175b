package dev.taskd.domain.job;

/**
 * The right to write the outcomes of the jobs that one claim took, held by one node. One job's part
 * in it is its position together with its id and attempt.
 */
public record Lease(long id, NodeId node) {}
