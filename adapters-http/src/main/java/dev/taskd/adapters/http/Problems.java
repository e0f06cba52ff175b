package dev.taskd.adapters.http;

import dev.taskd.application.health.Health;
import dev.taskd.application.safego.Trace;
import dev.taskd.domain.port.StoreException;
import io.javalin.http.MethodNotAllowedResponse;
import io.javalin.http.NotFoundResponse;
import java.util.UUID;
import org.eclipse.jetty.http.HttpException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The one place where what was thrown in a request becomes a problem. Thread-safe. */
final class Problems {
  private static final Logger log = LoggerFactory.getLogger(Problems.class);

  private final Health health;

  /**
   * @param health sees what nobody expected
   */
  Problems(Health health) {
    this.health = health;
  }

  /** What a client is told of {@code error}; what nobody expected is logged under an id. */
  Problem of(Throwable error) {
    return switch (error) {
      case Refused refused -> refused.problem();
      case StoreException.Unavailable away ->
          Problem.of(Code.STORE_UNAVAILABLE, "Whether the request took effect is not known.")
              .withHeader("Retry-After", "1");
      case InterruptedException stop -> ofStatus(503);
      case MethodNotAllowedResponse refused ->
          notAllowed(String.join(", ", refused.getDetails().values()));
      case NotFoundResponse unknown -> ofStatus(404);
      case HttpException broken -> ofStatus(broken.getCode());
      default -> unexpected(error);
    };
  }

  /** What a client is told when the server itself refuses with {@code status}. */
  static Problem ofStatus(int status) {
    return switch (status) {
      case 404 -> Problem.of(Code.NOT_FOUND, "See /openapi.yaml for what there is.");
      case 408 -> Problem.of(Code.REQUEST_TIMEOUT, "The rest of it did not come in time.");
      case 413 -> Problem.of(Code.BODY_TOO_LARGE, "It is beyond the limit of this server.");
      case 414 -> Problem.of(Code.URI_TOO_LONG, "It is beyond the limit of this server.");
      case 431 -> Problem.of(Code.HEADERS_TOO_LARGE, "It is beyond the limit of this server.");
      case 503 -> Problem.of(Code.SHUTTING_DOWN, "Ask again, or ask another node.");
      case 505 -> Problem.of(Code.HTTP_VERSION_NOT_SUPPORTED, "HTTP/1.1 is.");
      default ->
          status < 500
              ? Problem.of(Code.MALFORMED_REQUEST, "It is not a request of HTTP/1.1.")
              : Problem.of(Code.INTERNAL, "The server could not go on with it.");
    };
  }

  private static Problem notAllowed(String allowed) {
    return Problem.of(Code.METHOD_NOT_ALLOWED, "It knows " + allowed + ".")
        .withHeader("Allow", allowed);
  }

  private Problem unexpected(Throwable error) {
    String incident = "urn:uuid:" + UUID.randomUUID();
    health.witness(error);
    log.atError().addKeyValue("incident", incident).log("a request failed: {}", Trace.of(error));
    return Problem.of(Code.INTERNAL, "The log of this node has the reason under this instance.")
        .withInstance(incident);
  }
}
