package dev.taskd.adapters.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.taskd.domain.job.ClaimedJob;
import dev.taskd.domain.job.NodeId;
import dev.taskd.domain.job.Settlement;
import dev.taskd.domain.port.StoreException.Unavailable;
import dev.taskd.testkit.StoreUnderTest;
import dev.taskd.testkit.TcpProxy;
import dev.taskd.testkit.TestJobs;
import dev.taskd.testkit.TestTasks;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The server refuses, is silent, starts, or must not be written to: who asks is told in time. */
class AwayTest {
  @RegisterExtension static final TestStore STORE = new TestStore();

  private static final int POOL = 4;
  private static final Duration CONNECT = Duration.ofSeconds(3);
  private static final Duration STATEMENT = Duration.ofSeconds(2);

  /** What a statement may take on a connection whose other end has vanished: see Sessions. */
  private static final Duration LONGEST_STATEMENT = STATEMENT.plusSeconds(5);

  /** What the wait for a connection may take: the timeout, and one trial that began before it. */
  private static final Duration LONGEST_WAIT = CONNECT.plusSeconds(2);

  /** For a machine that is busy with other things. */
  private static final Duration SLACK = Duration.ofSeconds(5);

  private TcpProxy proxy;
  private Database database;
  private StoreUnderTest store;

  @BeforeEach
  void open() {
    STORE.test().empty();
    proxy = STORE.test().proxy();
    database = STORE.test().open(impatient());
    store = STORE.on(database, TestTasks::oneDelivery, 3);
    database.run(connection -> true);
  }

  private PostgresSettings impatient() {
    PostgresSettings way = STORE.test().settings(proxy);
    return new PostgresSettings(
        way.url(),
        null,
        way.user(),
        way.password(),
        POOL,
        CONNECT,
        STATEMENT,
        Duration.ofMillis(500));
  }

  @AfterEach
  void close() throws Exception {
    store.close();
    database.close();
    proxy.close();
  }

  @Test
  void ask_while_the_server_refuses_is_told_at_once_and_the_server_is_not_pestered() {
    proxy.refuse();
    Soon.holds(CONNECT.plus(SLACK), () -> timeOf(() -> askInVain()).toMillis() < 100);
    int before = proxy.accepted();

    Duration all =
        timeOf(() -> IntStream.range(0, 1000).forEach(i -> assertThat(askInVain()).isNotNull()));
    Throwable told = askInVain();
    int attempts = proxy.accepted() - before;
    proxy.pass();

    assertThat(all).isLessThan(SLACK);
    assertThat(told).isInstanceOf(Unavailable.class).hasMessageContaining("SQLState 08");
    assertThat(attempts).isLessThan(20);
    Soon.holds(Duration.ofSeconds(6).plus(SLACK), () -> askInVain() == null);
  }

  @Test
  void ask_while_the_server_is_silent_is_told_in_time_and_leaves_no_transaction_open()
      throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
      Future<Throwable> inTransaction =
          threads.submit(
              () ->
                  catchThrowable(
                      () ->
                          database.transact(
                              connection -> {
                                Sql.execute(connection, "insert into taskd.node default values");
                                proxy.silence();
                                begun.countDown();
                                Sql.execute(connection, "select 1");
                                return true;
                              })));
      begun.await();
      List<Future<Duration>> others =
          IntStream.range(0, 7)
              .mapToObj(i -> threads.submit(() -> timeOf(this::askInVain)))
              .toList();

