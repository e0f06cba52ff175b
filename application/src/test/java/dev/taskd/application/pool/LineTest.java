package dev.taskd.application.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.taskd.domain.job.Caution;
import dev.taskd.domain.job.ClaimedJob;
import dev.taskd.domain.job.JobId;
import dev.taskd.domain.job.Lease;
import dev.taskd.domain.job.NodeId;
import dev.taskd.domain.job.Queue;
import dev.taskd.domain.job.Topic;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class LineTest {
  private static final Topic MAIL = new Topic("mail");

  private final AtomicInteger told = new AtomicInteger();

  @Test
  void room_is_told_when_a_line_that_had_enough_runs_low_whatever_its_concurrency()
      throws Exception {
    for (int concurrency : List.of(1, 3, 4)) {
      Line line =
          new Line(
              new QueueSettings(Queue.DEFAULT, concurrency, 4),
              List.of(MAIL),
              told::incrementAndGet);
      for (int id = 1; id <= 3; id++) {
        line.add(job(id));
      }
      assertThat(line.demand()).isNull();
      told.set(0);

      line.take();
      assertThat(told).hasValue(0);
      line.take();

      assertThat(told).as("concurrency " + concurrency).hasPositiveValue();
    }
  }

  private static ClaimedJob job(int id) {
    return new ClaimedJob(
        new Lease(1, new NodeId(1)),
        id,
        new JobId(id),
        MAIL,
        Caution.NONE,
        1,
        5,
        0,
        "{}",
        null,
        null);
  }
}
