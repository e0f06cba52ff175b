package dev.taskd.postgres.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.apache.commons.compress.compressors.xz.XZCompressorOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ArchiveTest {
  @TempDir Path directory = Path.of("");

  @Test
  void unpack_keeps_links_and_executable_bits() throws Exception {
    TarArchiveEntry program = new TarArchiveEntry("bin/program");
    program.setMode(0755);

    Archive.unpack(archive(program, link("program2", "program")), directory, new StopFlag());

    assertThat(directory.resolve("bin/program")).isExecutable().hasContent("hello");
    assertThat(Files.readSymbolicLink(directory.resolve("bin/program2"))).hasToString("program");
  }

  @Test
  void unpack_lets_everybody_read_and_nobody_but_the_owner_write() throws Exception {
    TarArchiveEntry file = new TarArchiveEntry("file");
    file.setMode(0666);

    Archive.unpack(archive(file), directory, new StopFlag());

    assertThat(permissions(directory)).isEqualTo("rwxr-xr-x");
    assertThat(permissions(directory.resolve("file"))).isEqualTo("rw-r--r--");
  }

  @Test
  void unpack_takes_a_target_that_is_spelt_with_dots() throws Exception {
    Path target = directory.resolve("sub/./..");
    Files.createDirectories(directory.resolve("sub"));

    Archive.unpack(archive(new TarArchiveEntry("file")), target, new StopFlag());

    assertThat(directory.resolve("file")).hasContent("hello");
  }

  @ParameterizedTest
  @ValueSource(strings = {"../outside", "a/../../outside", "/tmp/../outside"})
  void unpack_refuses_what_lies_outside(String name) throws Exception {
    TarArchiveEntry file = new TarArchiveEntry(name, true);

    assertThatThrownBy(() -> Archive.unpack(archive(file), target(), new StopFlag()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("outside of it: " + name);
    assertThat(directory.resolve("outside")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"..", "../..", "/etc", "sub/.."})
  void unpack_refuses_links_to_other_directories(String goal) throws Exception {
    TarArchiveEntry link = link("link", goal);

    assertThatThrownBy(() -> Archive.unpack(archive(link), target(), new StopFlag()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("link to another directory: " + goal);
  }

  @Test
  void unpack_refuses_what_is_no_file() throws Exception {
    TarArchiveEntry pipe = new TarArchiveEntry("pipe", TarConstants.LF_FIFO);

    assertThatThrownBy(() -> Archive.unpack(archive(pipe), directory, new StopFlag()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("odd in it: pipe");
  }

  private Path target() throws IOException {
    return Files.createDirectories(directory.resolve("target"));
  }

  private static String permissions(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  private static TarArchiveEntry link(String name, String goal) {
    TarArchiveEntry link = new TarArchiveEntry("bin/" + name, TarConstants.LF_SYMLINK);
    link.setLinkName(goal);
    return link;
  }

  private static InputStream archive(TarArchiveEntry... entries) throws IOException {
    byte[] content = "hello".getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (TarArchiveOutputStream tar =
        new TarArchiveOutputStream(new XZCompressorOutputStream(bytes))) {
      for (TarArchiveEntry entry : entries) {
        boolean full = entry.isFile() && !entry.isSymbolicLink() && !entry.isFIFO();
        entry.setSize(full ? content.length : 0);
        tar.putArchiveEntry(entry);
        tar.write(content, 0, full ? content.length : 0);
        tar.closeArchiveEntry();
      }
    }
    return new ByteArrayInputStream(bytes.toByteArray());
  }
}