      for (Future<Duration> other : others) {
        assertThat(other.get()).isLessThan(LONGEST_WAIT.plus(SLACK));
      }
      assertThat(inTransaction.get(LONGEST_STATEMENT.plus(SLACK).toMillis(), TimeUnit.MILLISECONDS))
          .isInstanceOf(Unavailable.class);
    }
    Soon.holds(LONGEST_STATEMENT.plus(SLACK), () -> timeOf(this::askInVain).toMillis() < 100);
    proxy.pass();
    Soon.holds(LONGEST_STATEMENT.plus(SLACK), () -> askInVain() == null);
    Soon.holds(
        LONGEST_STATEMENT.plus(SLACK),
        () ->
            STORE
                .test()
                .ask(
                    "select pid from pg_stat_activity where datname = current_database()"
                        + " and state like 'idle in transaction%'")
                .isEmpty());
    assertThat(STORE.test().ask("select count(*) from node")).containsExactly("0");
  }

  @Test
  void settle_whose_reply_was_lost_is_recorded_once_when_it_is_repeated() {
    NodeId node = store.nodes().join();
    store.jobs().add(TestJobs.mails(10));
    List<ClaimedJob> claimed =
        store.jobs().claim(node, List.of(TestJobs.demand(10, TestJobs.MAIL)));
    List<Settlement> batch =
        claimed.stream().map(job -> TestJobs.settlement(job, TestJobs.FINISHED)).toList();

    proxy.mute();
    Duration took =
        timeOf(
            () ->
                assertThatThrownBy(() -> store.jobs().settle(node, batch))
                    .isInstanceOf(Unavailable.class));
    long recorded = STORE.test().ask("select id from finished").size();
    proxy.pass();
    Soon.holds(LONGEST_STATEMENT.plus(SLACK), () -> askInVain() == null);

    assertThat(took).isLessThan(LONGEST_STATEMENT.plus(SLACK));
    assertThat(recorded).as("it was the reply that was lost").isEqualTo(10);
    assertThat(store.jobs().settle(node, batch)).as("stale").isEmpty();
    assertThat(store.jobReader().counts().done()).isEqualTo(10);
  }

  @Test
  void ask_while_the_server_starts_says_so() {
    proxy.answer(
        "E\0\0\0\u001dSFATAL\0C57P03\0Mstarting\0\0".getBytes(StandardCharsets.ISO_8859_1));
    proxy.cut();

    Soon.holds(
        LONGEST_WAIT.plus(SLACK),
        () -> {
          Throwable told = askInVain();
          return String.valueOf(told).contains("the server is starting or stopping");
        });
    proxy.pass();

    Soon.holds(Duration.ofSeconds(6).plus(SLACK), () -> askInVain() == null);
  }

  @Test
  void connections_to_a_server_that_takes_no_writes_are_dropped_all_at_once() {
    String name = STORE.test().ask("select current_database()").getFirst();
    STORE.test().ask("alter database " + name + " set default_transaction_read_only = on");
    try {
      proxy.cut();
      Soon.holds(LONGEST_WAIT.plus(SLACK), () -> readOnlySessions() == POOL);
    } finally {
      STORE
          .test()
          .ask(
              "begin read write; alter database "
                  + name
                  + " reset default_transaction_read_only; commit");
    }

    assertThatThrownBy(() -> store.nodes().join())
        .isInstanceOf(Unavailable.class)
        .hasMessageContaining("takes no writes")
        .hasMessageContaining("25006");
    Throwable second = catchThrowable(store.nodes()::join);

    assertThat(second).isNull();
    assertThat(readOnlySessions()).isZero();
  }

  /** How many of the pool's sessions may not write; fewer if some are not there yet. */
  private long readOnlySessions() {
    return countReadOnly(POOL);
  }

  private long countReadOnly(int more) {
    if (more == 0) {
      return 0;
    }
    try {
      return database.run(
          connection -> {
            Object shown =
                Database.sql(connection).fetchValue("show default_transaction_read_only");
            return ("on".equals(shown) ? 1 : 0) + countReadOnly(more - 1);
          });
    } catch (Unavailable away) {
      return 0;
    }
  }

  /** What is thrown when a connection is asked for anything; null if it answers. */
  private Throwable askInVain() {
    return catchThrowable(
        () ->
            database.run(
                connection -> {
                  Sql.execute(connection, "select 1");
                  return true;
                }));
  }

  private static Duration timeOf(Runnable work) {
    long start = System.nanoTime();
    work.run();
    return Duration.ofNanos(System.nanoTime() - start);
  }
}
