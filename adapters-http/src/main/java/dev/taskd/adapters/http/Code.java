package dev.taskd.adapters.http;

import java.util.Locale;

/** What can be wrong, by a name that stays; each with its status and a title for people. */
enum Code {
  MALFORMED_REQUEST(400, "The request is malformed"),
  INVALID_HOST(400, "The Host header is missing, double or malformed"),
  INVALID_JSON(400, "The body is not one JSON document"),
  INVALID_REQUEST(400, "Something in the request has a wrong value"),
  UNAUTHORIZED(401, "A valid bearer token is needed"),
  FOREIGN_ORIGIN(403, "The request comes from a page of another site"),
  NOT_FOUND(404, "There is nothing under this path"),
  TASK_NOT_FOUND(404, "There is no such task"),
  JOB_NOT_FOUND(404, "There is no such job"),
  QUEUE_NOT_FOUND(404, "There is no such queue"),
  METHOD_NOT_ALLOWED(405, "The path does not know this method"),
  REQUEST_TIMEOUT(408, "The request took too long to arrive"),
  TASK_ENDED(409, "The task has ended"),
  TASK_NOT_WAITING(409, "The task does not wait for its client"),
  JOB_NOT_DEAD(409, "The job is not dead"),
  BODY_TOO_LARGE(413, "The body is too large"),
  URI_TOO_LONG(414, "The URI is too long"),
  UNSUPPORTED_MEDIA_TYPE(415, "The body must be sent as application/json"),
  FOREIGN_HOST(421, "This host name is not served here"),
  UNKNOWN_TASK_TYPE(422, "There is no such task type"),
  IDEMPOTENCY_KEY_REUSED(422, "The idempotency key belongs to another request"),
  HEADERS_TOO_LARGE(431, "The header of the request is too large"),
  INTERNAL(500, "Something went wrong here"),
  NOT_IMPLEMENTED(501, "This method is not known"),
  STORE_UNAVAILABLE(503, "The store is away"),
  UNHEALTHY(503, "This node is not well"),
  NOT_READY(503, "This node is not ready"),
  SHUTTING_DOWN(503, "This node is shutting down"),
  HTTP_VERSION_NOT_SUPPORTED(505, "This version of HTTP is not spoken here");

  private final int status;
  private final String title;

  Code(int status, String title) {
    this.status = status;
    this.title = title;
  }

  int status() {
    return status;
  }

  String title() {
    return title;
  }

  /** The name as it stands in a problem: lower-case with underscores. */
  String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
