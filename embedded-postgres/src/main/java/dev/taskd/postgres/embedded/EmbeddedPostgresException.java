package dev.taskd.postgres.embedded;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import org.jspecify.annotations.Nullable;

/**
 * The reason why the bundled PostgreSQL cannot be had. The first line of the message is for the
 * user to act on; what the failed program said last may follow, indented.
 */
public final class EmbeddedPostgresException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  EmbeddedPostgresException(String message) {
    super(message);
  }

  EmbeddedPostgresException(String what, IOException cause) {
    super(what + ": " + reason(cause), cause);
  }

  /** The JDK leaves the reason out of some messages, which then are nothing but a file's name. */
  private static @Nullable String reason(IOException cause) {
    return switch (cause) {
      case AccessDeniedException denied -> "permission denied: " + denied.getFile();
      case FileSystemException other when other.getReason() == null ->
          other.getClass().getSimpleName() + ": " + other.getFile();
      case FileSystemException other -> other.getReason() + ": " + other.getFile();
      case IOException other -> other.getMessage();
    };
  }
}
