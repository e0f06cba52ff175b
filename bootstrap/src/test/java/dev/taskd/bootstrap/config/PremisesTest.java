package dev.taskd.bootstrap.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PremisesTest {
  @TempDir Path dir;

  @Test
  void check_names_the_port_in_use_and_the_file_in_the_way_at_once() throws Exception {
    Path file = Files.writeString(dir.resolve("file"), "");
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int port = taken.getLocalPort();

      assertThat(faults(Map.of("TASKD_HTTP_PORT", "" + port, "TASKD_DATA_DIR", "" + file)))
          .containsExactly(
              "http.port (TASKD_HTTP_PORT): "
                  + port
                  + " cannot be listened on at 127.0.0.1: Address already in use; stop what holds"
                  + " it, or write another port (0 takes any free one)",
              "data-dir (TASKD_DATA_DIR): " + file + " is a file: write a directory's path");
    }
  }

  @Test
  void check_names_the_host_that_is_not_of_this_machine() {
    Map<String, String> tokens = Map.of("TASKD_AUTH_TOKENS", "0123456789abcdef");

    assertThat(faults(with(tokens, "TASKD_HTTP_HOST", "192.0.2.1")))
        .singleElement()
        .asString()
        .startsWith("http.host (TASKD_HTTP_HOST): 192.0.2.1 cannot be listened on: ")
        .endsWith("; write an address of this machine");
    assertThat(faults(with(tokens, "TASKD_HTTP_HOST", "no.such.host.invalid")))
        .containsExactly(
            "http.host (TASKD_HTTP_HOST): no.such.host.invalid cannot be listened on: the name"
                + " leads to no address; write an address of this machine");
  }

  @Test
  void check_names_the_directory_that_cannot_be_written_to() throws Exception {
    Path below = Files.writeString(dir.resolve("file"), "").resolve("data");

    assertThat(faults(Map.of("TASKD_DATA_DIR", "" + below)))
        .containsExactly(
            "data-dir (TASKD_DATA_DIR): "
                + below
                + " cannot be written to: Not a directory; let this user write there, or write"
                + " another directory's path");
    // Nobody may write there, root included.
    assertThat(faults(Map.of("TASKD_DATA_DIR", "/proc/taskd-data")))
        .singleElement()
        .asString()
        .startsWith("data-dir (TASKD_DATA_DIR): /proc/taskd-data cannot be written to: ");
  }

  @Test
  void check_leaves_nothing_behind() throws IOException {
    Path data = dir.resolve("new/data");

    assertThatCode(() -> check(Map.of("TASKD_DATA_DIR", "" + data))).doesNotThrowAnyException();
    assertThat(dir).isEmptyDirectory();
    assertThatCode(
            () -> check(Map.of("TASKD_STORAGE", "memory", "TASKD_DATA_DIR", "/proc/taskd-data")))
        .doesNotThrowAnyException();
  }

  private static List<String> faults(Map<String, String> environment) {
    return catchThrowableOfType(ConfigException.class, () -> check(environment)).faults().stream()
        .map(Fault::toString)
        .toList();
  }

  private static void check(Map<String, String> environment) {
    Map<String, String> all = new HashMap<>(Map.of("TASKD_HTTP_PORT", "0"));
    all.putAll(environment);
    Premises.check(TaskdConfig.from(ConfigFile.none(), all));
  }

  private static Map<String, String> with(Map<String, String> some, String key, String value) {
    Map<String, String> all = new HashMap<>(some);
    all.put(key, value);
    return all;
  }
}
