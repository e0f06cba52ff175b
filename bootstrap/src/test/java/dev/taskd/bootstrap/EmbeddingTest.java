package dev.taskd.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What docs/embedding.md shows compiles and runs. */
class EmbeddingTest {
  private static final Pattern EXAMPLE =
      Pattern.compile("<!-- example.*?-->\\s*```java\\n(.*?)```", Pattern.DOTALL);

  @TempDir Path dir;

  @Test
  void example_of_the_documentation_compiles_and_prices_an_order() throws Exception {
    Matcher example = EXAMPLE.matcher(Files.readString(Path.of("..", "docs", "embedding.md")));
    assertThat(example.find()).isTrue();
    Path source = Files.writeString(dir.resolve("Shop.java"), example.group(1));

    int failed =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "-proc:none",
                "-d",
                dir.toString(),
                "-cp",
                System.getProperty("java.class.path"),
                source.toString());

    assertThat(failed).isZero();
    try (URLClassLoader loader = new URLClassLoader(new URL[] {dir.toUri().toURL()});
        TaskdProcess taskd =
            TaskdProcess.start(loader.loadClass("Shop"), dir, Map.of("TASKD_STORAGE", "memory"));
        Client client = new Client(taskd.url())) {
      JsonNode task = client.ended(client.submit("order", "\"book\""));
      assertThat(task.get("state").asString()).isEqualTo("succeeded");
      assertThat(task.at("/result/article").asString()).isEqualTo("book");
      JsonNode refused = client.ended(client.submit("order", "null"));
      assertThat(refused.at("/error/kind").asString()).isEqualTo("permanent");
      assertThat(refused.get("attempts").asInt()).isEqualTo(1);
    }
  }
}
