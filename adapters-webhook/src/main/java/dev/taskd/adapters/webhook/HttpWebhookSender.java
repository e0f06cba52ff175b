package dev.taskd.adapters.webhook;

import dev.taskd.domain.port.WebhookSender;
import dev.taskd.domain.text.SafeText;
import dev.taskd.http.guarded.Guard;
import dev.taskd.http.guarded.GuardedHttp;
import dev.taskd.http.guarded.HttpTarget;
import dev.taskd.http.guarded.Reply;
import dev.taskd.http.guarded.Request;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Map;
import java.util.regex.Pattern;

/** Delivers events over HTTP. Thread-safe; it holds nothing between calls. */
public final class HttpWebhookSender implements WebhookSender {
  /** How much of an answer's body is read; the rest is not waited for. */
  static final int EXCERPT_BYTES = 16 * 1024;

  private static final Pattern KEY = Pattern.compile("[!-~]{1,500}");

  private final GuardedHttp http;

  /**
   * A sender that trusts the certificates that the JDK trusts.
   *
   * @param allowPrivate whether hosts in private ranges may be called
   * @param clock what a receiver's date in {@code Retry-After} is compared with
   */
  public HttpWebhookSender(boolean allowPrivate, InstantSource clock) {
    this(new GuardedHttp(guard(allowPrivate), clock));
  }

  HttpWebhookSender(GuardedHttp http) {
    this.http = http;
  }

  static Guard guard(boolean allowPrivate) {
    return allowPrivate ? Guard.none() : Guard.publicWeb("webhook.allow-private-targets");
  }

  /**
   * Reads the URL of a receiver.
   *
   * @throws IllegalArgumentException if it must not be called, with the reason
   */
  public static URI target(String url, boolean allowPrivate) {
    return HttpTarget.parse(url, guard(allowPrivate));
  }

  @Override
  public Answer send(Call call) throws InterruptedException {
    if (!KEY.matcher(call.idempotencyKey()).matches()) {
      return new Answer.Forbidden(
          SafeText.of("the idempotency key is not 1 to 500 visible ASCII characters"));
    }
    var request =
        new Request(
            "POST",
            call.target(),
            Map.of("X-Idempotency-Key", call.idempotencyKey()),
            call.body(),
            EXCERPT_BYTES,
            call.timeout());
    return switch (http.exchange(request)) {
      case Reply.Answered answered ->
          new Answer.Answered(
              answered.status(), answered.retryAfter(), excerpt(call.target(), answered));
      case Reply.Unreached(SafeText reason) -> new Answer.Unreached(reason);
      case Reply.Forbidden(SafeText reason) -> new Answer.Forbidden(reason);
    };
  }

  private static SafeText excerpt(URI target, Reply.Answered answered) {
    String text = new String(answered.content().bytes(), StandardCharsets.UTF_8);
    return SafeText.of(UrlSecrets.of(target).removedFrom(text));
  }
}
