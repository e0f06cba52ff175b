package dev.taskd.adapters.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.taskd.domain.port.StoreException.Unavailable;
import dev.taskd.testkit.StoreUnderTest;
import dev.taskd.testkit.TcpProxy;
import dev.taskd.testkit.TestJobs;
import dev.taskd.testkit.TestTasks;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The session that listens, and what becomes of it when its server goes away. */
class LostNudgesTest {
  @RegisterExtension static final TestStore STORE = new TestStore();

  private static final Duration SILENCE = Duration.ofSeconds(1);
  private static final Duration LONG = Duration.ofSeconds(20);

  private StoreUnderTest store;
  private TcpProxy proxy;
  private PostgresNudges nudges;

  @BeforeEach
  void listen() throws InterruptedException {
    store = STORE.empty(TestTasks::oneDelivery, 3);
    proxy = STORE.test().proxy();
    nudges = new PostgresNudges(STORE.test().settings(proxy), SILENCE);
    assertThat(nudges.await(LONG)).as("has begun to listen").isTrue();
  }

  @AfterEach
  void close() throws Exception {
    nudges.close();
    proxy.close();
    store.close();
  }

  @Test
  void a_session_whose_server_has_vanished_is_found_and_replaced() throws InterruptedException {
    proxy.silence();
    long start = System.nanoTime();

    assertThatThrownBy(() -> nudges.await(LONG)).isInstanceOf(Unavailable.class);
    Duration found = Duration.ofNanos(System.nanoTime() - start);
    proxy.pass();
    boolean again = nudges.await(LONG);
    store.jobs().add(TestJobs.mails(1));

    assertThat(found).isBetween(SILENCE, SILENCE.plusSeconds(4).plusSeconds(3));
    assertThat(again).as("something may have been missed").isTrue();
    assertThat(nudges.await(LONG)).isTrue();
  }

  @Test
  void a_session_that_is_only_idle_is_kept() throws InterruptedException {
    assertThat(nudges.await(SILENCE.multipliedBy(3))).isFalse();
    assertThat(proxy.accepted()).isEqualTo(1);
  }

  @Test
  void a_server_that_refuses_is_asked_with_backoff() throws InterruptedException {
    int before = proxy.accepted();
    proxy.refuse();
    long end = System.nanoTime() + Duration.ofSeconds(3).toNanos();
    while (System.nanoTime() < end) {
      assertThatThrownBy(() -> nudges.await(Duration.ofMillis(500)))
          .isInstanceOf(Unavailable.class)
          .hasMessageContaining("SQLState");
    }
    int attempts = proxy.accepted() - before;
    proxy.pass();

    assertThat(nudges.await(LONG)).as("something may have been missed").isTrue();
    assertThat(attempts).as("attempts, some of which are two connections").isBetween(2, 16);
  }
}
