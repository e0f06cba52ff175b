package dev.taskd.application.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.taskd.application.safego.Signal;
import dev.taskd.domain.job.Caution;
import dev.taskd.domain.job.ClaimedJob;
import dev.taskd.domain.job.JobId;
import dev.taskd.domain.job.Lease;
import dev.taskd.domain.job.NodeId;
import dev.taskd.domain.job.Topic;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class HandsTest {
  private final Signal room = new Signal();
  private final Hands hands = new Hands(room, 2);

  @Test
  void full_hands_tell_when_there_is_room_again() throws Exception {
    hands.take(List.of(job(1), job(2)));
    boolean full = hands.areFull();
    assertThat(room.await(Duration.ZERO)).isFalse();

    hands.release(job(1));

    assertThat(full).isTrue();
    assertThat(room.await(Duration.ZERO)).isTrue();
    assertThat(hands.areFull()).isFalse();
  }

  @Test
  void hands_that_are_not_full_tell_nothing() throws Exception {
    hands.take(List.of(job(1)));
    boolean full = hands.areFull();

    hands.release(job(1));

    assertThat(full).isFalse();
    assertThat(room.await(Duration.ZERO)).isFalse();
  }

  private static ClaimedJob job(int id) {
    return new ClaimedJob(
        new Lease(1, new NodeId(1)),
        id,
        new JobId(id),
        new Topic("mail"),
        Caution.NONE,
        1,
        5,
        0,
        "{}",
        null,
        null);
  }
}
