package dev.taskd.bootstrap;

/** Runs taskd as it comes, without an application around it. */
public final class Main {
  private Main() {}

  public static void main(String[] args) {
    Taskd.main(args);
  }
}
