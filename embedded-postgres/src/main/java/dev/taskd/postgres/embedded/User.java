package dev.taskd.postgres.embedded;

import com.sun.security.auth.module.UnixSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Who runs PostgreSQL, which refuses to be run by root. */
sealed interface User {
  /** The user of this process. */
  record Same() implements User {}

  /**
   * Root in a user namespace of its own, where it looks like nobody; its files stay root's. Many
   * containers do not allow it.
   */
  record Disguised() implements User {}

  /** Another one, whom the cluster belongs to. */
  record Other(int uid, int gid) implements User {
    /** The user that has no rights. Source: Linux, Documentation/admin-guide/sysctl/fs.rst. */
    static final Other NOBODY = new Other(65534, 65534);
  }

  /** Who may run the server of a cluster, the one to be tried first at the front. */
  static List<User> candidates(Path cluster) throws IOException {
    if (new UnixSystem().getUid() != 0) {
      return List.of(new Same());
    }
    return Files.exists(cluster) && uid(cluster) != 0
        ? List.of(new Other(uid(cluster), (int) Files.getAttribute(cluster, "unix:gid")))
        : List.of(new Disguised(), Other.NOBODY);
  }

  /** What to put in front of a command for this user to run it. */
  default List<String> runner() {
    return switch (this) {
      case Same() -> List.of();
      case Disguised() -> List.of("unshare", "--user", "--");
      case Other(int uid, int gid) ->
          List.of("setpriv", "--reuid=" + uid, "--regid=" + gid, "--clear-groups", "--");
    };
  }

  /**
   * Gives the user a file or directory with all in it; itself last, which says that all is done.
   */
  default void own(Path root) throws IOException {
    if (this instanceof Other(int uid, int gid) && uid(root) != uid) {
      for (Path path : deepestFirst(root)) {
        Files.setAttribute(path, "unix:uid", uid, LinkOption.NOFOLLOW_LINKS);
        Files.setAttribute(path, "unix:gid", gid, LinkOption.NOFOLLOW_LINKS);
      }
    }
  }

  private static List<Path> deepestFirst(Path root) throws IOException {
    try (Stream<Path> tree = Files.walk(root)) {
      return tree.sorted(Comparator.reverseOrder()).toList();
    }
  }

  private static int uid(Path path) throws IOException {
    return (int) Files.getAttribute(path, "unix:uid");
  }
}
