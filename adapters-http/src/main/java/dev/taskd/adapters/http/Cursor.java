package dev.taskd.adapters.http;

import dev.taskd.domain.job.JobId;
import dev.taskd.domain.job.TaskId;
import dev.taskd.domain.task.Task;
import dev.taskd.domain.task.TaskQuery.Place;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Base64;
import java.util.UUID;
import java.util.zip.CRC32;

/**
 * The place where a list goes on, as text that means nothing to clients. A checksum shows cursors
 * that were not given out here; it is no secret, because a cursor opens nothing.
 */
final class Cursor {
  private static final String NOT_FROM_HERE = "is not a cursor that was given out here";
  private static final int TASK_BYTES = 24;
  private static final int JOB_BYTES = 8;
  private static final Instant END = Instant.parse("9999-12-31T23:59:59.999999Z");

  private Cursor() {}

  static String after(Task task) {
    UUID id = task.id().value();
    return text(
        ByteBuffer.allocate(TASK_BYTES)
            .putLong(ChronoUnit.MICROS.between(Instant.EPOCH, task.createdAt()))
            .putLong(id.getMostSignificantBits())
            .putLong(id.getLeastSignificantBits())
            .array());
  }

  static String after(JobId job) {
    return text(ByteBuffer.allocate(JOB_BYTES).putLong(job.value()).array());
  }

  /** Throws {@link IllegalArgumentException} for what {@link #after(Task)} never gave. */
  static Place task(String text) {
    ByteBuffer bytes = bytes(text, TASK_BYTES);
    Instant createdAt = Instant.EPOCH.plus(bytes.getLong(), ChronoUnit.MICROS);
    if (createdAt.isBefore(Instant.EPOCH) || createdAt.isAfter(END)) {
      throw new IllegalArgumentException(NOT_FROM_HERE);
    }
    return new Place(createdAt, new TaskId(new UUID(bytes.getLong(), bytes.getLong())));
  }

  /** Throws {@link IllegalArgumentException} for what {@link #after(JobId)} never gave. */
  static JobId job(String text) {
    return new JobId(bytes(text, JOB_BYTES).getLong());
  }

  private static String text(byte[] place) {
    byte[] sealed =
        ByteBuffer.allocate(place.length + Integer.BYTES)
            .put(place)
            .putInt(checksum(place))
            .array();
    return Base64.getUrlEncoder().withoutPadding().encodeToString(sealed);
  }

  private static ByteBuffer bytes(String text, int length) {
    byte[] sealed = Base64.getUrlDecoder().decode(text);
    byte[] place = Arrays.copyOf(sealed, length);
    if (!text(place).equals(text)) {
      throw new IllegalArgumentException(NOT_FROM_HERE);
    }
    return ByteBuffer.wrap(place);
  }

  private static int checksum(byte[] bytes) {
    var crc = new CRC32();
    crc.update(bytes);
    return (int) crc.getValue();
  }
}
