package dev.taskd.adapters.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** Answers with a problem where Jetty itself refuses a request, before any of our code sees it. */
final class JettyErrors implements Request.Handler {
  private final Problems problems;

  JettyErrors(Problems problems) {
    this.problems = problems;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    Answer answer =
        problem(response.getStatus(), request.getAttribute(ErrorHandler.ERROR_EXCEPTION)).answer();
    response.setStatus(answer.status());
    answer.headers().forEach(response.getHeaders()::put);
    Connections.closeIfMeantForTunnel(request, response.getHeaders());
    response.write(true, ByteBuffer.wrap(answer.body()), callback);
    return true;
  }

  private Problem problem(int status, @Nullable Object cause) {
    return switch (cause) {
      case null -> Problems.ofStatus(status);
      case HttpException refused -> Problems.ofStatus(refused.getCode());
      case IOException gone -> Problems.ofStatus(408);
      case TimeoutException slow -> Problems.ofStatus(408);
      case Throwable unexpected -> problems.of(unexpected);
      default -> Problems.ofStatus(status);
    };
  }
}
