package dev.taskd.bootstrap.config;

import dev.taskd.domain.text.NearestName;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the file and the environment say, by known key; the environment wins. What is no known key
 * is a fault. One thread at a time.
 */
final class Sources {
  /** Sections and settings of steps that a later version brings. */
  private static final Set<String> LATER = Set.of("results", "redis", "servers");

  private static final Set<String> LATER_OF_STEPS = Set.of("servers", "retries");
  private static final String NOT_YET = "is not supported by this version of taskd: remove it";

  private static final List<String> PLAIN = Keys.plainKeys().stream().map(Key::name).toList();
  private static final Set<String> SECTIONS = sections();

  private final Map<List<String>, Entry> written = new LinkedHashMap<>();
  private final Map<String, Map<String, String>> members = new LinkedHashMap<>();
  private final List<Fault> faults = new ArrayList<>();
  private final Set<String> told = new HashSet<>();

  Sources(ConfigFile file, Map<String, String> environment) {
    faults.addAll(file.faults());
    file.entries().forEach(this::take);
    new TreeMap<>(environment).forEach(this::take);
  }

  @Nullable Entry written(Key<?> key) {
    return written.get(key.address());
  }

  /** The names in {@code group}, sorted, each with where it was first seen. */
  Map<String, String> members(String group) {
    return members.getOrDefault(group, Map.of());
  }

  List<Fault> faults() {
    return faults;
  }

  private void take(Entry entry) {
    String group = entry.path().get(0);
    if (Keys.GROUPS.contains(group)) {
      takeOfGroup(group, entry);
    } else {
      takePlain(entry);
    }
  }

  private void takePlain(Entry entry) {
    String name = String.join(".", entry.path());
    if (PLAIN.contains(name)) {
      put(List.of(name), entry);
      return;
    }
    Optional<Key<?>> above =
        Keys.plainKeys().stream().filter(key -> name.startsWith(key.name() + ".")).findFirst();
    Optional<String> below = PLAIN.stream().filter(key -> key.startsWith(name + ".")).findFirst();
    if (above.isPresent()) {
      // What is beneath is not named: under a secret key it may be the secret.
      Key<?> key = above.get();
      refuse(key.name(), entry.origin(), "takes one value or a list, not a mapping");
    } else if (below.isEmpty()) {
      refuseUnknown(name, entry);
    } else if (!(entry.content() instanceof Entry.Content.Nothing)) {
      refuse(name, entry.origin(), "takes a mapping, as in " + example(below.get()));
    }
  }

  private void refuseUnknown(String name, Entry entry) {
    String section = entry.path().get(0).split("\\.", 2)[0];
    if (LATER.contains(section)) {
      refuse(section, entry.origin(), NOT_YET);
    } else if (SECTIONS.contains(section) || entry.path().size() == 1) {
      refuse(name, entry.origin(), "is an unknown key" + hint(nearestSectionOrKey(name)));
    } else {
      Optional<String> nearest =
          NearestName.of(section, List.copyOf(SECTIONS)).or(() -> nearestSectionOrKey(name));
      refuse(section, entry.origin(), "is an unknown section" + hint(nearest));
    }
  }

  private void takeOfGroup(String group, Entry entry) {
    List<String> path = entry.path();
    if (path.size() > 1) {
      members
          .computeIfAbsent(group, none -> new TreeMap<>())
          .putIfAbsent(path.get(1), entry.origin());
    }
    if (path.size() > 2) {
      takeOfMember(group, path.get(1), path.get(2), entry);
    } else if (!(entry.content() instanceof Entry.Content.Nothing)) {
      String member = path.size() > 1 ? path.get(1) : "a-name";
      String setting = Keys.of(group).get(0).address().get(2);
      String example = group + ": {" + member + ": {" + setting + ": …}}";
      refuse(
          String.join(".", path),
          entry.origin(),
          "takes a mapping, as in " + Printable.of(example));
    }
  }

  private void takeOfMember(String group, String member, String setting, Entry entry) {
    String name = String.join(".", group, member, setting);
    List<String> known = Keys.of(group).stream().map(key -> key.address().get(2)).toList();
    boolean isDeeper = entry.path().size() > 3;
    if (known.contains(setting) && !isDeeper) {
      put(entry.path(), entry);
    } else if (known.contains(setting)) {
      refuse(name, entry.origin(), "takes one value or a list, not a mapping");
    } else if (group.equals(Keys.STEPS) && LATER_OF_STEPS.contains(setting)) {
      refuse(name, entry.origin(), NOT_YET);
    } else {
      Optional<String> nearest = NearestName.of(setting, known);
      refuse(name, entry.origin(), "is an unknown key" + hint(nearest));
    }
  }

  private void take(String variable, String value) {
    if (!Environment.concerns(variable, value)) {
      return;
    }
    Optional<Key<?>> key =
        Keys.plainKeys().stream().filter(k -> k.variable().equals(variable)).findFirst();
    if (key.isPresent()) {
      // Files that pass every variable on leave empty those that nobody set.
      if (!value.isBlank()) {
        List<String> address = key.get().address();
        written.put(address, new Entry(address, new Entry.Content.Text(value), variable));
      }
    } else {
      refuse(variable, "environment", unknownVariable(variable));
    }
  }

  private static String unknownVariable(String variable) {
    Optional<String> group = Keys.GROUPS.stream().filter(g -> isBelow(variable, g)).findFirst();
    if (group.isPresent()) {
      return "cannot be set here: write " + group.get() + " in the configuration file";
    }
    if (LATER.stream().anyMatch(section -> isBelow(variable, section))) {
      return NOT_YET;
    }
    Optional<String> nearest =
        NearestName.of(variable.substring(Environment.PREFIX.length()), PLAIN);
    return "is an unknown variable" + hint(nearest.map(Key::variable));
  }

  private static boolean isBelow(String variable, String section) {
    return (variable + "_").startsWith(Key.variable(section) + "_");
  }

  private void put(List<String> address, Entry entry) {
    Entry before = written.putIfAbsent(address, entry);
    if (before != null) {
      refuse(
          String.join(".", address),
          entry.origin(),
          "is given twice, first at " + before.origin() + ": keep one of them");
    }
  }

  /** Once for each subject: a misspelt section is one fault, not one for each of its keys. */
  private void refuse(String subject, String origin, String problem) {
    if (told.add(subject)) {
      faults.add(new Fault(subject, origin, problem));
    }
  }

  private static Optional<String> nearestSectionOrKey(String name) {
    return NearestName.of(name, Stream.concat(SECTIONS.stream(), PLAIN.stream()).toList());
  }

  private static String hint(Optional<String> nearest) {
    return nearest.map(name -> ": did you mean " + Printable.of(name) + "?").orElse(": remove it");
  }

  /** {@code worker.batch} as it stands in a file. */
  private static String example(String name) {
    return name.replaceFirst("\\.", ": {") + ": …}";
  }

  private static Set<String> sections() {
    var sections = new TreeSet<String>(Keys.GROUPS);
    PLAIN.stream()
        .filter(name -> name.contains("."))
        .forEach(name -> sections.add(name.substring(0, name.indexOf('.'))));
    return sections;
  }
}
