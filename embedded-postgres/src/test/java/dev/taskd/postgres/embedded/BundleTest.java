package dev.taskd.postgres.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BundleTest {
  @TempDir Path directory = Path.of("");

  @Test
  void unpack_clears_away_what_was_left_half_made() throws Exception {
    Files.createDirectories(directory.resolve("unpacking-1/bin"));

    Path home = Bundle.ofThisPlatform().unpackedIn(directory, new StopFlag());

    assertThat(home.resolve("bin/postgres")).isExecutable();
    assertThat(directory).isDirectoryNotContaining("glob:**/unpacking-*");
  }

  @Test
  void unpack_that_is_not_wanted_any_more_leaves_nothing_that_looks_whole() {
    StopFlag flag = new StopFlag();
    flag.raise();

    assertThatThrownBy(() -> Bundle.ofThisPlatform().unpackedIn(directory, flag))
        .isInstanceOf(EmbeddedPostgresException.class);

    assertThat(directory).isDirectoryNotContaining("glob:**/postgres-*");
  }

  @ParameterizedTest
  @CsvSource({"Linux, riscv64", "Windows 11, amd64", "SunOS, sparcv9"})
  void bundle_for_a_platform_without_one_says_what_to_do(String os, String architecture) {
    assertThatThrownBy(() -> Bundle.of(os, architecture))
        .isInstanceOf(EmbeddedPostgresException.class)
        .hasMessageContaining("no PostgreSQL is bundled for " + os + " on " + architecture)
        .hasMessageContaining("storage=postgres")
        .hasMessageContaining("postgres.url");
  }
}
