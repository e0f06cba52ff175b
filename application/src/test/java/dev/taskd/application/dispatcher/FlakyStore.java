package dev.taskd.application.dispatcher;

import dev.taskd.domain.job.Settlement;
import dev.taskd.domain.port.JobStore;
import dev.taskd.domain.port.StoreException;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A store in front of another, whose next calls go wrong as a test has planned. */
final class FlakyStore {
  /** How a call goes wrong. */
  enum Fault {
    /** It never reaches the store. */
    REQUEST_LOST,
    /** The store acts, but nobody hears of it. */
    REPLY_LOST,
    /** The store refuses. */
    REFUSED,
    /** The store has a fault of its own. */
    BROKEN
  }

  private final JobStore behind;
  private final Deque<Fault> settleFaults = new ArrayDeque<>();
  private final Deque<Fault> claimFaults = new ArrayDeque<>();
  private @Nullable Settlement refused;
  final List<String> calls = new ArrayList<>();

  FlakyStore(JobStore behind) {
    this.behind = behind;
  }

  FlakyStore settlesGoWrong(Fault... faults) {
    settleFaults.addAll(List.of(faults));
    return this;
  }

  FlakyStore claimsGoWrong(Fault... faults) {
    claimFaults.addAll(List.of(faults));
    return this;
  }

  /** Whatever this is sent with is refused. */
  FlakyStore refuses(Settlement settlement) {
    refused = settlement;
    return this;
  }

  private boolean isRefused(String call, Object[] args) {
    return refused != null && call.equals("settle") && ((List<?>) args[1]).contains(refused);
  }

  JobStore store() {
    return (JobStore)
        Proxy.newProxyInstance(
            JobStore.class.getClassLoader(),
            new Class<?>[] {JobStore.class},
            (proxy, method, args) -> {
              calls.add(method.getName());
              Fault fault = next(method.getName());
              if (fault == Fault.REQUEST_LOST) {
                throw away();
              }
              if (fault == Fault.BROKEN) {
                throw new ArithmeticException("test");
              }
              if (fault == Fault.REFUSED || isRefused(method.getName(), args)) {
                throw new StoreException.Rejected("refused", new IOException("test"));
              }
              Object answer = forward(method, args);
              if (fault == Fault.REPLY_LOST) {
                throw away();
              }
              return answer;
            });
  }

  private Object forward(java.lang.reflect.Method method, Object[] args) throws Throwable {
    try {
      return method.invoke(behind, args);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private @Nullable Fault next(String call) {
    return switch (call) {
      case "settle" -> settleFaults.poll();
      case "claim" -> claimFaults.poll();
      default -> null;
    };
  }

  static StoreException.Unavailable away() {
    return new StoreException.Unavailable("away", new IOException("test"));
  }
}
