package dev.taskd.http.guarded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a call brings back; how it is guarded is tested with those who call by it. */
@Timeout(60)
class GuardedHttpTest {
  private static final Duration LONG = Duration.ofSeconds(30);
  private static final Duration SHORT = Duration.ofMillis(500);

  private final GuardedHttp http = new GuardedHttp(Guard.none(), InstantSource.system());
  private final BlockingQueue<String> heads = new LinkedBlockingQueue<>();
  private ServerSocket server;

  @BeforeEach
  void listen() throws IOException {
    server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
  }

  @AfterEach
  void close() throws IOException {
    server.close();
  }

  @Test
  void answer_that_is_all_there_is_whole() throws Exception {
    serve("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbody");

    Reply.Answered answered = exchange("POST", "{}", 100, LONG);

    assertThat(answered.content().end()).isEqualTo(Reply.End.WHOLE);
    assertThat(answered.content().bytes()).asString(StandardCharsets.UTF_8).isEqualTo("body");
    assertThat(answered.location()).isNull();
  }

  @Test
  void answer_beyond_the_limit_is_read_up_to_it_and_nothing_more_is_waited_for() throws Exception {
    serve("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nbody");

    Reply.Answered answered = exchange("POST", "{}", 4, LONG);

    assertThat(answered.content().end()).isEqualTo(Reply.End.LIMIT);
    assertThat(answered.content().bytes()).asString(StandardCharsets.UTF_8).isEqualTo("body");
  }

  @Test
  void answer_whose_rest_does_not_come_in_time_is_cut() throws Exception {
    serve("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nbody");

    Reply.Answered answered = exchange("POST", "{}", 100, SHORT);

    assertThat(answered.status()).isEqualTo(200);
    assertThat(answered.content().end()).isEqualTo(Reply.End.CUT);
  }

  @Test
  void answer_tells_where_it_points_to() throws Exception {
    serve("HTTP/1.1 202 X\r\nLocation: /runs/7\r\nRetry-After: 5\r\nContent-Length: 0\r\n\r\n");

    Reply.Answered answered = exchange("POST", "{}", 100, LONG);

    assertThat(answered.location()).isEqualTo("/runs/7");
    assertThat(answered.retryAfter()).isEqualTo(Duration.ofSeconds(5));
  }

  @Test
  void call_without_a_body_sends_none() throws Exception {
    serve("HTTP/1.1 204 X\r\n\r\n");

    Reply.Answered answered = exchange("DELETE", "", 100, LONG);

    assertThat(answered.content().end()).isEqualTo(Reply.End.WHOLE);
    assertThat(heads.take())
        .isEqualTo(
            String.join(
                "\r\n",
                "DELETE /run HTTP/1.1",
                "Host: 127.0.0.1:" + server.getLocalPort(),
                "User-Agent: taskd",
                "X-Mark: 1",
                "Connection: close",
                "",
                ""));
  }

  private Reply.Answered exchange(String method, String body, int answerBytes, Duration timeout)
      throws InterruptedException {
    URI target = URI.create("http://127.0.0.1:" + server.getLocalPort() + "/run");
    Reply reply =
        http.exchange(
            new Request(method, target, Map.of("X-Mark", "1"), body, answerBytes, timeout));
    assertThat(reply).isInstanceOf(Reply.Answered.class);
    return (Reply.Answered) reply;
  }

  /** Reads a head, answers, and then says nothing until the other side hangs up. */
  private void serve(String answer) {
    Thread.ofVirtual()
        .start(
            () -> {
              try (Socket socket = server.accept()) {
                InputStream in = socket.getInputStream();
                StringBuilder head = new StringBuilder();
                while (head.indexOf("\r\n\r\n") < 0) {
                  head.append((char) in.read());
                }
                heads.add(head.toString());
                socket.getOutputStream().write(answer.getBytes(StandardCharsets.UTF_8));
                in.transferTo(OutputStream.nullOutputStream());
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
  }
}
