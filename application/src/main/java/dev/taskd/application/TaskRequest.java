package dev.taskd.application;

import dev.taskd.domain.job.Priority;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * What a client asks for, checked by itself but not yet against the configuration.
 *
 * @param type the name of a task type
 * @param input a JSON document, kept byte for byte
 * @param runAt not before this time; null for now
 * @param maxAttempts how often each step may be tried; null for the configured limit
 * @param metadata a JSON object; null for none
 * @param idempotencyKey the client's own name for this request; null for none
 */
public record TaskRequest(
    String type,
    String input,
    Priority priority,
    @Nullable Instant runAt,
    @Nullable Integer maxAttempts,
    @Nullable String metadata,
    @Nullable String idempotencyKey) {

  /** Equal for equal requests, whatever their keys: SHA-256 over every other part. */
  String fingerprint() {
    MessageDigest digest = sha256();
    for (Object part : new Object[] {type, input, priority, runAt, maxAttempts, metadata}) {
      byte[] bytes = String.valueOf(part).getBytes(StandardCharsets.UTF_8);
      digest.update((bytes.length + (part == null ? "-" : "+")).getBytes(StandardCharsets.UTF_8));
      digest.update(bytes);
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
