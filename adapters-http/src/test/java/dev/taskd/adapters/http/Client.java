package dev.taskd.adapters.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** A client of one server. Holds each answer against the OpenAPI document. */
final class Client implements AutoCloseable {
  private static final int PATIENCE_MILLIS = 60_000;

  private final int port;
  private final HttpClient http = HttpClient.newHttpClient();
  private final OpenApiContract contract = OpenApiContract.shared();

  Client(int port) {
    this.port = port;
  }

  Reply get(String path, String... headers) {
    return send(request(path, headers).GET());
  }

  Reply post(String path, String json, String... headers) {
    return post(path, BodyPublishers.ofString(json), headers);
  }

  Reply post(String path, BodyPublisher body, String... headers) {
    return send(request(path, headers).header("Content-Type", "application/json").POST(body));
  }

  /** Sends neither a body nor a Content-Type. */
  Reply post(String path) {
    return send(request(path).POST(BodyPublishers.noBody()));
  }

  HttpRequest.Builder request(String path, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .timeout(Duration.ofMillis(PATIENCE_MILLIS));
    return headers.length == 0 ? request : request.headers(headers);
  }

  Reply send(HttpRequest.Builder builder) {
    HttpRequest request = builder.build();
    try {
      HttpResponse<String> answer =
          http.send(request, BodyHandlers.ofString(StandardCharsets.UTF_8));
      Reply reply = new Reply(answer.statusCode(), answer.headers(), answer.body());
      contract.check(request.method(), request.uri().getRawPath(), reply);
      return reply;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A connection of its own, for what no client library would send. */
  Socket connect() throws IOException {
    Socket socket = new Socket();
    socket.setReceiveBufferSize(32_768);
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    socket.setSoTimeout(PATIENCE_MILLIS);
    return socket;
  }

  /** Sends exactly this text and reads until the server closes the connection. */
  String raw(String text) throws IOException {
    try (Socket socket = connect()) {
      socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
      socket.getOutputStream().flush();
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** The start of a request as an honest client sends it, to be gone on with. */
  String head(String method, String target) {
    return method + " " + target + " HTTP/1.1\r\nHost: 127.0.0.1:" + port + "\r\n";
  }

  /** Sends a request without a body in one go, and no more after it. */
  String raw(String method, String target, String... headers) throws IOException {
    return raw(
        head(method, target)
            + "Connection: close\r\n"
            + String.join("\r\n", headers)
            + (headers.length == 0 ? "" : "\r\n")
            + "\r\n");
  }

  @Override
  public void close() {
    http.close();
  }
}
