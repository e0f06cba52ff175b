package dev.taskd.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.taskd.launch.Launcher;
import java.io.IOException;
import java.io.StringReader;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import javax.tools.ToolProvider;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathExpressionException;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import tools.jackson.databind.JsonNode;

/** What docs/embedding.md shows compiles and runs. */
class EmbeddingTest {
  @TempDir Path dir;

  @Test
  void example_of_the_documentation_compiles_and_prices_an_order() throws Exception {
    compile("Shop", shown("<!-- example.*?-->\\s*```java"));

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

  @Test
  void fragment_of_the_documentation_compiles_in_a_module() throws Exception {
    String module =
        """
        import com.google.inject.AbstractModule;
        import com.google.inject.multibindings.ProvidesIntoSet;
        import dev.taskd.bootstrap.TopicHandler;
        import dev.taskd.domain.job.*;
        import dev.taskd.domain.port.JobStore;
        import java.util.List;

        final class Fragment extends AbstractModule {
        %s}
        """
            .formatted(shown("<!-- fragment.*?-->\\s*```java"));

    compile("Fragment", module);
  }

  @Test
  void pom_of_the_documentation_names_what_this_build_makes_and_is_built_with() throws Exception {
    String pom = shown("```xml");
    String ours = Files.readString(Path.of("..", "pom.xml"));

    assertThat(texts(pom, "//dependency/*"))
        .containsExactly("dev.taskd", "taskd-bootstrap", texts(ours, "/project/version").get(0));
    assertThat(texts(pom, "//mainClass")).containsExactly(Launcher.class.getName());
    assertThat(texts(pom, "//maven.compiler.release"))
        .isEqualTo(texts(ours, "//maven.compiler.release"));
    for (String plugin : texts(pom, "//plugin/artifactId")) {
      String version = "//plugin[artifactId='" + plugin + "']/version";
      assertThat(texts(pom, version)).as(plugin).hasSize(1).isEqualTo(texts(ours, version));
    }
  }

  private static String shown(String start) throws IOException {
    Matcher block =
        Pattern.compile(start + "\\n(.*?)```", Pattern.DOTALL)
            .matcher(Files.readString(Path.of("..", "docs", "embedding.md")));
    assertThat(block.find()).as(start).isTrue();
    return block.group(1);
  }

  private void compile(String name, String text) throws IOException {
    Path source = Files.writeString(dir.resolve(name + ".java"), text);
    String classpath = System.getProperty("java.class.path");
    String[] arguments = {"-proc:none", "-d", dir.toString(), "-cp", classpath, source.toString()};
    assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments)).isZero();
  }

  private static List<String> texts(String xml, String path) throws XPathExpressionException {
    InputSource source =
        new InputSource(new StringReader(xml.replaceFirst("xmlns=\"[^\"]*\"", "")));
    NodeList found =
        (NodeList)
            XPathFactory.newInstance().newXPath().evaluate(path, source, XPathConstants.NODESET);
    return IntStream.range(0, found.getLength())
        .mapToObj(i -> found.item(i).getTextContent())
        .toList();
  }
}
