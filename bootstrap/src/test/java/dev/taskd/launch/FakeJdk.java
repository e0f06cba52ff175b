package dev.taskd.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** A directory that looks like a JDK: a {@code release} file and a shell script as its java. */
final class FakeJdk {
  private FakeJdk() {}

  static Path in(Path home, String version, String script) throws IOException {
    Files.createDirectories(home.resolve("bin"));
    Files.writeString(
        home.resolve("release"),
        "IMPLEMENTOR=\"Nobody\"\nJAVA_VERSION=\"" + version + "\"\nOS_NAME=\"Linux\"\n");
    Path java = Files.writeString(home.resolve("bin/java"), "#!/bin/sh\n" + script + "\n");
    Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
    return home;
  }

  static Path in(Path home, String version) throws IOException {
    return in(home, version, "exit 1");
  }
}
