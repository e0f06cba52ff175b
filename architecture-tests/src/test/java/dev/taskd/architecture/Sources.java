package dev.taskd.architecture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The Java files of all modules. */
final class Sources {
  static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  private Sources() {}

  /** The folders of the modules, in the order of the build. */
  static List<String> modules() throws IOException {
    try (Stream<String> lines = Files.lines(ROOT.resolve("pom.xml"))) {
      return lines
          .map(String::strip)
          .filter(line -> line.startsWith("<module>"))
          .map(line -> line.replaceAll("</?module>", ""))
          .toList();
    }
  }

  static List<Path> handwritten() throws IOException {
    return modules().stream()
        .flatMap(module -> Stream.of(module + "/src/main/java", module + "/src/test/java"))
        .map(ROOT::resolve)
        .filter(Files::isDirectory)
        .flatMap(Sources::javaFiles)
        .filter(file -> !Product.isGenerated(packageOf(file)))
        .toList();
  }

  /** The package that a file's folder stands for. */
  static String packageOf(Path file) {
    String path = ROOT.relativize(file.getParent()).toString().replace('\\', '/');
    return path.replaceFirst("^.*?/src/(main|test)/java/?", "").replace('/', '.');
  }

  static String moduleOf(Path file) {
    return ROOT.relativize(file).getName(0).toString();
  }

  private static Stream<Path> javaFiles(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(".java")).sorted().toList().stream();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
