package dev.taskd.launch;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.List;

/** A process that this one stands in for: signals go to it and its exit code comes back. */
final class Child {
  /** Variables that a JVM reads; what they say is among the arguments already. */
  private static final List<String> JVM_VARIABLES =
      List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

  private final Process process;

  private Child(Process process) {
    this.process = process;
  }

  static Child start(List<String> command) throws CannotStart {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectOutput(Redirect.INHERIT)
            .redirectError(Redirect.INHERIT);
    builder.environment().keySet().removeAll(JVM_VARIABLES);
    try {
      return new Child(builder.start());
    } catch (IOException e) {
      throw CannotStart.unavailable(String.valueOf(e.getMessage()));
    }
  }

  /** Waits for the child's end and ends this JVM with the same code. */
  void follow() throws InterruptedException {
    Runtime.getRuntime().addShutdownHook(new Thread(this::stop, "taskd-stop"));
    System.exit(process.waitFor());
  }

  private void stop() {
    // Not Process.destroy: it closes the child's standard input first, which is its lifeline.
    process.toHandle().destroy();
    try {
      Runtime.getRuntime().halt(process.waitFor());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
