package dev.taskd.adapters.http;

import io.javalin.http.Context;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Decides who is let in. With tokens, whoever carries one. Without, whoever names this machine: a
 * page of another site can send requests here, but under its own name or with its own origin.
 */
final class Guard {
  private static final Set<String> OPEN = Set.of("/healthz", "/readyz");
  private static final String SCHEME = "bearer ";

  private final Tokens tokens;
  private final Hosts hosts;
  private final IntSupplier port;

  /**
   * @param port the port that is really listened on
   */
  Guard(HttpSettings settings, IntSupplier port) {
    tokens = new Tokens(settings.tokens());
    hosts = new Hosts(settings.host(), settings.allowedHosts());
    this.port = port;
  }

  /** Throws {@link Refused} for a request that is not let in. */
  void check(Context ctx) {
    checkSpelling(ctx);
    if (tokens.isEmpty()) {
      checkHost(ctx);
      checkOrigin(ctx);
    } else if (!OPEN.contains(ctx.path())) {
      checkToken(ctx);
    }
  }

  /** Nothing here has a second name, and no method hides another. */
  private static void checkSpelling(Context ctx) {
    if (ctx.header("X-HTTP-Method-Override") != null) {
      throw new Refused(Code.MALFORMED_REQUEST, "X-HTTP-Method-Override is not obeyed here.");
    }
    if (!ctx.method().isHttpMethod()) {
      throw new Refused(Code.NOT_IMPLEMENTED, "The method is not one of HTTP.");
    }
    if (ctx.path().indexOf('%') >= 0) {
      throw new Refused(Code.NOT_FOUND, "No path here is percent-encoded.");
    }
  }

  private void checkHost(Context ctx) {
    List<String> given = all(ctx, "Host");
    if (given.size() != 1 || !Hosts.isWellFormed(given.getFirst())) {
      throw new Refused(Code.INVALID_HOST, "Exactly one Host is needed.");
    }
    if (!hosts.serves(given.getFirst(), port.getAsInt())) {
      throw new Refused(
          Code.FOREIGN_HOST, "The Host is neither this machine's nor one of the allowed ones.");
    }
  }

  private void checkOrigin(Context ctx) {
    for (String origin : all(ctx, "Origin")) {
      if (!hosts.serves(withoutScheme(origin), port.getAsInt())) {
        throw new Refused(Code.FOREIGN_ORIGIN, "The Origin is not this server's.");
      }
    }
  }

  private static String withoutScheme(String origin) {
    return origin.substring(origin.indexOf("://") < 0 ? 0 : origin.indexOf("://") + 3);
  }

  private void checkToken(Context ctx) {
    List<String> given = all(ctx, "Authorization");
    if (given.isEmpty()) {
      throw unauthorized("Bearer realm=\"taskd\"", "No token was sent.");
    }
    String token = given.size() == 1 ? bearerToken(given.getFirst()) : null;
    if (token == null || !tokens.accepts(token)) {
      throw unauthorized(
          "Bearer realm=\"taskd\", error=\"invalid_token\"", "The token is not a valid one.");
    }
  }

  private static @Nullable String bearerToken(String authorization) {
    return authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
        ? authorization.substring(SCHEME.length()).strip()
        : null;
  }

  private static Refused unauthorized(String challenge, String detail) {
    return new Refused(
        Problem.of(Code.UNAUTHORIZED, detail).withHeader("WWW-Authenticate", challenge));
  }

  private static List<String> all(Context ctx, String header) {
    return Collections.list(ctx.req().getHeaders(header));
  }
}
