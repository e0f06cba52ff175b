package dev.taskd.adapters.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.taskd.domain.port.WebhookSender.Answer;
import dev.taskd.domain.port.WebhookSender.Answer.Answered;
import dev.taskd.domain.port.WebhookSender.Answer.Forbidden;
import dev.taskd.domain.port.WebhookSender.Answer.Unreached;
import dev.taskd.domain.port.WebhookSender.Call;
import dev.taskd.http.guarded.GuardedHttp;
import java.io.ByteArrayOutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class HttpWebhookSenderTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final Duration SHORT = Duration.ofMillis(700);
  private static final InstantSource CLOCK =
      InstantSource.fixed(Instant.parse("2026-09-06T08:48:07Z"));
  private static final String TARGET = "/services/T0/B0/TOPSECRET?token=TOPSECRET";

  private final HttpWebhookSender sender = new HttpWebhookSender(true, CLOCK);

  @Test
  void send_posts_the_body_as_it_is() throws Exception {
    try (Receiver receiver = Receiver.answering(204)) {
      String body = "{\"b\":1, \"a\":\"\\u00e9\\ud83d\\ude00/\u2028\u00e9\", \"n\":1.0}";
      URI target = URI.create("http://127.0.0.1:" + receiver.port() + "/a%20b?c=d&e");

      Answer answer = sender.send(new Call(target, body, "task.created:1", TIMEOUT));

      assertThat(status(answer)).isEqualTo(204);
      assertThat(receiver.requests)
          .containsExactly(
              String.join(
                  "\r\n",
                  "POST /a%20b?c=d&e HTTP/1.1",
                  "Host: 127.0.0.1:" + receiver.port(),
                  "User-Agent: taskd",
                  "Content-Type: application/json",
                  "Content-Length: " + body.getBytes(StandardCharsets.UTF_8).length,
                  "X-Idempotency-Key: task.created:1",
                  "Connection: close",
                  "",
                  body));
    }
  }

  @Test
  void send_asks_for_the_root_where_the_url_has_no_path() throws Exception {
    try (Receiver receiver = Receiver.answering(200)) {
      sender.send(call("http://127.0.0.1:" + receiver.port(), TIMEOUT));

      assertThat(receiver.requests.getFirst()).startsWith("POST / HTTP/1.1\r\n");
    }
  }

  @ParameterizedTest
  @ValueSource(
      ints = {
        200, 201, 204, 299, 301, 302, 303, 304, 307, 308, 400, 401, 404, 407, 408, 410, 413, 425,
        429, 500, 502, 503, 504, 599
      })
  void send_tells_every_status_after_one_request(int status) throws Exception {
    try (Receiver elsewhere = Receiver.answering(200);
        Receiver receiver =
            Receiver.answering(
                status,
                "Location: http://127.0.0.1:" + elsewhere.port() + "/",
                "WWW-Authenticate: Basic realm=x",
                "Retry-After: 0")) {
      Answer answer = sender.send(call(receiver, TIMEOUT));

      assertThat(status(answer)).isEqualTo(status);
      assertThat(receiver.connections).hasValue(1);
      assertThat(elsewhere.connections).hasValue(0);
    }
  }

  @Test
  void send_steps_over_informational_answers() throws Exception {
    try (Receiver receiver =
        Receiver.answering(
            String.join(
                "\r\n",
                "HTTP/1.1 100 Continue",
                "",
                "HTTP/1.1 103 Early Hints",
                "Link: </a>",
                "",
                "HTTP/1.1 202 Accepted",
                "",
                ""))) {
      assertThat(status(sender.send(call(receiver, TIMEOUT)))).isEqualTo(202);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "90",
        "Sun, 06 Sep 2026 08:49:37 GMT",
        "Sunday, 06-Sep-26 08:49:37 GMT",
        "Sun Sep  6 08:49:37 2026"
      })
  void send_tells_when_to_come_back(String value) throws Exception {
    for (int status : new int[] {429, 503}) {
      try (Receiver receiver = Receiver.answering(status, "Retry-After: " + value)) {
        Answer answer = sender.send(call(receiver, TIMEOUT));

        assertThat(answer)
            .isInstanceOfSatisfying(
                Answered.class,
                answered -> assertThat(answered.retryAfter()).isEqualTo(Duration.ofSeconds(90)));
      }
    }
  }

  @Test
  void send_tells_of_no_wait_that_makes_no_sense() throws Exception {
    try (Receiver receiver = Receiver.answering(503, "Retry-After: soon")) {
      Answer answer = sender.send(call(receiver, TIMEOUT));

      assertThat(answer)
          .isInstanceOfSatisfying(
              Answered.class, answered -> assertThat(answered.retryAfter()).isNull());
    }
  }

  @Test
  void send_keeps_the_start_of_what_was_answered() throws Exception {
    try (Receiver receiver =
        Receiver.answering("HTTP/1.1 500 X\r\nConnection: close\r\n\r\nno such tenant")) {
      assertThat(excerpt(sender.send(call(receiver, TIMEOUT)))).contains("no such tenant");
    }
  }

  @Test
  void send_takes_the_secrets_of_the_url_out_of_what_was_answered() throws Exception {
    try (Receiver receiver =
        Receiver.answering(
            "HTTP/1.1 404 X\r\n\r\nCannot POST " + TARGET + ": hook TOPSECRET is not known")) {
      String excerpt = excerpt(sender.send(call(receiver, TIMEOUT)));

      assertThat(excerpt).doesNotContain("TOPSECRET").contains("is not known");
    }
  }

  @Test
  void send_takes_an_answer_that_comes_before_all_was_read() throws Exception {
    try (Receiver receiver =
        new Receiver(
            (self, socket) -> {
              self.write(socket, "HTTP/1.1 413 X\r\nContent-Length: 0\r\n\r\n");
              socket.shutdownOutput();
              self.awaitEnd(socket);
            })) {
      Answer answer =
          sender.send(new Call(target(receiver), bytes(4_000_000), "task.created:1", TIMEOUT));

      assertThat(status(answer)).isEqualTo(413);
    }
  }

  @Test
  void send_takes_an_answer_of_a_receiver_that_hung_up_without_reading() throws Exception {
    try (Receiver receiver =
        new Receiver(
            (self, socket) -> self.write(socket, "HTTP/1.1 413 X\r\nContent-Length: 0\r\n\r\n"))) {
      Answer answer =
          sender.send(new Call(target(receiver), bytes(10_000_000), "task.created:1", TIMEOUT));

      assertThat(status(answer)).isEqualTo(413);
    }
  }

  @Test
  void send_gives_up_on_a_receiver_that_never_answers() throws Exception {
    try (Receiver receiver = new Receiver(Receiver::awaitEnd)) {
      assertThatItTakesTooLong(call(receiver, SHORT));
    }
  }

  @Test
  void send_gives_up_on_a_head_that_drips_for_ever() throws Exception {
    try (Receiver receiver =
        new Receiver(
            (self, socket) -> {
              self.read(socket);
              self.write(socket, "HTTP/1.1 200 OK\r\n");
              while (true) {
                self.write(socket, "a");
                Thread.sleep(100);
              }
            })) {
      assertThatItTakesTooLong(call(receiver, SHORT));
    }
  }

  @Test
  void send_gives_up_on_informational_answers_without_end() throws Exception {
    try (Receiver receiver =
        new Receiver(
            (self, socket) -> {
              self.read(socket);
              while (true) {
                self.write(socket, "HTTP/1.1 102 Processing\r\n\r\n".repeat(100));
              }
            })) {
      assertThatItTakesTooLong(call(receiver, SHORT));
    }
  }

  @Test
  void send_gives_up_on_a_receiver_that_never_reads() throws Exception {
    try (Receiver receiver = new Receiver((self, socket) -> Thread.sleep(Duration.ofMinutes(1)))) {
      Set<Thread> before = threads();

      assertThatItTakesTooLong(
          new Call(target(receiver), bytes(10_000_000), "task.created:1", SHORT));

      assertThat(threads()).isSubsetOf(before);
    }
  }

  @Test
  void send_gives_up_on_a_name_that_was_looked_up_for_too_long() throws Exception {
    try (Receiver receiver = Receiver.answering(200)) {
      HttpWebhookSender slow =
          sender(
              true,
              host -> {
                await(Duration.ofMillis(200));
                return loopback();
              });

      Answer answer =
          slow.send(call("http://hook.example:" + receiver.port() + "/", Duration.ofMillis(100)));

      assertThat(reason(answer)).contains("took longer than 100ms");
      assertThat(receiver.requests).isEmpty();
    }
  }

  @Test
  void send_lets_the_status_decide_when_the_body_drips_for_ever() throws Exception {
    try (Receiver receiver =
        new Receiver(
            (self, socket) -> {
              self.read(socket);
              self.write(socket, "HTTP/1.1 200 OK\r\n\r\n");
              while (true) {
                self.write(socket, "a");
                Thread.sleep(100);
              }
            })) {
      Duration limit = Duration.ofSeconds(2);
      long start = System.nanoTime();

      Answer answer = sender.send(call(receiver, limit));

      assertThat(status(answer)).isEqualTo(200);
      assertThat(excerpt(answer)).startsWith("aaa");
      assertThat(since(start)).isBetween(limit, limit.multipliedBy(4));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {204, 304})
  void send_waits_for_no_body_where_the_status_has_none(int status) throws Exception {
    try (Receiver receiver =
        new Receiver(
            (self, socket) -> {
              self.read(socket);
              self.write(socket, "HTTP/1.1 " + status + " X\r\n\r\n");
              self.awaitEnd(socket);
            })) {
      long start = System.nanoTime();

      Answer answer = sender.send(call(receiver, TIMEOUT));

      assertThat(status(answer)).isEqualTo(status);
      assertThat(since(start)).isLessThan(Duration.ofSeconds(5));
    }
  }

  @Test
  void send_lets_the_status_decide_when_the_body_is_cut() throws Exception {
    try (Receiver receiver =
        Receiver.answering("HTTP/1.1 500 X\r\nContent-Length: 1000\r\n\r\nhalf a bo")) {
      Answer answer = sender.send(call(receiver, TIMEOUT));

      assertThat(status(answer)).isEqualTo(500);
      assertThat(excerpt(answer)).contains("half a bo");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 200 OK\r\nContent-Length: 2147483648\r\n\r\n",
        "HTTP/1.1 200 OK\r\n\r\n",
        "HTTP/1.1 500 X\r\n\r\n"
      })
  void send_reads_a_body_without_end_only_to_its_limit(String head) throws Exception {
    byte[] zeros = new byte[64 * 1024];
    try (Receiver receiver =
            new Receiver(
                (self, socket) -> {
                  self.read(socket);
                  self.write(socket, head);
                  for (int i = 0; i < 32 * 1024; i++) {
                    self.write(socket, zeros);
                  }
                });
        var workers = Executors.newFixedThreadPool(20)) {
      List<Future<Answer>> answers = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        answers.add(workers.submit(() -> sender.send(call(receiver, TIMEOUT))));
      }

      for (Future<Answer> answer : answers) {
        assertThat(status(answer.get())).isEqualTo(head.contains("200") ? 200 : 500);
      }
      assertThat(receiver.sent.get() / 20).isLessThan(8_000_000);
    }
  }

  @Test
  void send_inflates_no_bomb() throws Exception {
    ByteArrayOutputStream bomb = new ByteArrayOutputStream();
    try (GZIPOutputStream zip = new GZIPOutputStream(bomb)) {
      byte[] zeros = new byte[1_000_000];
      for (int i = 0; i < 100; i++) {
        zip.write(zeros);
      }
    }
    try (Receiver receiver =
        new Receiver(
            (self, socket) -> {
              self.read(socket);
              self.write(socket, "HTTP/1.1 500 X\r\nContent-Encoding: gzip\r\n\r\n");
              self.write(socket, bomb.toByteArray());
            })) {
      Answer answer = sender.send(call(receiver, TIMEOUT));

      assertThat(status(answer)).isEqualTo(500);
      assertThat(excerpt(answer).length()).isLessThanOrEqualTo(HttpWebhookSender.EXCERPT_BYTES);
      assertThat(excerpt(answer).codePoints()).noneMatch(c -> c < 0x20 || c == 0x7f);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SSH-2.0-OpenSSH_9.2\r\n\r\n\r\n\r\n\r\n\r\n\r\n\r\n\r\n\r\n\r\n\r\n\r\n\r\n\r\n",
        "HTTP/1.1 abc OK\r\n\r\n",
        "HTTP/1.1 20 OK\r\n\r\n",
        "HTTP/2.0 200 OK\r\n\r\n",
        "HTTP/1.1 200 OK\r\nno colon\r\n\r\n"
      })
  void send_does_not_take_for_an_answer_what_is_not_http(String answer) throws Exception {
    try (Receiver receiver = Receiver.answering(answer)) {
      assertThat(reason(sender.send(call(receiver, TIMEOUT)))).contains("127.0.0.1");
    }
  }

  @Test
  void send_does_not_read_a_head_without_end() throws Exception {
    try (Receiver receiver =
        new Receiver(
            (self, socket) -> {
              self.read(socket);
              self.write(socket, "HTTP/1.1 200 OK\r\n");
              for (int i = 0; i < 100_000_000; i++) {
                self.write(socket, "A".repeat(1000) + ": b\r\n");
              }
            })) {
      assertThat(reason(sender.send(call(receiver, TIMEOUT)))).contains("not HTTP");
      assertThat(receiver.sent.get()).isLessThan(8_000_000);
    }
  }

  @Test
  void send_tells_of_a_receiver_that_hangs_up() throws Exception {
    try (Receiver receiver = new Receiver((self, socket) -> self.read(socket))) {
      assertThat(reason(sender.send(call(receiver, TIMEOUT)))).contains("cut the connection");
    }
  }

  @Test
  void send_tells_of_a_refused_connection() throws Exception {
    int port;
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }

    Answer answer = sender.send(call("http://127.0.0.1:" + port + TARGET, TIMEOUT));

    assertThat(reason(answer)).contains("host 127.0.0.1 accepted no connection");
  }

  @Test
  void send_tries_the_next_address_of_a_host() throws Exception {
    try (Receiver receiver = Receiver.answering(200)) {
      HttpWebhookSender twoAddresses =
          sender(true, host -> List.of(address("127.0.0.2"), address("127.0.0.1")));

      Answer answer =
          twoAddresses.send(call("http://hook.example:" + receiver.port() + "/", TIMEOUT));

      assertThat(status(answer)).isEqualTo(200);
    }
  }

  @Test
  void send_tells_of_a_host_that_is_not_found_and_may_be_tomorrow() throws Exception {
    Answer answer =
        new HttpWebhookSender(false, CLOCK).send(call("http://hook.invalid" + TARGET, TIMEOUT));

    assertThat(reason(answer)).contains("host hook.invalid was not found");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"127.0.0.1", "10.0.0.1", "169.254.169.254", "::1", "fd00::1", "64:ff9b::7f00:1"})
  void send_calls_nothing_whose_name_resolves_to_a_private_address(String literal)
      throws Exception {
    try (Receiver receiver = Receiver.answering(200)) {
      HttpWebhookSender guarded = sender(false, host -> List.of(address(literal)));

      Answer answer =
          guarded.send(call("http://hook.example:" + receiver.port() + TARGET, TIMEOUT));

      assertThat(forbidden(answer))
          .contains("host hook.example", "private range")
          .doesNotContain("TOPSECRET");
      assertThat(receiver.connections).hasValue(0);
    }
  }

  @Test
  void send_calls_nothing_if_one_of_several_addresses_is_private() throws Exception {
    try (Receiver receiver = Receiver.answering(200)) {
      HttpWebhookSender guarded =
          sender(false, host -> List.of(address("8.8.8.8"), address("127.0.0.1")));

      Answer answer = guarded.send(call("http://hook.example:" + receiver.port() + "/", TIMEOUT));

      assertThat(forbidden(answer)).contains("private range");
      assertThat(receiver.connections).hasValue(0);
    }
  }

  @Test
  void send_resolves_once_so_that_the_address_judged_is_the_address_called() throws Exception {
    AtomicInteger lookups = new AtomicInteger();
    try (Receiver receiver = Receiver.answering(200)) {
      HttpWebhookSender rebound =
          sender(
              false,
              host -> {
                String first = "192.0.3.1";
                return List.of(address(lookups.getAndIncrement() == 0 ? first : "127.0.0.1"));
              });

      Answer answer = rebound.send(call("http://hook.example:" + receiver.port() + "/", SHORT));

      assertThat(answer).isInstanceOf(Unreached.class);
      assertThat(lookups).hasValue(1);
      assertThat(receiver.connections).hasValue(0);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://127.0.0.1/",
        "http://[::ffff:7f00:1]/",
        "http://localhost./",
        "http://2130706433/",
        "http://user:TOPSECRET@8.8.8.8/",
        "http://8.8.8.8:22/",
        "http://8.8.8.8/#TOPSECRET",
        "ftp://8.8.8.8/TOPSECRET",
        "/TOPSECRET",
        "mailto:TOPSECRET@h.example"
      })
  void send_judges_the_url_again(String url) throws Exception {
    HttpWebhookSender guarded =
        sender(
            false,
            host -> {
              throw new AssertionError("looked up " + host);
            });

    Answer answer = guarded.send(call(url, TIMEOUT));

    assertThat(forbidden(answer)).doesNotContain("TOPSECRET");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"a\r\nX-Evil: 1", "a\nb", "a\u0000", "a b", "\u00e9", "\ud83d\ude00", "", "\t"})
  void send_fails_a_key_that_is_no_header_value(String key) throws Exception {
    try (Receiver receiver = Receiver.answering(200)) {
      Answer answer = sender.send(new Call(target(receiver), "{}", key, TIMEOUT));

      assertThat(forbidden(answer)).contains("idempotency key");
      assertThat(receiver.connections).hasValue(0);
    }
  }

  @Test
  void send_fails_a_key_of_seventy_kilobytes() throws Exception {
    try (Receiver receiver = Receiver.answering(200)) {
      Answer answer = sender.send(new Call(target(receiver), "{}", bytes(70_000), TIMEOUT));

      assertThat(forbidden(answer)).contains("idempotency key");
    }
  }

  @Test
  void send_ends_at_once_when_its_thread_is_interrupted() throws Exception {
    CountDownLatch connected = new CountDownLatch(1);
    try (Receiver receiver =
            new Receiver(
                (self, socket) -> {
                  self.read(socket);
                  connected.countDown();
                  self.awaitEnd(socket);
                });
        var worker = Executors.newSingleThreadExecutor()) {
      Future<Answer> answer = worker.submit(() -> sender.send(call(receiver, TIMEOUT)));
      connected.await();
      long start = System.nanoTime();

      worker.shutdownNow();

      assertThatExceptionOfType(java.util.concurrent.ExecutionException.class)
          .isThrownBy(answer::get)
          .withCauseInstanceOf(InterruptedException.class);
      assertThat(since(start)).isLessThan(Duration.ofSeconds(2));
    }
  }

  @Test
  void send_keeps_the_secrets_of_the_url_out_of_every_failure() throws Exception {
    try (Receiver cutting = new Receiver((self, socket) -> self.read(socket));
        Receiver failing = Receiver.answering("HTTP/1.1 500 X\r\n\r\nbad " + TARGET);
        Receiver babbling = Receiver.answering("TOPSECRET " + TARGET + "\r\n\r\n");
        Receiver silent = new Receiver(Receiver::awaitEnd)) {
      List<Answer> answers = new ArrayList<>();
      for (Receiver receiver : List.of(cutting, failing, babbling, silent)) {
        answers.add(sender.send(call(receiver, SHORT)));
        String https = "https://127.0.0.1:" + receiver.port() + TARGET;
        answers.add(sender.send(call(https, SHORT)));
      }

      assertThat(answers.toString()).doesNotContain("TOPSECRET").contains("127.0.0.1");
    }
  }

  @Test
  void send_leaves_no_thread_behind() throws Exception {
    try (Receiver receiver = Receiver.answering(200)) {
      Set<Thread> before = threads();

      sender.send(call(receiver, TIMEOUT));

      assertThat(threads()).isSubsetOf(before);
    }
  }

  private void assertThatItTakesTooLong(Call call) throws InterruptedException {
    long start = System.nanoTime();

    Answer answer = sender.send(call);

    assertThat(reason(answer)).contains("host 127.0.0.1 took longer than 700ms");
    assertThat(since(start)).isBetween(SHORT, SHORT.multipliedBy(10));
  }

  private static HttpWebhookSender sender(
      boolean allowPrivate, java.util.function.Function<String, List<InetAddress>> resolver) {
    try {
      return new HttpWebhookSender(
          new GuardedHttp(
              HttpWebhookSender.guard(allowPrivate), CLOCK, resolver, SSLContext.getDefault()));
    } catch (NoSuchAlgorithmException impossible) {
      throw new AssertionError(impossible);
    }
  }

  private static Call call(Receiver receiver, Duration timeout) {
    return new Call(target(receiver), "{}", "task.created:1", timeout);
  }

  private static Call call(String target, Duration timeout) {
    return new Call(URI.create(target), "{}", "task.created:1", timeout);
  }

  private static URI target(Receiver receiver) {
    return URI.create("http://127.0.0.1:" + receiver.port() + TARGET);
  }

  private static int status(Answer answer) {
    assertThat(answer).isInstanceOf(Answered.class);
    return ((Answered) answer).status();
  }

  private static String excerpt(Answer answer) {
    assertThat(answer).isInstanceOf(Answered.class);
    return ((Answered) answer).excerpt().value();
  }

  private static String reason(Answer answer) {
    assertThat(answer).isInstanceOf(Unreached.class);
    return ((Unreached) answer).reason().value();
  }

  private static String forbidden(Answer answer) {
    assertThat(answer).isInstanceOf(Forbidden.class);
    return ((Forbidden) answer).reason().value();
  }

  private static List<InetAddress> loopback() {
    return List.of(address("127.0.0.1"));
  }

  private static InetAddress address(String literal) {
    try {
      return InetAddress.getByName(literal);
    } catch (UnknownHostException impossible) {
      throw new AssertionError(impossible);
    }
  }

  private static void await(Duration time) {
    try {
      Thread.sleep(time);
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }

  private static String bytes(int length) {
    return "x".repeat(length);
  }

  private static Duration since(long start) {
    return Duration.ofNanos(System.nanoTime() - start);
  }

  /** All but those that carry the virtual threads of the receivers. */
  private static Set<Thread> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> !thread.getName().matches("(ForkJoinPool|VirtualThread)-.*"))
        .collect(Collectors.toSet());
  }
}
