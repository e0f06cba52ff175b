package dev.taskd.launch;

import java.util.ArrayList;
import java.util.List;

/** The command line that runs taskd in a JDK, its own arguments left out. */
public final class CommandLine {
  /** An exception thrown often keeps its stack; the flag also stands in the jar's manifest. */
  private static final List<String> FLAGS =
      List.of("-XX:-OmitStackTraceInFastThrow", "--enable-native-access=ALL-UNNAMED");

  private CommandLine() {}

  static List<String> of(Jdk jdk, List<String> jvmArguments) {
    List<String> line = new ArrayList<>();
    line.add(jdk.java().toString());
    line.addAll(FLAGS);
    line.addAll(jvmArguments);
    line.addAll(List.of("-cp", System.getProperty("java.class.path"), Launcher.class.getName()));
    return line;
  }

  /** Prints the command line for a shell, one word a line. */
  public static void main(String[] args) {
    try {
      of(Jdks.ofThisMachine().chosen(), List.of(args)).forEach(System.out::println);
    } catch (CannotStart e) {
      System.exit(Launcher.report(e));
    }
  }
}
