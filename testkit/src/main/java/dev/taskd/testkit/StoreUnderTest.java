package dev.taskd.testkit;

import dev.taskd.domain.port.Housekeeping;
import dev.taskd.domain.port.JobReader;
import dev.taskd.domain.port.JobStore;
import dev.taskd.domain.port.NodeStore;
import dev.taskd.domain.port.Nudges;
import dev.taskd.domain.port.QueueStore;
import dev.taskd.domain.port.TaskReader;
import dev.taskd.domain.port.TaskStore;
import java.time.InstantSource;

/**
 * One store behind all its ports, for one test.
 *
 * @param clock tells the store's own time, to within a minute
 * @param release gives back what the store holds, the nudges apart
 */
public record StoreUnderTest(
    NodeStore nodes,
    JobStore jobs,
    JobReader jobReader,
    QueueStore queues,
    TaskStore tasks,
    TaskReader taskReader,
    Housekeeping housekeeping,
    Nudges nudges,
    InstantSource clock,
    Runnable release)
    implements AutoCloseable {
  @Override
  public void close() {
    try {
      nudges.close();
    } finally {
      release.run();
    }
  }
}
