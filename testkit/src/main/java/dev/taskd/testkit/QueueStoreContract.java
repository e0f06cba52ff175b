package dev.taskd.testkit;

import static dev.taskd.testkit.TestJobs.MAIL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.taskd.domain.job.Queue;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** How queues are paused and resumed, and who learns of it. */
public abstract class QueueStoreContract extends StoreContract {
  private static final Queue MAILS = new Queue("mails");
  private static final Queue REPORTS = new Queue("reports");

  @Test
  void nothing_is_paused_at_first() {
    assertThat(store.queues().paused()).isEmpty();
    assertThat(outlook()).isEmpty();
  }

  @Test
  void pause_is_seen_by_whoever_looks_out_whatever_for() {
    store.queues().pause(MAILS);
    store.queues().pause(REPORTS);

    assertThat(store.queues().paused()).containsExactlyInAnyOrder(MAILS, REPORTS);
    assertThat(outlook()).containsExactlyInAnyOrder(MAILS, REPORTS);
    assertThat(store.jobs().outlook(List.of()).paused()).hasSize(2);
  }

  @Test
  void pause_and_resume_however_often_are_as_once() {
    store.queues().pause(MAILS);
    store.queues().pause(MAILS);
    store.queues().pause(REPORTS);

    store.queues().resume(MAILS);
    store.queues().resume(MAILS);

    assertThat(store.queues().paused()).containsExactly(REPORTS);
    assertThat(outlook()).containsExactly(REPORTS);
  }

  @Test
  void pause_of_one_queue_by_many_at_once_is_one_pause() {
    Together.run(
        8,
        i -> {
          store.queues().pause(MAILS);
          return i;
        });

    assertThat(store.queues().paused()).containsExactly(MAILS);
  }

  private Set<Queue> outlook() {
    return store.jobs().outlook(List.of(MAIL)).paused();
  }
}
