package dev.taskd.adapters.http;

import io.javalin.http.Context;
import jakarta.servlet.http.HttpServletRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the bodies of requests, within bounds.
 *
 * @param longest a body that takes longer to arrive is refused
 */
record Body(int maxBytes, Duration longest) {
  private static final Pattern JSON =
      Pattern.compile("application/json(\\s*;\\s*charset=(utf-8|\"utf-8\"))?\\s*");
  private static final int CHUNK = 8 << 10;

  /** The bytes of a request's body, which must be sent as JSON; empty if it has none. */
  byte[] read(Context ctx) {
    HttpServletRequest request = ctx.req();
    if (!hasBody(request)) {
      return new byte[0];
    }
    if (request.getHeader("Content-Encoding") != null) {
      throw new Refused(Code.UNSUPPORTED_MEDIA_TYPE, "Content-Encoding is not known here.");
    }
    if (!isJson(request.getContentType())) {
      throw new Refused(Code.UNSUPPORTED_MEDIA_TYPE, "The Content-Type is not application/json.");
    }
    if (request.getContentLengthLong() > maxBytes) {
      throw tooLarge();
    }
    try {
      return read(request.getInputStream());
    } catch (IOException e) {
      throw new Refused(isTimeout(e) ? Problems.ofStatus(408) : Problems.ofStatus(400));
    }
  }

  private byte[] read(InputStream in) throws IOException {
    long end = System.nanoTime() + longest.toNanos();
    var bytes = new ByteArrayOutputStream();
    byte[] chunk = new byte[CHUNK];
    for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
      if (n > maxBytes - bytes.size()) {
        throw tooLarge();
      }
      bytes.write(chunk, 0, n);
      if (System.nanoTime() - end > 0) {
        throw new Refused(Problems.ofStatus(408));
      }
    }
    return bytes.toByteArray();
  }

  private static boolean hasBody(HttpServletRequest request) {
    return request.getContentLengthLong() > 0 || request.getHeader("Transfer-Encoding") != null;
  }

  private static boolean isJson(@Nullable String type) {
    return type != null && JSON.matcher(type.toLowerCase(Locale.ROOT)).matches();
  }

  private static boolean isTimeout(IOException error) {
    return error.getCause() instanceof TimeoutException;
  }

  private Refused tooLarge() {
    return new Refused(Code.BODY_TOO_LARGE, "It has more than " + maxBytes + " bytes.");
  }
}
