package dev.taskd.application;

import static org.assertj.core.api.Assertions.assertThat;

import dev.taskd.domain.job.ClaimedJob;
import dev.taskd.domain.job.Demand;
import dev.taskd.domain.job.ErrorKind;
import dev.taskd.domain.job.Failure;
import dev.taskd.domain.job.JobId;
import dev.taskd.domain.job.JobState;
import dev.taskd.domain.job.NewJob;
import dev.taskd.domain.job.NodeId;
import dev.taskd.domain.job.Settlement;
import dev.taskd.domain.job.Topic;
import dev.taskd.domain.job.Verdict;
import dev.taskd.domain.text.SafeText;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class OperatorTest {
  private static final Topic MAIL = new Topic("mail");

  private final Harness node = new Harness();
  private final NodeId self = node.store.join();
  private final Operator operator = new Operator(node.store, node.store, node.store, Set.of(), 5);

  private List<JobId> dead(int count) {
    List<JobId> ids =
        node.store.add(IntStream.range(0, count).mapToObj(i -> NewJob.of(MAIL, "{}", 1)).toList());
    List<ClaimedJob> claimed =
        node.store.claim(self, List.of(new Demand(List.of(MAIL), count, count, false)));
    Failure failure = new Failure(ErrorKind.EXHAUSTED, SafeText.of("no"));
    node.store.settle(
        self,
        claimed.stream().map(job -> new Settlement(job, new Verdict.Buried(failure))).toList());
    return ids;
  }

  @Test
  void retry_all_takes_the_first_up_to_the_limit_each_within_its_allowance() {
    List<JobId> ids = dead(250);

    int retried = operator.retryAll(null, null, 230);

    assertThat(retried).isEqualTo(230);
    assertThat(ids.subList(0, 230).stream().map(node::job))
        .allSatisfy(
            job -> {
              assertThat(job.state()).isEqualTo(JobState.PENDING);
              assertThat(job.attempts()).isEqualTo(1);
              assertThat(job.maxAttempts()).isEqualTo(6);
            });
    assertThat(ids.subList(230, 250).stream().map(node::job))
        .allSatisfy(job -> assertThat(job.state()).isEqualTo(JobState.DEAD));
    assertThat(operator.retryAll(null, null, 1000)).isEqualTo(20);
    assertThat(operator.retryAll(null, null, 1000)).isZero();
  }

  @Test
  void retry_all_by_many_at_once_revives_each_job_once() throws Exception {
    dead(200);
    CountDownLatch start = new CountDownLatch(4);

    List<FutureTask<Integer>> calls =
        IntStream.range(0, 4)
            .mapToObj(
                i ->
                    new FutureTask<>(
                        () -> {
                          start.countDown();
                          start.await();
                          return operator.retryAll(MAIL, ErrorKind.EXHAUSTED, 1000);
                        }))
            .toList();
    calls.forEach(call -> Thread.ofPlatform().daemon().start(call));
    int retried = 0;
    for (FutureTask<Integer> call : calls) {
      retried += call.get();
    }

    assertThat(retried).isEqualTo(200);
    assertThat(node.store.counts().pending()).isEqualTo(200);
  }
}
