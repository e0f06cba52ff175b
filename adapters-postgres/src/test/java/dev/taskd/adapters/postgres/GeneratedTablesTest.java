package dev.taskd.adapters.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jooq.codegen.GenerationTool;
import org.jooq.meta.jaxb.Configuration;
import org.jooq.meta.jaxb.ForcedType;
import org.jooq.meta.jaxb.Generate;
import org.jooq.meta.jaxb.GeneratedSerialVersionUID;
import org.jooq.meta.jaxb.Generator;
import org.jooq.meta.jaxb.Jdbc;
import org.jooq.meta.jaxb.Logging;
import org.jooq.meta.jaxb.Target;
import org.junit.jupiter.api.Test;

/** The committed table classes. {@code -Djooq.write=true} makes them anew. */
class GeneratedTablesTest {
  private static final String PACKAGE = "dev.taskd.adapters.postgres.schema";
  private static final Path MAIN = Path.of("src/main/java");
  private static final Path CHECK = Path.of("target/jooq");

  @Test
  void committed_classes_are_what_the_migrations_give() throws Exception {
    Path made = Boolean.getBoolean("jooq.write") ? MAIN : CHECK;

    generate(made);

    assertThat(files(MAIN))
        .as("after a change of a migration run with -Djooq.write=true")
        .isEqualTo(files(made))
        .isNotEmpty();
  }

  /** The generator spells names in the locale of the JVM, and a Turkish id is an İD. */
  private static void generate(Path directory) throws Exception {
    Locale ours = Locale.getDefault();
    Locale.setDefault(Locale.ROOT);
    try (TestDatabase test = TestDatabase.create()) {
      test.open().close();
      PostgresSettings settings = test.settings();
      GenerationTool.generate(
          new Configuration()
              .withLogging(Logging.WARN)
              .withJdbc(
                  new Jdbc()
                      .withDriver("org.postgresql.Driver")
                      .withUrl(settings.url())
                      .withUser(settings.user())
                      .withPassword(settings.password()))
              .withGenerator(
                  new Generator()
                      .withDatabase(tables())
                      .withGenerate(
                          new Generate()
                              .withGeneratedAnnotation(false)
                              .withJooqVersionReference(false)
                              .withGeneratedSerialVersionUID(GeneratedSerialVersionUID.OFF)
                              .withRecords(false)
                              .withSources(false)
                              .withComments(false)
                              .withJavadoc(false))
                      .withTarget(
                          new Target()
                              .withPackageName(PACKAGE)
                              .withDirectory(directory.toString()))));
    } finally {
      Locale.setDefault(ours);
    }
  }

  private static org.jooq.meta.jaxb.Database tables() {
    return new org.jooq.meta.jaxb.Database()
        .withName("org.jooq.meta.postgres.PostgresDatabase")
        .withInputSchema(Schema.NAME)
        .withExcludes("schema_history")
        .withIncludeRoutines(false)
        .withForcedTypes(
            new ForcedType()
                .withName("INSTANT")
                .withIncludeTypes("timestamp with time zone|timestamptz"));
  }

  private static Map<String, String> files(Path root) throws IOException {
    Path directory = root.resolve(PACKAGE.replace('.', '/'));
    Map<String, String> files = new TreeMap<>();
    try (Stream<Path> paths = Files.walk(directory)) {
      for (Path path : (Iterable<Path>) paths.filter(Files::isRegularFile)::iterator) {
        files.put(directory.relativize(path).toString(), Files.readString(path));
      }
    }
    return files;
  }
}
