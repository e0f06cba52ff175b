package dev.taskd.benchmarks;

import dev.taskd.domain.job.Priority;
import dev.taskd.domain.job.TaskId;
import dev.taskd.domain.job.Topic;
import dev.taskd.domain.task.NewTask;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * The whole way: tasks of one step that are sent over HTTP, by hundreds, to a node of its own
 * process, until the last result is recorded. The reference adds plain jobs by hundreds and drains
 * them; the floor submits tasks by hundreds and drains them.
 */
record Tasks(Server server, Options options, Progress progress, List<Map<String, Object>> costs) {
  private static final int BATCH = 100;

  Tasks(Server server, Options options, Progress progress) {
    this(server, options, progress, new ArrayList<>());
  }

  Map<String, Object> measure() throws Exception {
    Map<String, Object> line =
        Comparison.of(options, progress, this::reference, this::floor, this::taskd)
            .line(options.form(), "tasks/s");
    line.put("batch", BATCH);
    line.put("per_task", costs.getLast());
    return line;
  }

  private double reference(int jobs) throws Exception {
    try (Scratch scratch = server.scratch();
        Reference queue = new Reference(scratch)) {
      scratch.settle();
      long began = System.nanoTime();
      queue.add(jobs, BATCH);
      queue.drain(Drain.BATCH);
      long took = System.nanoTime() - began;
      scratch.expect(jobs, "select count(*) as benchmark from job where status = 'done'");
      return Figures.perSecond(jobs, took);
    }
  }

  private double floor(int tasks) throws Exception {
    try (Scratch scratch = server.scratch();
        Stores stores = Stores.alone(scratch)) {
      scratch.settle();
      long began = System.nanoTime();
      for (int left = tasks; left > 0; left -= BATCH) {
        stores.tasks().submit(tasks(Math.min(left, BATCH)));
      }
      new Floor(stores, Topic.ofStep(Work.ECHO.steps().getFirst())).drain(Drain.BATCH);
      long took = System.nanoTime() - began;
      expectAll(scratch, tasks);
      return Figures.perSecond(tasks, took);
    }
  }

  private double taskd(int tasks) throws Exception {
    try (Scratch scratch = server.scratch();
        Connection connection = scratch.connect();
        NodeProcess node = NodeProcess.start(scratch.address())) {
      Client client = new Client(node.url());
      int before = warmUp(client, connection, tasks);
      scratch.settle();
      Cost began = Cost.of(connection);
      long beganNanos = System.nanoTime();
      submit(client, tasks);
      Waiting.until(() -> !isAnyOpen(connection));
      long took = System.nanoTime() - beganNanos;
      costs.add(Cost.of(connection).since(began).perOne(tasks));
      expectAll(scratch, before + tasks);
      return Figures.perSecond(tasks, took);
    }
  }

  /** A fresh process compiles while it works; returns how many tasks it had for that. */
  private static int warmUp(Client client, Connection connection, int tasks) throws Exception {
    int few = Math.max(1, tasks / 4);
    submit(client, few);
    Waiting.until(() -> !isAnyOpen(connection));
    return few;
  }

  private static void submit(Client client, int tasks) throws Exception {
    for (int left = tasks; left > 0; left -= BATCH) {
      client.submit(Math.min(left, BATCH));
    }
  }

  private static List<NewTask> tasks(int many) {
    List<NewTask> tasks = new ArrayList<>();
    for (int i = 0; i < many; i++) {
      tasks.add(
          new NewTask(
              new TaskId(UUID.randomUUID()),
              Work.ECHO,
              Work.PAYLOAD,
              Priority.NORMAL,
              null,
              Work.MAX_ATTEMPTS,
              null,
              null));
    }
    return tasks;
  }

  private static void expectAll(Scratch scratch, int tasks) throws SQLException {
    scratch.expect(tasks, "select count(*) as benchmark from taskd.task where state = 'succeeded'");
  }

  static boolean isAnyOpen(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "select exists (select from taskd.task where state = 'open') as benchmark")) {
      row.next();
      return row.getBoolean(1);
    }
  }
}
