package dev.taskd.bootstrap;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A client of the HTTP API. */
final class Client implements AutoCloseable {
  private static final JsonMapper JSON = new JsonMapper();

  private final HttpClient http = HttpClient.newHttpClient();
  private final String url;

  Client(String url) {
    this.url = url;
  }

  /** Sends a task and returns its id. */
  String submit(String type, String input) {
    return submit("{\"type\":\"" + type + "\",\"input\":" + input + "}");
  }

  /** Sends a task as it stands there and returns its id. */
  String submit(String task) {
    HttpResponse<String> answer = post("/v1/tasks", task);
    if (answer.statusCode() != 201) {
      throw new AssertionError(answer.statusCode() + " " + answer.body());
    }
    return JSON.readTree(answer.body()).get("id").asString();
  }

  /** Sends tasks in one act and returns their ids. */
  List<String> submitAll(List<String> tasks) {
    HttpResponse<String> answer =
        post("/v1/tasks/batch", "{\"tasks\":[" + String.join(",", tasks) + "]}");
    if (answer.statusCode() != 201) {
      throw new AssertionError(answer.statusCode() + " " + answer.body());
    }
    return JSON.readTree(answer.body())
        .get("tasks")
        .valueStream()
        .map(task -> task.get("id").asString())
        .toList();
  }

  /** Waits for a task to end. */
  JsonNode ended(String id) {
    return JSON.readTree(get("/v1/tasks/" + id + "?wait=30s").body());
  }

  JsonNode json(String path) {
    return JSON.readTree(get(path).body());
  }

  HttpResponse<String> get(String path) {
    return send(request(path).GET().build());
  }

  HttpResponse<String> post(String path, String body) {
    return send(
        request(path)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build());
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(url + path)).timeout(Duration.ofSeconds(60));
  }

  private HttpResponse<String> send(HttpRequest request) {
    try {
      return http.send(request, HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}
