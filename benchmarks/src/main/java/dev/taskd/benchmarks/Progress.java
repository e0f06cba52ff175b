package dev.taskd.benchmarks;

import java.io.PrintWriter;

/** Tells whoever waits how far it is. */
record Progress(Form form, PrintWriter err) {
  void tell(String what) {
    err.println(form + ": " + what);
  }
}
