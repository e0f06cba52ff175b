package dev.taskd.bootstrap.config;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A setting that taskd knows, or, with {@code <name>} as the second part of its address, one that
 * each member of a group has.
 *
 * @param address one part for a plain key; group, member and setting for one of a group
 * @param initial the value where nobody gives one; null for none
 * @param secrecy how far its value may be shown
 * @param meaning what it does, in Markdown
 */
record Key<T>(
    List<String> address,
    @Nullable String initial,
    Format<T> format,
    Secrecy secrecy,
    String meaning) {
  private static final String MEMBER = "<name>";

  /** How far a value may be shown. */
  enum Secrecy {
    OPEN,
    /** Shown once it is known to hold no credential, never in a fault. */
    UNTIL_CHECKED,
    SECRET
  }

  static <T> Key<T> plain(
      String name, @Nullable String initial, Format<T> format, Secrecy secrecy, String meaning) {
    return new Key<>(List.of(name), initial, format, secrecy, meaning);
  }

  static <T> Key<T> ofGroup(
      String group, String setting, @Nullable String initial, Format<T> format, String meaning) {
    return new Key<>(List.of(group, MEMBER, setting), initial, format, Secrecy.OPEN, meaning);
  }

  /** The same setting of one member of its group. */
  Key<T> of(String member) {
    return new Key<>(
        List.of(address.get(0), member, address.get(2)), initial, format, secrecy, meaning);
  }

  boolean isOfGroup() {
    return address.size() > 1;
  }

  String name() {
    return String.join(".", address);
  }

  /** The environment variable that sets a plain key. */
  String variable() {
    return variable(name());
  }

  static String variable(String name) {
    return Environment.PREFIX + name.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
  }
}
