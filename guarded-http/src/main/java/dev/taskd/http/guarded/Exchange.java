package dev.taskd.http.guarded;

import java.io.ByteArrayOutputStream;
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
import org.jspecify.annotations.Nullable;

/**
 * One request and its answer on a connection that serves no other. Whoever opened the connection
 * closes it.
 */
final class Exchange {
  private static final int CHUNK = 8 * 1024;

  private final DefaultBHttpClientConnection http;
  private final Request request;

  Exchange(DefaultBHttpClientConnection http, Request request) {
    this.http = http;
    this.request = request;
  }

  Reply.Answered run(InstantSource clock) throws IOException, HttpException {
    ClassicHttpResponse response = answerTo(asSent());
    String retryAfter = first(response, HttpHeaders.RETRY_AFTER);
    return new Reply.Answered(
        response.getCode(),
        retryAfter == null ? null : RetryAfter.parse(retryAfter, clock.instant()),
        first(response, HttpHeaders.LOCATION),
        content(response));
  }

  private static @Nullable String first(ClassicHttpResponse response, String name) {
    Header header = response.getFirstHeader(name);
    return header == null ? null : header.getValue();
  }

  private ClassicHttpRequest asSent() {
    URI target = request.target();
    byte[] body = request.body().getBytes(StandardCharsets.UTF_8);
    String path = target.getRawPath().isEmpty() ? "/" : target.getRawPath();
    String query = target.getRawQuery() == null ? "" : "?" + target.getRawQuery();
    String port = target.getPort() == -1 ? "" : ":" + target.getPort();
    var sent = new BasicClassicHttpRequest(request.method(), path + query);
    sent.addHeader(HttpHeaders.HOST, target.getHost() + port);
    sent.addHeader(HttpHeaders.USER_AGENT, "taskd");
    if (body.length > 0) {
      sent.addHeader(HttpHeaders.CONTENT_TYPE, ContentType.APPLICATION_JSON.getMimeType());
      sent.addHeader(HttpHeaders.CONTENT_LENGTH, body.length);
      sent.setEntity(new ByteArrayEntity(body, ContentType.APPLICATION_JSON));
    }
    request.headers().forEach(sent::addHeader);
    sent.addHeader(HttpHeaders.CONNECTION, "close");
    return sent;
  }

  /** The other side may answer and hang up before it has read everything: its answer counts. */
  private ClassicHttpResponse answerTo(ClassicHttpRequest sent) throws IOException, HttpException {
    try {
      http.sendRequestHeader(sent);
      if (sent.getEntity() != null) {
        http.sendRequestEntity(sent);
      }
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

  private Reply.Content content(ClassicHttpResponse response) {
    var read = new ByteArrayOutputStream();
    if (!MessageSupport.canResponseHaveBody(request.method(), response)) {
      return new Reply.Content(read.toByteArray(), Reply.End.WHOLE);
    }
    try {
      http.receiveResponseEntity(response);
      Reply.End end = read(response.getEntity().getContent(), read);
      return new Reply.Content(read.toByteArray(), end);
    } catch (IOException | HttpException cut) {
      // The status is known; what the rest is worth is for others to say.
      return new Reply.Content(read.toByteArray(), Reply.End.CUT);
    }
  }

  private Reply.End read(InputStream body, ByteArrayOutputStream into) throws IOException {
    byte[] chunk = new byte[CHUNK];
    while (into.size() < request.answerBytes()) {
      int length = body.read(chunk, 0, Math.min(chunk.length, request.answerBytes() - into.size()));
      if (length < 0) {
        return Reply.End.WHOLE;
      }
      into.write(chunk, 0, length);
    }
    return Reply.End.LIMIT;
  }
}
