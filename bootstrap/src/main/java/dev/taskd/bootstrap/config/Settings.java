package dev.taskd.bootstrap.config;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads values by key. A bad one is kept as a fault and answered with the default, so that one pass
 * finds every fault. One thread at a time.
 */
final class Settings {
  static final String DEFAULT = "default";
  static final String NONE = "none";
  static final String UNREPEATED = "its value (not repeated here)";

  private final Sources sources;
  private final List<Fault> faults;
  private final Set<String> unsound = new HashSet<>();
  private final Map<String, Setting> effective = new LinkedHashMap<>();

  Settings(Sources sources) {
    this.sources = sources;
    this.faults = new ArrayList<>(sources.faults());
  }

  /** The value of a key that has a default. */
  <T> T get(Key<T> key) {
    return find(key)
        .orElseThrow(() -> new IllegalArgumentException(key.name() + " has no default"));
  }

  <T> Optional<T> find(Key<T> key) {
    Optional<T> initial = Optional.ofNullable(key.initial()).map(key.format()::read);
    Entry entry = sources.written(key);
    if (entry == null) {
      note(key, Optional.ofNullable(key.initial()).orElse(NONE), DEFAULT);
      return initial;
    }
    note(key, shown(key, entry.content()), entry.origin());
    String text = onlyText(key, entry.content());
    if (text == null) {
      return initial;
    }
    return read(key, text, subject(key, text)).or(() -> initial);
  }

  /** The values of a key that takes a list; a text is one with commas between its items. */
  <T> List<T> list(Key<T> key) {
    Entry entry = sources.written(key);
    if (entry == null) {
      note(key, NONE, DEFAULT);
      return List.of();
    }
    note(key, shown(key, entry.content()), entry.origin());
    List<String> texts =
        switch (entry.content()) {
          case Entry.Content.Items(List<String> items) -> items;
          case Entry.Content.Text(String text) -> Arrays.asList(text.split(",", -1));
          case Entry.Content.Nothing() -> {
            refuse(key, "has no value: write a list, or remove the key");
            yield List.of();
          }
        };
    var values = new ArrayList<T>();
    for (int i = 0; i < texts.size(); i++) {
      String text = texts.get(i);
      String item = "item " + (i + 1) + " of " + texts.size();
      String subject = key.secrecy() == Key.Secrecy.OPEN ? Printable.quoted(text.strip()) : item;
      if (text.isBlank()) {
        refuse(key, item + " is empty: remove it");
      } else {
        read(key, text, subject).ifPresent(values::add);
      }
    }
    return values;
  }

  /** The names in {@code group}, sorted, each with where it was first seen. */
  Map<String, String> members(String group) {
    return sources.members(group);
  }

  /** What {@code make} makes of the name of a member; none, and a fault, if it refuses it. */
  <T> Optional<T> named(String group, String member, Function<String, T> make) {
    try {
      return Optional.of(make.apply(member));
    } catch (IllegalArgumentException e) {
      refuse(
          group,
          member,
          "has a name that cannot be used: " + Printable.of(String.valueOf(e.getMessage())));
      return Optional.empty();
    }
  }

  boolean isGiven(Key<?> key) {
    return sources.written(key) != null;
  }

  /** Whether rules between keys can be checked: all these were read without a fault. */
  boolean areSound(Key<?>... keys) {
    return Stream.of(keys).noneMatch(key -> unsound.contains(key.name()));
  }

  /** The key with its value and where that is from, for a fault that speaks of several keys. */
  String told(Key<?> key) {
    return key.name() + " (" + value(key) + ", " + Printable.of(setting(key).source()) + ")";
  }

  /** The effective value of {@code key} alone. */
  String value(Key<?> key) {
    return Printable.of(setting(key).value());
  }

  void refuse(Key<?> key, String problem) {
    unsound.add(key.name());
    faults.add(new Fault(key.name(), whereToMend(key), problem));
  }

  /** Refuses the member itself, whatever its settings are. */
  void refuse(String group, String member, String problem) {
    String origin = members(group).getOrDefault(member, DEFAULT);
    faults.add(new Fault(group + "." + member, origin, problem));
  }

  /** A setting that nobody gave is given where its member stands. */
  private String whereToMend(Key<?> key) {
    String source = setting(key).source();
    return source.equals(DEFAULT) && key.isOfGroup()
        ? members(key.address().get(0)).getOrDefault(key.address().get(1), source)
        : source;
  }

  /** Makes {@code value} the effective value of {@code key}. */
  void note(Key<?> key, String value, String source) {
    effective.put(key.name(), new Setting(key.name(), value, source));
  }

  Setting setting(Key<?> key) {
    return effective.getOrDefault(key.name(), new Setting(key.name(), NONE, DEFAULT));
  }

  /** Plain keys as they were read, then those of groups by name. */
  List<Setting> effective() {
    List<String> plain = Keys.plainKeys().stream().map(Key::name).toList();
    return Stream.concat(
            plain.stream().map(effective::get),
            effective.keySet().stream()
                .filter(name -> !plain.contains(name))
                .sorted()
                .map(effective::get))
        .toList();
  }

  void throwIfFaulty() {
    if (!faults.isEmpty()) {
      throw new ConfigException(faults);
    }
  }

  private <T> Optional<T> read(Key<T> key, String text, String subject) {
    try {
      return Optional.of(key.format().read(text));
    } catch (IllegalArgumentException e) {
      refuse(key, subject + " " + e.getMessage());
      return Optional.empty();
    }
  }

  private @Nullable String onlyText(Key<?> key, Entry.Content content) {
    return switch (content) {
      case Entry.Content.Text(String text) when !text.isBlank() -> text;
      case Entry.Content.Text(String blank) ->
          absent(key, "is empty: give it a value, or remove the key");
      case Entry.Content.Items(List<String> items) -> absent(key, "takes one value, not a list");
      case Entry.Content.Nothing() -> absent(key, "has no value: give it one, or remove the key");
    };
  }

  private @Nullable String absent(Key<?> key, String problem) {
    refuse(key, problem);
    return null;
  }

  private static String subject(Key<?> key, String text) {
    return key.secrecy() == Key.Secrecy.OPEN ? Printable.quoted(text.strip()) : UNREPEATED;
  }

  private static String shown(Key<?> key, Entry.Content content) {
    String text =
        switch (content) {
          case Entry.Content.Text(String one) -> one.strip();
          case Entry.Content.Items(List<String> items) -> String.join(", ", items);
          case Entry.Content.Nothing() -> "";
        };
    if (text.isEmpty()) {
      return NONE;
    }
    return key.secrecy() == Key.Secrecy.SECRET ? Secret.HIDDEN : text;
  }
}
