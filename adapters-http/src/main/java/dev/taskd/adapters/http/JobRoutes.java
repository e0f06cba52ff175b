package dev.taskd.adapters.http;

import dev.taskd.application.Operator;
import dev.taskd.application.TopicQueues;
import dev.taskd.domain.job.Job;
import dev.taskd.domain.job.JobId;
import dev.taskd.domain.job.JobQuery;
import dev.taskd.domain.job.JobState;
import dev.taskd.domain.job.Queue;
import dev.taskd.domain.job.Topic;
import dev.taskd.domain.port.JobReader;
import io.javalin.http.Context;
import java.util.Set;

/** The calls that look at jobs, and an operator's retries. */
public final class JobRoutes implements Routes {
  private final JobReader jobs;
  private final Operator operator;
  private final TopicQueues queues;

  public JobRoutes(JobReader jobs, Operator operator, TopicQueues queues) {
    this.jobs = jobs;
    this.operator = operator;
    this.queues = queues;
  }

  @Override
  public void join(Api api) {
    api.get("/v1/jobs", this::list, "state", "topic", "queue", "limit", "cursor");
    api.get("/v1/jobs/{id}", (ctx, query) -> one(Params.jobId(ctx)));
    api.post("/v1/admin/jobs/{id}/retry", this::retry);
    api.post("/v1/admin/jobs/retry", this::retryAll);
  }

  private Answer list(Context ctx, Query query) {
    JobState state = query.oneOf("state", JobState.values(), JobState::code);
    Topic topic = query.value("topic", Topic::new);
    Queue queue = query.value("queue", Queue::new);
    JobId first = query.value("cursor", Cursor::job);
    Page.Source<Job> source =
        (last, count) -> {
          JobQuery wanted =
              new JobQuery(
                  state,
                  topic == null ? null : Set.of(topic),
                  false,
                  count,
                  last == null ? first : last.id());
          return jobs.list(queue == null ? wanted : queues.within(queue, wanted));
        };
    return Page.of(source, query.limit(), JobRoutes::characters, job -> Cursor.after(job.id()))
        .answer("jobs", (json, job) -> JobJson.write(json, job, queues.of(job.topic())));
  }

  private static long characters(Job job) {
    return job.payload() == null ? 0 : job.payload().length();
  }

  private Answer one(JobId id) {
    return jobs.find(id)
        .map(job -> Answer.json(200, json -> JobJson.write(json, job, queues.of(job.topic()))))
        .orElseThrow(() -> unknown(id));
  }

  private Answer retry(Context ctx, byte[] body) {
    JobId id = Params.jobId(ctx);
    TaskRequests.nothing(body);
    return switch (operator.retry(id)) {
      case RETRIED -> one(id);
      case NOT_DEAD -> throw new Refused(Code.JOB_NOT_DEAD, "Job " + id + " is not dead.");
      case UNKNOWN -> throw unknown(id);
    };
  }

  private Answer retryAll(Context ctx, byte[] body) {
    RetryRequest asked = RetryRequest.read(body);
    int retried = operator.retryAll(asked.topic(), asked.kind(), asked.limit());
    return Answer.json(
        200,
        json -> {
          json.writeStartObject();
          json.writeNumberProperty("retried", retried);
          json.writeEndObject();
        });
  }

  private static Refused unknown(JobId id) {
    return new Refused(Code.JOB_NOT_FOUND, "Job " + id + " is not there, or not any more.");
  }
}
