package dev.taskd.adapters.http;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import java.util.List;
import java.util.concurrent.Callable;

/** What the server answers: routes put themselves in here. */
final class Api {
  private final RoutesConfig routes;
  private final Body body;
  private final Problems problems;

  Api(RoutesConfig routes, Body body, Problems problems) {
    this.routes = routes;
    this.body = body;
    this.problems = problems;
  }

  /** Answers a request that changes nothing. */
  @FunctionalInterface
  interface Look {
    Answer answer(Context ctx, Query query) throws Exception;
  }

  /** Answers a request that may have a body. */
  @FunctionalInterface
  interface Act {
    Answer answer(Context ctx, byte[] body) throws Exception;
  }

  /** A call that changes nothing, and HEAD with it. */
  void get(String path, Look look, String... parameters) {
    List<String> known = List.of(parameters);
    Handler handler = ctx -> send(ctx, () -> look.answer(ctx, new Query(ctx.queryString(), known)));
    routes.get(path, handler);
    routes.head(path, handler);
  }

  /** A call that changes something. */
  void post(String path, Act act) {
    routes.post(
        path,
        ctx ->
            send(
                ctx,
                () -> {
                  new Query(ctx.queryString(), List.of());
                  return act.answer(ctx, body.read(ctx));
                }));
  }

  /** Answers every request of these paths, whoever is let in, with one problem. */
  void refuseAll(String paths, Problem problem) {
    routes.before(
        paths,
        ctx -> {
          throw new Refused(problem);
        });
  }

  private void send(Context ctx, Callable<Answer> work) {
    Answer answer;
    try {
      answer = work.call();
    } catch (Throwable e) {
      answer = problems.of(e).answer();
    }
    send(ctx, answer);
  }

  /** Gives an answer to a client. */
  static void send(Context ctx, Answer answer) {
    ctx.status(answer.status());
    answer.headers().forEach(ctx::header);
    ctx.result(answer.body());
  }
}
