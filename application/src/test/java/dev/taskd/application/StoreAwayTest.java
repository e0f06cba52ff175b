package dev.taskd.application;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import dev.taskd.domain.job.JobId;
import dev.taskd.domain.job.JobState;
import dev.taskd.domain.job.Outcome;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** A whole node whose store goes away and comes back. */
class StoreAwayTest {
  @Test
  void outage_is_two_lines_and_no_outcome_is_lost() throws Exception {
    CountDownLatch begun = new CountDownLatch(4);
    CountDownLatch release = new CountDownLatch(1);
    try (LogLines log = new LogLines();
        Harness node =
            new Harness()
                .on(
                    "mail",
                    run -> {
                      begun.countDown();
                      release.await();
                      return new Outcome.Done();
                    })
                .start()) {
      node.health.ready(true);
      List<JobId> jobs = node.add("mail", 1, 40);
      begun.await();

      node.storeAway(true);
      release.countDown();
      Eventually.holds(() -> !node.health.obstacles().isEmpty(), () -> "still ready");
      int refusedBefore = node.refused();
      Eventually.holds(() -> node.refused() > refusedBefore + 20, () -> "nobody asks");
      List<String> obstacles = node.health.obstacles();
      node.storeAway(false);

      jobs.forEach(job -> node.await(job, JobState.DONE));
      Eventually.holds(() -> node.health.obstacles().isEmpty(), () -> "not ready again");
      assertThat(obstacles).containsExactly("the store is away");
      assertThat(log.of(Level.WARN)).containsExactly("the store is away: cut off by the test");
      assertThat(log.of(Level.INFO)).filteredOn(line -> line.contains("is back after")).hasSize(1);
    }
  }
}
