package dev.taskd.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import java.util.List;
import java.util.stream.Stream;

/**
 * A package of a module, all packages below it, and what its code may know.
 *
 * @param module the folder
 * @param root the package
 * @param trespassers classes that know more
 * @param knows package patterns and names of single classes
 */
record Room(String module, String root, List<Class<?>> trespassers, List<String> knows) {
  private static final String JDK = "java..";
  private static final String NULLNESS = "org.jspecify..";
  private static final String LOGGING = "org.slf4j..";
  private static final String DOMAIN = "dev.taskd.domain..";

  static final List<Room> ROOMS =
      List.of(
          new Room(
              "domain",
              "dev.taskd.domain",
              List.of(dev.taskd.domain.fixture.KnowsSql.class),
              List.of(
                  "java.lang",
                  "java.lang.annotation",
                  "java.lang.runtime",
                  "java.net.URI",
                  "java.nio.charset",
                  "java.time",
                  "java.util",
                  "java.util.function",
                  "java.util.random",
                  "java.util.regex",
                  "java.util.stream",
                  NULLNESS)),
          new Room(
              "testkit",
              "dev.taskd.testkit",
              List.of(dev.taskd.testkit.fixture.KnowsAnAdapter.class),
              List.of(JDK, NULLNESS, DOMAIN, "org.junit.jupiter..", "org.assertj..")),
          new Room(
              "embedded-postgres",
              "dev.taskd.postgres.embedded",
              List.of(dev.taskd.postgres.embedded.fixture.KnowsTheDomain.class),
              List.of(
                  JDK,
                  "com.sun.security.auth.module",
                  NULLNESS,
                  LOGGING,
                  "org.apache.commons.compress..",
                  "org.tukaani.xz..")),
          new Room(
              "adapters-memory",
              "dev.taskd.adapters.memory",
              List.of(dev.taskd.adapters.memory.fixture.KnowsTheApplication.class),
              List.of(JDK, NULLNESS, DOMAIN)),
          new Room(
              "application",
              "dev.taskd.application",
              List.of(
                  dev.taskd.application.fixture.KnowsAnAdapter.class,
                  dev.taskd.application.fixture.KnowsGuice.class),
              List.of(JDK, NULLNESS, LOGGING, DOMAIN, "tools.jackson.core..")),
          new Room(
              "adapters-postgres",
              "dev.taskd.adapters.postgres",
              List.of(dev.taskd.adapters.postgres.fixture.KnowsAnotherAdapter.class),
              List.of(
                  JDK,
                  "javax.sql",
                  NULLNESS,
                  LOGGING,
                  DOMAIN,
                  "com.zaxxer.hikari..",
                  "org.flywaydb..",
                  "org.jooq..",
                  "org.postgresql..")),
          new Room(
              "adapters-http",
              "dev.taskd.adapters.http",
              List.of(dev.taskd.adapters.http.fixture.KnowsAnotherAdapter.class),
              List.of(
                  JDK,
                  NULLNESS,
                  LOGGING,
                  DOMAIN,
                  "dev.taskd.application..",
                  "io.javalin..",
                  "jakarta.servlet..",
                  "kotlin..",
                  "org.eclipse.jetty..",
                  "tools.jackson..")),
          new Room(
              "guarded-http",
              "dev.taskd.http.guarded",
              List.of(dev.taskd.http.guarded.fixture.KnowsAnAdapter.class),
              List.of(JDK, "javax.net..", NULLNESS, DOMAIN, "org.apache.hc..")),
          new Room(
              "adapters-webhook",
              "dev.taskd.adapters.webhook",
              List.of(dev.taskd.adapters.webhook.fixture.KnowsAnotherAdapter.class),
              List.of(JDK, NULLNESS, LOGGING, DOMAIN, "dev.taskd.http.guarded..")),
          new Room(
              "bootstrap",
              "dev.taskd.launch",
              List.of(dev.taskd.launch.fixture.KnowsBootstrap.class),
              List.of(JDK, NULLNESS)),
          // Knows all of the above, and alone knows how they are wired.
          new Room("bootstrap", "dev.taskd.bootstrap", List.of(), List.of("..")),
          new Room("benchmarks", "dev.taskd.benchmarks", List.of(), List.of("..")));

  /** The rooms that do not know everything. */
  static Stream<Room> bounded() {
    return ROOMS.stream().filter(room -> !room.knows.contains(".."));
  }

  boolean holds(String packageName) {
    return (packageName + ".").startsWith(root + ".");
  }

  Rule rule() {
    return new Rule(
        root + " knows only what it may",
        classes()
            .that()
            .resideInAPackage(root + "..")
            .should()
            .onlyDependOnClassesThat(resideInAnyPackage(root + "..").or(isKnown())),
        trespassers);
  }

  private DescribedPredicate<JavaClass> isKnown() {
    return resideInAnyPackage(knows.toArray(String[]::new))
        .or(describe("are named there", c -> knows.contains(c.getName())));
  }
}
