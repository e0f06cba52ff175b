package dev.taskd.application.pool;

import org.slf4j.MDC;

/** What a handler may leave behind on its thread, and how it was before. */
record ThreadState(String name, int priority, ClassLoader loader) {
  static ThreadState ofCurrent() {
    Thread thread = Thread.currentThread();
    return new ThreadState(thread.getName(), thread.getPriority(), thread.getContextClassLoader());
  }

  /** Puts the thread back as it was: no interrupt flag, no logging context. */
  @SuppressWarnings("ThreadPriorityCheck") // given back, not relied on
  void restore() {
    Thread thread = Thread.currentThread();
    Thread.interrupted();
    thread.setName(name);
    thread.setPriority(priority);
    thread.setContextClassLoader(loader);
    MDC.clear();
  }
}
