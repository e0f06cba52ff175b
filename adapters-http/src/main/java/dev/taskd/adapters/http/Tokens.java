package dev.taskd.adapters.http;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;

/** The bearer tokens that let a request in. Immutable. */
final class Tokens {
  private final List<byte[]> digests;

  Tokens(List<String> tokens) {
    digests = tokens.stream().map(Tokens::digest).toList();
  }

  boolean isEmpty() {
    return digests.isEmpty();
  }

  /** Takes the same time whatever is offered: all tokens are tried, by digests of one length. */
  boolean accepts(String offered) {
    byte[] digest = digest(offered);
    boolean accepted = false;
    for (byte[] each : digests) {
      accepted |= MessageDigest.isEqual(each, digest);
    }
    return accepted;
  }

  private static byte[] digest(String token) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
