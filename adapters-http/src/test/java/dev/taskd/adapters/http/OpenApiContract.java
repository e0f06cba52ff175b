package dev.taskd.adapters.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.dialect.Dialects;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Holds real answers against openapi.yaml, whose schemas are JSON Schema 2020-12. */
final class OpenApiContract {
  private static final String ID = "https://taskd.test/openapi";
  private static final OpenApiContract SHARED = new OpenApiContract();

  private final JsonNode document;
  private final SchemaRegistry schemas;
  private final Set<String> common = new TreeSet<>();
  private final Set<String> seen = new ConcurrentSkipListSet<>();

  private OpenApiContract() {
    document = new YAMLMapper().readTree(yaml());
    document
        .at("/components/responses/Problem/x-statuses")
        .forEach(status -> common.add(status.asString()));
    schemas =
        SchemaRegistry.withDialect(
            Dialects.getOpenApi31(),
            builder ->
                builder
                    .schemas(Map.of(ID, document.toString()))
                    .schemaRegistryConfig(
                        SchemaRegistryConfig.builder().formatAssertionsEnabled(true).build()));
  }

  static OpenApiContract shared() {
    return SHARED;
  }

  /** Every operation and status of the document, those common to all operations left out. */
  Set<String> documented() {
    Set<String> all = new TreeSet<>();
    document
        .at("/paths")
        .properties()
        .forEach(
            path ->
                path.getValue()
                    .properties()
                    .forEach(
                        operation ->
                            operation
                                .getValue()
                                .at("/responses")
                                .propertyNames()
                                .forEach(
                                    status ->
                                        all.add(name(operation.getKey(), path.getKey(), status)))));
    all.removeIf(name -> name.endsWith(" default"));
    return all;
  }

  /** Those that were checked since the start of this JVM. */
  Set<String> seen() {
    return seen;
  }

  /** Fails unless the answer is one that the document has; paths of nothing are passed over. */
  void check(String method, String path, Reply reply) {
    String template = template(path);
    String operation = "/paths/" + escaped(template) + "/" + method.toLowerCase(Locale.ROOT);
    if (document.at(operation).isMissingNode()) {
      return;
    }
    String responses = operation + "/responses/";
    String status = Integer.toString(reply.status());
    boolean isCommon = document.at(responses + status).isMissingNode();
    assertThat(isCommon && !common.contains(status))
        .as("%s %s may not answer %s: %s", method, template, status, reply.body())
        .isFalse();
    seen.add(name(method, template, status));
    String response = responses + (isCommon ? "default" : status);
    checkContent(document.at(response).path("$ref").asString("#" + response).substring(1), reply);
  }

  private void checkContent(String response, Reply reply) {
    String type = reply.header("Content-Type");
    String content = response + "/content/" + escaped(type);
    assertThat(document.at(content).isMissingNode()).as(content).isFalse();
    document
        .at(response + "/headers")
        .propertyNames()
        .forEach(name -> assertThat(reply.headers().firstValue(name)).as(name).isPresent());
    if (type.endsWith("json")) {
      assertThat(
              schemas
                  .getSchema(SchemaLocation.of(ID + "#" + content + "/schema"))
                  .validate(reply.body(), InputFormat.JSON))
          .as(reply.body())
          .isEmpty();
    }
  }

  /** The template that a path is an instance of, preferring the one with fewer parameters. */
  private String template(String path) {
    Map<Integer, String> matching = new TreeMap<>();
    for (String template : document.at("/paths").propertyNames()) {
      if (path.matches(template.replaceAll("\\{[a-z]+}", "[^/]+"))) {
        matching.put(template.split("\\{", -1).length, template);
      }
    }
    return matching.values().stream().findFirst().orElse(path);
  }

  private static String name(String method, String template, String status) {
    return method.toUpperCase(Locale.ROOT) + " " + template + " " + status;
  }

  private static String escaped(String part) {
    return part.replace("~", "~0").replace("/", "~1");
  }

  private static String yaml() {
    try (InputStream in =
        Objects.requireNonNull(HttpServer.class.getResourceAsStream("openapi.yaml"))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
