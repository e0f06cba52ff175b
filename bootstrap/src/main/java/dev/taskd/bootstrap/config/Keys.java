package dev.taskd.bootstrap.config;

import static dev.taskd.bootstrap.config.Key.Secrecy.OPEN;
import static dev.taskd.bootstrap.config.Key.Secrecy.SECRET;
import static dev.taskd.bootstrap.config.Key.Secrecy.UNTIL_CHECKED;
import static dev.taskd.bootstrap.config.Key.ofGroup;
import static dev.taskd.bootstrap.config.Key.plain;

import dev.taskd.domain.job.Limits;
import dev.taskd.domain.job.Topic;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Every key that taskd knows: what is read, what is printed and what is documented all follow from
 * this table.
 */
final class Keys {
  static final String QUEUES = "queues";
  static final String STEPS = "steps";
  static final String TASK_TYPES = "task-types";

  /** The groups: their members are named by whoever configures taskd, in the file alone. */
  static final List<String> GROUPS = List.of(QUEUES, STEPS, TASK_TYPES);

  /** A claim takes no more: the store's statement holds it as a constant. */
  private static final int MAX_BATCH = 1_000;

  static final Key<String> HTTP_HOST =
      plain(
          "http.host",
          "127.0.0.1",
          Format.LISTEN_HOST,
          OPEN,
          "The address that taskd listens on. Anything but loopback (`127.…`, `::1`, `localhost`)"
              + " needs `auth.tokens`.");
  static final Key<Integer> HTTP_PORT =
      plain(
          "http.port",
          "8080",
          Format.whole(0, 65_535),
          OPEN,
          "The port that taskd listens on; 0 takes any free one, which is printed.");
  static final Key<Integer> HTTP_MAX_BODY =
      plain(
          "http.max-body",
          "1MiB",
          Format.mebibytes(64),
          OPEN,
          "A longer request is refused with `413`.");
  static final Key<String> HTTP_ALLOWED_HOSTS =
      plain(
          "http.allowed-hosts",
          null,
          Format.HOSTS,
          OPEN,
          "Names, besides its own address, that a request may give as its `Host`: a page of another"
              + " site cannot reach taskd under its own name.");
  static final Key<StorageKind> STORAGE =
      plain(
          "storage",
          "embedded",
          Format.oneOf(StorageKind.class),
          OPEN,
          "Where tasks are kept: in a PostgreSQL that taskd brings along, in one that runs"
              + " elsewhere, or in memory (gone at the end of the process).");
  static final Key<Path> DATA_DIR =
      plain(
          "data-dir",
          "./taskd-data",
          Format.DIRECTORY,
          OPEN,
          "The directory of the embedded PostgreSQL.");
  static final Key<String> POSTGRES_URL =
      plain(
          "postgres.url",
          null,
          Format.POSTGRES_URL,
          UNTIL_CHECKED,
          "The database, with `storage: postgres` and only then. Credentials do not belong in it.");
  static final Key<String> POSTGRES_DIRECT_URL =
      plain(
          "postgres.direct-url",
          null,
          Format.POSTGRES_URL,
          UNTIL_CHECKED,
          "The same database past a pooler that `postgres.url` leads to, to listen and to migrate:"
              + " both need a session of their own. Without one, `postgres.url`.");
  static final Key<String> POSTGRES_USER =
      plain(
          "postgres.user",
          null,
          Format.NAME,
          OPEN,
          "Its user; without one, the JDBC driver takes that of the operating system.");
  static final Key<Secret<String>> POSTGRES_PASSWORD =
      plain(
          "postgres.password",
          null,
          Format.PASSWORD,
          SECRET,
          "Its password. Blanks around it are part of it.");
  static final Key<Integer> POSTGRES_POOL_SIZE =
      plain(
          "postgres.pool-size",
          "8",
          Format.whole(1, 500),
          OPEN,
          "How many connections taskd holds, to an embedded PostgreSQL too.");
  static final Key<Integer> WORKER_CONCURRENCY =
      plain(
          "worker.concurrency",
          "16",
          Format.whole(1, MAX_BATCH),
          OPEN,
          "How many jobs of the queue `default` run at the same time on this node.");
  static final Key<Integer> WORKER_BATCH =
      plain(
          "worker.batch",
          "64",
          Format.whole(1, MAX_BATCH),
          OPEN,
          "How many jobs are claimed at once, at most. Not below the concurrency of any queue:"
              + " throughput would be pinned at concurrency ÷ poll.");
  static final Key<Duration> WORKER_POLL_MIN =
      plain(
          "worker.poll-min",
          "50ms",
          Format.SOME_DURATION,
          OPEN,
          "The first wait after a claim that found nothing; each further one is twice as long.");
  static final Key<Duration> WORKER_POLL_MAX =
      plain(
          "worker.poll-max",
          "2s",
          Format.SOME_DURATION,
          OPEN,
          "The longest such wait: so late is a job found whose nudge was lost.");
  static final Key<Integer> WORKER_MAX_ATTEMPTS =
      plain(
          "worker.max-attempts",
          "5",
          Format.whole(1, Limits.MAX_ATTEMPTS),
          OPEN,
          "How often a job is tried before it is dead, where its task does not say.");
  static final Key<Duration> WORKER_BACKOFF_BASE =
      plain(
          "worker.backoff-base",
          "1s",
          Format.SOME_DURATION,
          OPEN,
          "The wait after the first failed attempt; each further one is twice as long, up to half"
              + " of it left to chance.");
  static final Key<Duration> WORKER_BACKOFF_MAX =
      plain("worker.backoff-max", "5m", Format.SOME_DURATION, OPEN, "The longest such wait.");
  static final Key<Duration> WORKER_TIMEOUT =
      plain(
          "worker.timeout",
          "30s",
          Format.SOME_DURATION,
          OPEN,
          "How long one attempt may run before it is interrupted and counted as failed.");
  static final Key<Integer> WORKER_MAX_CRASHES =
      plain(
          "worker.max-crashes",
          "3",
          Format.whole(1, Limits.MAX_ATTEMPTS),
          OPEN,
          "How many nodes one job may take down with it before it is dead.");
  static final Key<Duration> NODE_HEARTBEAT =
      plain(
          "node.heartbeat",
          "2s",
          Format.SOME_DURATION,
          OPEN,
          "How often a node tells the others that it is alive. The same on all nodes.");
  static final Key<Duration> NODE_LOST_AFTER =
      plain(
          "node.lost-after",
          "15s",
          Format.SOME_DURATION,
          OPEN,
          "How long a node may be silent before the others take its jobs. The same on all nodes,"
              + " and at least three heartbeats.");
  static final Key<Optional<Duration>> RETENTION_FINISHED =
      plain(
          "retention.finished",
          "168h",
          Format.DURATION_OR_OFF,
          OPEN,
          "How long tasks are kept after their end, with their idempotency keys, and finished jobs"
              + " of no task; `off` for ever. A task stays while one of its jobs is unfinished or"
              + " dead.");
  static final Key<Optional<Duration>> RETENTION_DEAD =
      plain(
          "retention.dead",
          "off",
          Format.DURATION_OR_OFF,
          OPEN,
          "How long dead jobs are kept, and so the tasks that they failed; `off` for ever.");
  static final Key<Duration> SHUTDOWN_DRAIN_DELAY =
      plain(
          "shutdown.drain-delay",
          "0s",
          Format.DURATION_OR_ZERO,
          OPEN,
          "How long requests are still taken after the signal, so that a load balancer notices"
              + " first.");
  static final Key<Duration> SHUTDOWN_DRAIN_TIMEOUT =
      plain(
          "shutdown.drain-timeout",
          "30s",
          Format.DURATION_OR_ZERO,
          OPEN,
          "How long running jobs may take to end; then they are cut off. `0s` cuts them off at"
              + " once.");
  static final Key<NotifierKind> NOTIFIER =
      plain(
          "notifier",
          "webhook",
          Format.oneOf(NotifierKind.class),
          OPEN,
          "How the world is told of tasks: by a call to `webhook.url` (none without it), or by a"
              + " line in the log.");
  static final Key<Secret<URI>> WEBHOOK_URL =
      plain(
          "webhook.url",
          null,
          Format.WEBHOOK_URL,
          SECRET,
          "Where `task.created`, `task.completed`, `task.failed` and `task.cancelled` are sent."
              + " Treated as a secret.");
  static final Key<Duration> WEBHOOK_TIMEOUT =
      plain(
          "webhook.timeout",
          "10s",
          Format.SOME_DURATION,
          OPEN,
          "How long one delivery may take, from connecting to the last byte of the answer.");
  static final Key<Boolean> WEBHOOK_ALLOW_PRIVATE_TARGETS =
      plain(
          "webhook.allow-private-targets",
          "false",
          Format.FLAG,
          OPEN,
          "Whether a webhook may go to loopback, to a private address, or to a port of another"
              + " protocol.");
  static final Key<Secret<String>> AUTH_TOKENS =
      plain(
          "auth.tokens",
          null,
          Format.TOKENS,
          SECRET,
          "Bearer tokens, one of which each request must carry. Without any, taskd listens on"
              + " loopback only and asks nobody.");
  static final Key<Integer> QUEUE_CONCURRENCY =
      ofGroup(
          QUEUES,
          "concurrency",
          "16",
          Format.whole(1, MAX_BATCH),
          "How many jobs of this queue run at the same time on this node. Its default is smaller"
              + " where `worker.batch` is; for the queue `default` it is `worker.concurrency`.");
  static final Key<Topic> QUEUE_TOPICS =
      ofGroup(
          QUEUES,
          "topics",
          null,
          Format.TOPICS,
          "The topics that belong to this queue, each to one queue only. What no queue lists"
              + " belongs to `default`, but `task.created`, `task.completed`, `task.failed` and"
              + " `task.cancelled`: those to `webhooks`.");
  static final Key<Duration> STEP_TIMEOUT =
      ofGroup(
          STEPS,
          "timeout",
          null,
          Format.SOME_DURATION,
          "As `worker.timeout`, for this step; without it, that one.");
  static final Key<String> TASK_TYPE_STEPS =
      ofGroup(
          TASK_TYPES,
          "steps",
          null,
          Format.STEPS,
          "The steps of tasks of this type, in their order, each one of `steps`. Without any, the"
              + " client completes the task.");

