package dev.taskd.benchmarks;

import java.io.IOException;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Collections;

/** Sends tasks over HTTP, on a connection that is kept. */
record Client(String url) {
  private static final String TASK = "{\"type\":\"echo\",\"input\":" + Work.PAYLOAD + "}";

  /** One request for so many tasks. */
  void submit(int tasks) throws IOException {
    String list = String.join(",", Collections.nCopies(tasks, TASK));
    byte[] body = ("{\"tasks\":[" + list + "]}").getBytes(StandardCharsets.UTF_8);
    var connection =
        (HttpURLConnection) URI.create(url + "/v1/tasks/batch").toURL().openConnection();
    connection.setRequestMethod("POST");
    connection.setRequestProperty("Content-Type", "application/json");
    connection.setDoOutput(true);
    connection.setFixedLengthStreamingMode(body.length);
    try (OutputStream out = connection.getOutputStream()) {
      out.write(body);
    }
    int status = connection.getResponseCode();
    if (status != HttpURLConnection.HTTP_CREATED) {
      throw new IOException("the tasks were answered with " + status);
    }
    try (var answer = connection.getInputStream()) {
      answer.readAllBytes();
    }
  }
}
