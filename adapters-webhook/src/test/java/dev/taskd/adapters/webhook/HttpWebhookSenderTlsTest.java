package dev.taskd.adapters.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.taskd.domain.port.WebhookSender.Answer;
import dev.taskd.domain.port.WebhookSender.Answer.Answered;
import dev.taskd.domain.port.WebhookSender.Answer.Unreached;
import dev.taskd.domain.port.WebhookSender.Call;
import dev.taskd.http.guarded.Guard;
import dev.taskd.http.guarded.GuardedHttp;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class HttpWebhookSenderTlsTest {
  private static final char[] PASSWORD = "changeit".toCharArray();
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final Duration SHORT = Duration.ofMillis(700);

  private final SSLContext tls = contextOf("hook.example.p12");
  private final HttpWebhookSender sender = sender(tls);

  @Test
  void send_delivers_over_tls() throws Exception {
    try (Receiver receiver = tlsReceiver(Receiver::answer)) {
      Answer answer = sender.send(call("https", "hook.example", receiver, "{}", TIMEOUT));

      assertThat(answer).isInstanceOfSatisfying(Answered.class, a -> assertOk(a));
      assertThat(receiver.requests.getFirst()).contains("Host: hook.example:" + receiver.port());
    }
  }

  @Test
  void send_delivers_a_large_body_over_tls() throws Exception {
    try (Receiver receiver = tlsReceiver(Receiver::answer)) {
      String body = "x".repeat(3_000_000);

      Answer answer = sender.send(call("https", "hook.example", receiver, body, TIMEOUT));

      assertThat(answer).isInstanceOfSatisfying(Answered.class, a -> assertOk(a));
      assertThat(receiver.requests.getFirst()).endsWith("\r\n\r\n" + body);
    }
  }

  @Test
  void send_does_not_trust_an_unknown_certificate() throws Exception {
    try (Receiver receiver = tlsReceiver(Receiver::answer)) {
      Answer answer =
          sender(SSLContext.getDefault())
              .send(call("https", "hook.example", receiver, "{}", TIMEOUT));

      assertThat(reason(answer)).contains("host hook.example has a certificate that is not");
      assertThat(receiver.requests).isEmpty();
    }
  }

  @Test
  void send_does_not_trust_a_certificate_for_another_host() throws Exception {
    try (Receiver receiver = tlsReceiver(Receiver::answer)) {
      Answer answer = sender.send(call("https", "other.example", receiver, "{}", TIMEOUT));

      assertThat(reason(answer)).contains("host other.example has a certificate that is not");
      assertThat(receiver.requests).isEmpty();
    }
  }

  @Test
  void send_tells_of_a_port_that_does_not_speak_tls() throws Exception {
    try (Receiver receiver =
        new Receiver((self, socket) -> self.write(socket, "HTTP/1.1 400 Bad Request\r\n\r\n"))) {
      Answer answer = sender.send(call("https", "hook.example", receiver, "{}", TIMEOUT));

      assertThat(reason(answer)).contains("does not speak TLS");
    }
  }

  @Test
  void send_gives_up_on_a_handshake_that_does_not_end() throws Exception {
    try (Receiver receiver = new Receiver(Receiver::awaitEnd)) {
      assertThatItTakesTooLong(call("https", "hook.example", receiver, "{}", SHORT));
    }
  }

  @Test
  void send_gives_up_over_tls_on_a_receiver_that_never_answers() throws Exception {
    try (Receiver receiver = tlsReceiver(Receiver::awaitEnd)) {
      assertThatItTakesTooLong(call("https", "hook.example", receiver, "{}", SHORT));
    }
  }

  @Test
  void send_gives_up_over_tls_on_a_receiver_that_never_reads() throws Exception {
    String body = "x".repeat(10_000_000);
    try (Receiver receiver =
        tlsReceiver(
            (self, socket) -> {
              assertThat(socket.getInputStream().read()).isEqualTo('P');
              Thread.sleep(Duration.ofMinutes(1));
            })) {
      assertThatItTakesTooLong(call("https", "hook.example", receiver, body, SHORT));
    }
  }

  @Test
  void send_reads_a_body_without_end_only_to_its_limit_over_tls() throws Exception {
    byte[] zeros = new byte[64 * 1024];
    try (Receiver receiver =
        tlsReceiver(
            (self, socket) -> {
              self.read(socket);
              self.write(socket, "HTTP/1.1 200 OK\r\n\r\n");
              for (int i = 0; i < 32 * 1024; i++) {
                self.write(socket, zeros);
              }
            })) {
      Answer answer = sender.send(call("https", "hook.example", receiver, "{}", TIMEOUT));

      assertThat(answer).isInstanceOfSatisfying(Answered.class, a -> assertOk(a));
      assertThat(receiver.sent.get()).isLessThan(8_000_000);
    }
  }

  private void assertThatItTakesTooLong(Call call) throws InterruptedException {
    long start = System.nanoTime();

    Answer answer = sender.send(call);

    assertThat(reason(answer)).contains("took longer than 700ms");
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(SHORT.multipliedBy(10));
  }

  private static void assertOk(Answered answered) {
    assertThat(answered.status()).isEqualTo(200);
  }

  private static String reason(Answer answer) {
    assertThat(answer).isInstanceOf(Unreached.class);
    return ((Unreached) answer).reason().value();
  }

  private Receiver tlsReceiver(Receiver.Behaviour behaviour) throws IOException {
    return new Receiver(tls.getServerSocketFactory(), behaviour);
  }

  private static HttpWebhookSender sender(SSLContext tls) {
    return new HttpWebhookSender(
        new GuardedHttp(
            Guard.none(),
            InstantSource.system(),
            host -> List.of(InetAddress.getLoopbackAddress()),
            tls));
  }

  private static Call call(
      String scheme, String host, Receiver receiver, String body, Duration timeout) {
    URI target = URI.create(scheme + "://" + host + ":" + receiver.port() + "/TOPSECRET");
    return new Call(target, body, "task.created:1", timeout);
  }

  /** Both sides of a connection whose certificate is for hook.example, signed by itself. */
  private static SSLContext contextOf(String store) {
    try (InputStream in = HttpWebhookSenderTlsTest.class.getResourceAsStream(store)) {
      KeyStore keys = KeyStore.getInstance("PKCS12");
      keys.load(in, PASSWORD);
      KeyManagerFactory own =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      own.init(keys, PASSWORD);
      TrustManagerFactory trusted =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trusted.init(keys);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(own.getKeyManagers(), trusted.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException | IOException broken) {
      throw new AssertionError(broken);
    }
  }
}
