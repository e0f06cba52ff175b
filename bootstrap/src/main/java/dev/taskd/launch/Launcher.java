package dev.taskd.launch;

import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.jar.Manifest;

/** The start of taskd: in this JVM where it is new enough, else in a newer one. */
public final class Launcher {
  /** Where a jar's manifest names the class to run, if that is another one. */
  private static final String NAMED = "Taskd-Main";

  private static final String MAIN = "dev.taskd.bootstrap.Main";

  private Launcher() {}

  /**
   * Runs taskd. Exit code 69: there is no JDK to run it on; 78: TASKD_JAVA_HOME names none; else
   * taskd's own.
   */
  public static void main(String[] args) throws Throwable {
    if (Lifeline.isHeld()) {
      Lifeline.follow();
      runHere(args);
      return;
    }
    try {
      Jdk chosen = Jdks.ofThisMachine().chosen();
      if (chosen.isAt(Jdk.running().home())) {
        runHere(args);
      } else {
        goOnIn(chosen, args);
      }
    } catch (CannotStart e) {
      System.exit(report(e));
    }
  }

  static int report(CannotStart e) {
    System.err.println("taskd: " + e.getMessage());
    return e.exitCode();
  }

  private static void runHere(String[] args) throws Throwable {
    try {
      Class.forName(mainClass()).getMethod("main", String[].class).invoke(null, (Object) args);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private static String mainClass() throws IOException {
    try (InputStream manifest = Launcher.class.getResourceAsStream("/META-INF/MANIFEST.MF")) {
      String named =
          manifest == null ? null : new Manifest(manifest).getMainAttributes().getValue(NAMED);
      return named == null ? MAIN : named;
    }
  }

  private static void goOnIn(Jdk jdk, String[] args) throws CannotStart, InterruptedException {
    String reason =
        Jdk.running().isAtLeast(Jdks.NEEDED)
            ? "TASKD_JAVA_HOME names another JDK"
            : "Java " + Runtime.version().feature() + " is too old";
    System.err.println("taskd: " + reason + ", going on in " + jdk);
    List<String> jvmArguments =
        new ArrayList<>(ManagementFactory.getRuntimeMXBean().getInputArguments());
    jvmArguments.add(Lifeline.FLAG);
    List<String> command = CommandLine.of(jdk, jvmArguments);
    command.addAll(Arrays.asList(args));
    Child.start(command).follow();
  }
}
