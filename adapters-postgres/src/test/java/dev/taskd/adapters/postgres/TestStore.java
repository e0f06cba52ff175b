package dev.taskd.adapters.postgres;

import dev.taskd.domain.task.Outbox;
import dev.taskd.domain.task.TaskFlow;
import dev.taskd.testkit.StoreUnderTest;
import java.time.InstantSource;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** The stores of one test class: a database for the class, emptied for each test. */
final class TestStore implements BeforeAllCallback, AfterAllCallback {
  private final int poolSize;
  private @Nullable TestDatabase test;
  private @Nullable Database database;

  TestStore() {
    this(8);
  }

  TestStore(int poolSize) {
    this.poolSize = poolSize;
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    test = TestDatabase.create();
    database = test.open(test.settings().withPoolSize(poolSize));
  }

  @Override
  public void afterAll(ExtensionContext context) {
    database().close();
    test().close();
  }

  TestDatabase test() {
    return Objects.requireNonNull(test);
  }

  Database database() {
    return Objects.requireNonNull(database);
  }

  StoreUnderTest empty(Outbox outbox, int maxCrashes) {
    test().empty();
    return on(database(), outbox, maxCrashes);
  }

  StoreUnderTest on(Database open, Outbox outbox, int maxCrashes) {
    return on(test().settings(), open, outbox, maxCrashes);
  }

  /** On a database that somebody else opened. */
  static StoreUnderTest on(
      PostgresSettings settings, Database open, Outbox outbox, int maxCrashes) {
    TaskFlow flow = new TaskFlow(outbox);
    return new StoreUnderTest(
        new PostgresNodeStore(open),
        new PostgresJobStore(open, flow, maxCrashes),
        new PostgresJobReader(open),
        new PostgresQueueStore(open),
        new PostgresTaskStore(open, flow, maxCrashes),
        new PostgresTaskReader(open),
        new PostgresHousekeeping(open, settings),
        new PostgresNudges(settings),
        InstantSource.system(),
        () -> {});
  }
}
