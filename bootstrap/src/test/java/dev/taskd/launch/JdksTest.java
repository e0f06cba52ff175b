package dev.taskd.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JdksTest {
  @TempDir Path shelf;
  private Jdk old;
  private Jdk fresh;

  @BeforeEach
  void twoRunningJdks() {
    old = new Jdk(shelf.resolve("running-17"), Runtime.Version.parse("17.0.15"));
    fresh = new Jdk(shelf.resolve("running-21"), Runtime.Version.parse("21.0.3"));
  }

  @Test
  void chosen_is_the_newest_release_on_the_shelves() throws Exception {
    FakeJdk.in(shelf.resolve("a"), "21.0.10");
    FakeJdk.in(shelf.resolve("b"), "25.0.3");
    FakeJdk.in(shelf.resolve("c"), "21.0.3");
    FakeJdk.in(shelf.resolve("d"), "27-ea");

    Path chosen = jdks(old, Map.of()).chosen().home();

    assertThat(chosen).isEqualTo(shelf.resolve("b"));
  }

  @Test
  void chosen_compares_versions_as_numbers() throws Exception {
    FakeJdk.in(shelf.resolve("a"), "21.0.10");
    FakeJdk.in(shelf.resolve("b"), "21.0.9");

    assertThat(jdks(old, Map.of()).chosen().home()).isEqualTo(shelf.resolve("a"));
  }

  @Test
  void chosen_is_an_early_access_jdk_where_there_is_no_other() throws Exception {
    FakeJdk.in(shelf.resolve("a"), "25-ea");

    assertThat(jdks(old, Map.of()).chosen().home()).isEqualTo(shelf.resolve("a"));
  }

  @Test
  void chosen_is_found_inside_a_mac_bundle() throws Exception {
    Path home = FakeJdk.in(shelf.resolve("temurin-25.jdk/Contents/Home"), "25");

    assertThat(jdks(old, Map.of()).chosen().home()).isEqualTo(home);
  }

  @Test
  void chosen_is_the_running_jdk_where_it_is_new_enough() throws Exception {
    FakeJdk.in(shelf.resolve("newer"), "25");

    assertThat(jdks(fresh, Map.of("JAVA_HOME", shelf.resolve("newer").toString())).chosen())
        .isSameAs(fresh);
  }

  @Test
  void chosen_is_java_home_before_a_newer_one() throws Exception {
    Path home = FakeJdk.in(shelf.resolve("a"), "21");
    FakeJdk.in(shelf.resolve("b"), "25");

    assertThat(jdks(old, Map.of("JAVA_HOME", home.toString())).chosen().home()).isEqualTo(home);
  }

  @Test
  void chosen_passes_over_a_java_home_that_is_too_old() throws Exception {
    Path home = FakeJdk.in(shelf.resolve("a"), "17.0.15");
    FakeJdk.in(shelf.resolve("b"), "25");

    assertThat(jdks(old, Map.of("JAVA_HOME", home.toString())).chosen().home())
        .isEqualTo(shelf.resolve("b"));
  }

  @Test
  void chosen_is_what_TASKD_JAVA_HOME_names_before_all_others() throws Exception {
    Path home = FakeJdk.in(shelf.resolve("a"), "21");
    FakeJdk.in(shelf.resolve("b"), "25");

    assertThat(jdks(fresh, Map.of("TASKD_JAVA_HOME", home.toString())).chosen().home())
        .isEqualTo(home);
  }

  @Test
  void chosen_refuses_a_TASKD_JAVA_HOME_that_cannot_be_used() throws Exception {
    Path home = FakeJdk.in(shelf.resolve("a"), "17.0.15");
    FakeJdk.in(shelf.resolve("b"), "25");

    assertThatExceptionOfType(CannotStart.class)
        .isThrownBy(() -> jdks(old, Map.of("TASKD_JAVA_HOME", home.toString())).chosen())
        .withMessage(
            "TASKD_JAVA_HOME=%s cannot be used: it holds Java 17.0.15; name the home of a JDK 21 or"
                + " newer, or unset TASKD_JAVA_HOME",
            home)
        .extracting(CannotStart::exitCode)
        .isEqualTo(78);
  }

  @Test
  void chosen_says_what_is_wrong_with_TASKD_JAVA_HOME() throws Exception {
    Path file = Files.writeString(shelf.resolve("a-file"), "");
    Path withoutJava = FakeJdk.in(shelf.resolve("a"), "21");
    Files.delete(withoutJava.resolve("bin/java"));
    Path unnamed = FakeJdk.in(shelf.resolve("b"), "21");
    Files.delete(unnamed.resolve("release"));

    assertThat(flawOf(shelf.resolve("nowhere"))).isEqualTo("there is no such directory");
    assertThat(flawOf(file)).isEqualTo("it is no directory");
    assertThat(flawOf(withoutJava)).isEqualTo("it has no bin/java that can be started");
    assertThat(flawOf(unnamed)).startsWith("its file named release");
  }

  private String flawOf(Path home) {
    CannotStart refused =
        catchThrowableOfType(
            CannotStart.class,
            () -> jdks(fresh, Map.of("TASKD_JAVA_HOME", home.toString())).chosen());
    return String.valueOf(refused.getMessage())
        .replaceFirst("^TASKD_JAVA_HOME=.* cannot be used: (.*); name the home .*$", "$1");
  }

  @Test
  void chosen_says_what_to_install_where_there_is_none() throws Exception {
    FakeJdk.in(shelf.resolve("a"), "1.8.0_402");
    FakeJdk.in(shelf.resolve("b"), "17.0.15");
    FakeJdk.in(shelf.resolve("c"), "not a version");
    Files.writeString(shelf.resolve("a-file"), "");

    assertThatExceptionOfType(CannotStart.class)
        .isThrownBy(() -> jdks(old, Map.of()).chosen())
        .withMessageContainingAll(
            "Java 17.0.15 is too old", shelf.toString(), "install JDK 21", "TASKD_JAVA_HOME")
        .extracting(CannotStart::exitCode)
        .isEqualTo(69);
  }

  @Test
  void chosen_passes_over_a_jdk_without_a_java_to_start() throws Exception {
    FakeJdk.in(shelf.resolve("a"), "21");
    FakeJdk.in(shelf.resolve("b"), "25");
    Files.delete(shelf.resolve("b/bin/java"));

    assertThat(jdks(old, Map.of()).chosen().home()).isEqualTo(shelf.resolve("a"));
  }

  private Jdks jdks(Jdk running, Map<String, String> environment) throws IOException {
    return new Jdks(running, environment, List.of(shelf.resolve("not-there"), shelf));
  }
}
