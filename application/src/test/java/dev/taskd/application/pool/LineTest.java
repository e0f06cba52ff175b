package dev.taskd.application.pool;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.taskd.application.Eventually;
import dev.taskd.domain.job.Caution;
import dev.taskd.domain.job.ClaimedJob;
import dev.taskd.domain.job.JobId;
import dev.taskd.domain.job.Lease;
import dev.taskd.domain.job.NodeId;
import dev.taskd.domain.job.Queue;
import dev.taskd.domain.job.Topic;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
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
      line.add(List.of(job(1), job(2), job(3)));
      assertThat(line.demand()).isNull();
      told.set(0);

      line.take();
      assertThat(told).hasValue(0);
      line.take();

      assertThat(told).as("concurrency " + concurrency).hasPositiveValue();
    }
  }

  @Test
  void job_that_needs_a_worker_at_once_gets_one_that_waits_before_those_it_came_with()
      throws Exception {
    Line line = new Line(new QueueSettings(Queue.DEFAULT, 1, 4), List.of(MAIL), () -> {});
    var taken = new ArrayBlockingQueue<ClaimedJob>(1);
    Thread worker =
        Thread.ofPlatform()
            .daemon()
            .start(
                () -> {
                  try {
                    taken.add(requireNonNull(line.take()));
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  }
                });
    Eventually.holds(() -> worker.getState() == Thread.State.WAITING, () -> "not waiting");

    line.add(List.of(job(1), job(2, Caution.FREE_WORKER), job(3)));

    assertThat(taken.take()).isEqualTo(job(2, Caution.FREE_WORKER));
  }

  private static ClaimedJob job(int id) {
    return job(id, Caution.NONE);
  }

  private static ClaimedJob job(int id, Caution caution) {
    return new ClaimedJob(
        new Lease(1, new NodeId(1)), id, new JobId(id), MAIL, caution, 1, 5, 0, "{}", null, null);
  }
}
