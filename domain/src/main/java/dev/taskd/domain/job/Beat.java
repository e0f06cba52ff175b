package dev.taskd.domain.job;

/** How often a node has told the store that it is alive. */
public record Beat(NodeId node, long number) {}
