package dev.taskd.bootstrap.config;

import java.util.List;
import java.util.regex.Pattern;

/** Which environment variables are none of the configuration's business. */
final class Environment {
  static final String PREFIX = "TASKD_";

  private static final String MORE_OF_THE_NAME = PREFIX + "([A-Z0-9_]+_)?";

  /** Kubernetes and Docker describe a service called taskd, or taskd-something, in these. */
  private static final List<Pattern> INJECTED =
      List.of(
          Pattern.compile(MORE_OF_THE_NAME + "SERVICE_(HOST|PORT(_[A-Z0-9_]+)?)=.*"),
          Pattern.compile(MORE_OF_THE_NAME + "PORT=(tcp|udp|sctp)://.*"),
          Pattern.compile(MORE_OF_THE_NAME + "PORT_[0-9]+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?=.*"));

  /** Read elsewhere: by the launcher, and by the tests. */
  private static final Pattern OF_OTHERS = Pattern.compile("TASKD_JAVA_HOME|TASKD_TEST_.*");

  private Environment() {}

  /** Whether taskd's configuration has to answer for {@code variable}. */
  static boolean concerns(String variable, String value) {
    String line = variable + "=" + value.lines().findFirst().orElse("");
    return variable.startsWith(PREFIX)
        && !OF_OTHERS.matcher(variable).matches()
        && INJECTED.stream().noneMatch(pattern -> pattern.matcher(line).matches());
  }
}