  static final List<Key<?>> ALL =
      List.of(
          HTTP_HOST,
          HTTP_PORT,
          HTTP_MAX_BODY,
          HTTP_ALLOWED_HOSTS,
          STORAGE,
          DATA_DIR,
          POSTGRES_URL,
          POSTGRES_DIRECT_URL,
          POSTGRES_USER,
          POSTGRES_PASSWORD,
          POSTGRES_POOL_SIZE,
          WORKER_CONCURRENCY,
          WORKER_BATCH,
          WORKER_POLL_MIN,
          WORKER_POLL_MAX,
          WORKER_MAX_ATTEMPTS,
          WORKER_BACKOFF_BASE,
          WORKER_BACKOFF_MAX,
          WORKER_TIMEOUT,
          WORKER_MAX_CRASHES,
          NODE_HEARTBEAT,
          NODE_LOST_AFTER,
          RETENTION_FINISHED,
          RETENTION_DEAD,
          SHUTDOWN_DRAIN_DELAY,
          SHUTDOWN_DRAIN_TIMEOUT,
          NOTIFIER,
          WEBHOOK_URL,
          WEBHOOK_TIMEOUT,
          WEBHOOK_ALLOW_PRIVATE_TARGETS,
          AUTH_TOKENS,
          QUEUE_CONCURRENCY,
          QUEUE_TOPICS,
          STEP_TIMEOUT,
          TASK_TYPE_STEPS);

  private Keys() {}

  /** The keys that are no group's. */
  static List<Key<?>> plainKeys() {
    return ALL.stream().filter(key -> !key.isOfGroup()).toList();
  }

  /** The keys of the members of {@code group}. */
  static List<Key<?>> of(String group) {
    return ALL.stream()
        .filter(key -> key.isOfGroup() && key.address().get(0).equals(group))
        .toList();
  }

  enum StorageKind {
    EMBEDDED,
    POSTGRES,
    MEMORY
  }

  enum NotifierKind {
    WEBHOOK,
    LOG
  }
}
