package dev.taskd.adapters.webhook;

import dev.taskd.domain.port.WebhookSender.Answer.Answered;
import dev.taskd.domain.port.WebhookSender.Call;
import dev.taskd.domain.text.SafeText;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpStatus;
import org.apache.hc.core5.http.impl.io.DefaultBHttpClientConnection;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;
import org.apache.hc.core5.http.message.MessageSupport;

/**
 * One request and its answer on a connection that serves no other. Whoever opened the connection
 * closes it.
 */
final class Exchange {
  /** How much of an answer's body is read; the rest is not waited for. */
  static final int EXCERPT_BYTES = 16 * 1024;

  private final DefaultBHttpClientConnection http;
  private final Call call;

  Exchange(DefaultBHttpClientConnection http, Call call) {
    this.http = http;
    this.call = call;
  }

  Answered run(InstantSource clock) throws IOException, HttpException {
    ClassicHttpResponse response = answerTo(request());
    Header retryAfter = response.getFirstHeader(HttpHeaders.RETRY_AFTER);
    return new Answered(
        response.getCode(),
        retryAfter == null ? null : RetryAfter.parse(retryAfter.getValue(), clock.instant()),
        excerpt(response));
  }

  private ClassicHttpRequest request() {
    URI target = call.target();
    byte[] body = call.body().getBytes(StandardCharsets.UTF_8);
    String path = target.getRawPath().isEmpty() ? "/" : target.getRawPath();
    String query = target.getRawQuery() == null ? "" : "?" + target.getRawQuery();
    String port = target.getPort() == -1 ? "" : ":" + target.getPort();
    var request = new BasicClassicHttpRequest("POST", path + query);
    request.addHeader(HttpHeaders.HOST, target.getHost() + port);
    request.addHeader(HttpHeaders.USER_AGENT, "taskd");
    request.addHeader(HttpHeaders.CONTENT_TYPE, ContentType.APPLICATION_JSON.getMimeType());
    request.addHeader(HttpHeaders.CONTENT_LENGTH, body.length);
    request.addHeader("X-Idempotency-Key", call.idempotencyKey());
    request.addHeader(HttpHeaders.CONNECTION, "close");
    request.setEntity(new ByteArrayEntity(body, ContentType.APPLICATION_JSON));
    return request;
  }

  /** A receiver may answer and hang up before it has read everything: its answer counts. */
  private ClassicHttpResponse answerTo(ClassicHttpRequest request)
      throws IOException, HttpException {
    try {
      http.sendRequestHeader(request);
      http.sendRequestEntity(request);
      http.flush();
    } catch (IOException notSent) {
      try {
        return receive();
      } catch (IOException | HttpException noAnswer) {
        notSent.addSuppressed(noAnswer);
        throw notSent;
      }
    }
    return receive();
  }

  private ClassicHttpResponse receive() throws IOException, HttpException {
    ClassicHttpResponse response;
    do {
      response = http.receiveResponseHeader();
    } while (response.getCode() < HttpStatus.SC_OK);
    return response;
  }

  private SafeText excerpt(ClassicHttpResponse response) {
    byte[] start = new byte[EXCERPT_BYTES];
    int length = 0;
    if (MessageSupport.canResponseHaveBody("POST", response)) {
      try {
        http.receiveResponseEntity(response);
        InputStream body = response.getEntity().getContent();
        int read;
        while (length < start.length
            && (read = body.read(start, length, start.length - length)) >= 0) {
          length += read;
        }
      } catch (IOException | HttpException cut) {
        // The status is known, and it alone decides.
      }
    }
    String text = new String(start, 0, length, StandardCharsets.UTF_8);
    return SafeText.of(UrlSecrets.of(call.target()).removedFrom(text));
  }
}
