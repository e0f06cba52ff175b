package dev.taskd.adapters.http;

import dev.taskd.domain.job.JobId;
import dev.taskd.domain.job.TaskId;
import io.javalin.http.Context;
import java.util.regex.Pattern;

/** What stands in the path of one request, in its one spelling. */
final class Params {
  private static final Pattern JOB_ID = Pattern.compile("[1-9][0-9]{0,18}");

  private Params() {}

  static TaskId taskId(Context ctx) {
    String text = ctx.pathParam("id");
    try {
      return TaskId.parse(text);
    } catch (IllegalArgumentException e) {
      throw new Refused(Code.TASK_NOT_FOUND, "A task id is a UUID in lower case.");
    }
  }

  static JobId jobId(Context ctx) {
    String text = ctx.pathParam("id");
    if (!JOB_ID.matcher(text).matches()) {
      throw noSuchJob();
    }
    try {
      return new JobId(Long.parseLong(text));
    } catch (NumberFormatException beyondLong) {
      throw noSuchJob();
    }
  }

  private static Refused noSuchJob() {
    return new Refused(
        Code.JOB_NOT_FOUND, "A job id is a whole number from 1 to " + Long.MAX_VALUE + ".");
  }
}
