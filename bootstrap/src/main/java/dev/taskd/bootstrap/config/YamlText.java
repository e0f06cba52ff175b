package dev.taskd.bootstrap.config;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * Takes one YAML text apart. Texts stay as they were written ({@code 007} is no seven), and what
 * would change a value unseen is refused: anchors, aliases, merge keys, tags, keys given twice. One
 * thread at a time.
 *
 * <p>It reads the parser's events: a parser that builds values drops an anchor without a word, so
 * that the password {@code &secret word} would be {@code word}.
 */
final class YamlText {
  private static final int MAX_DEPTH = 8;
  private static final Set<String> NOTHING = Set.of("", "~", "null", "Null", "NULL");
  private static final Entry.Content ABSENT = new Entry.Content.Nothing();

  private final String name;
  private final List<Entry> entries = new ArrayList<>();
  private final List<Fault> faults = new ArrayList<>();
  private Iterator<Event> events = List.<Event>of().iterator();
  private int depth;
  private boolean whole = true;

  YamlText(String name) {
    this.name = name;
  }

  List<Entry> entries() {
    return entries;
  }

  List<Fault> faults() {
    return faults;
  }

  /** Whether the text was read to its end: else there is one fault, which says where it broke. */
  boolean isWhole() {
    return whole;
  }

  void read(String text) {
    try {
      events = new Parse(LoadSettings.builder().build()).parseString(text).iterator();
      stream();
    } catch (MarkedYamlEngineException e) {
      breakOff(e.getProblemMark().map(YamlText::place).orElse("whole"), e.getProblem());
    } catch (YamlEngineException e) {
      breakOff("whole", e.getMessage());
    }
  }

  /** What was made of the text before it broke is a guess at what was meant. */
  private void breakOff(String place, @Nullable String problem) {
    whole = false;
    entries.clear();
    faults.clear();
    refuse(place, notYaml(problem));
  }

  private void stream() {
    next();
    if (next().getEventId() == Event.ID.StreamEnd) {
      return;
    }
    Event root = next();
    switch (root) {
      case MappingStartEvent mapping when isBare(mapping) -> mapping(List.of());
      case ScalarEvent scalar when content(scalar).equals(ABSENT) -> {}
      default -> {
        refuse(place(root), "must be a mapping of keys to values, such as worker: {batch: 64}");
        skip(root);
      }
    }
    next();
    Event more = next();
    if (more.getEventId() != Event.ID.StreamEnd) {
      refuse(place(more), "holds a second document: remove everything from this --- on");
    }
  }

  private void mapping(List<String> path) {
    var seen = new HashSet<String>();
    for (Event key = next(); key.getEventId() != Event.ID.MappingEnd; key = next()) {
      if (key instanceof ScalarEvent scalar && isBare(scalar)) {
        String word = scalar.getValue();
        List<String> here = Stream.concat(path.stream(), Stream.of(word)).toList();
        if (word.equals("<<")) {
          refuse(place(key), "<< (a merge key) is not supported: write the keys out");
          skip(next());
        } else if (seen.add(word)) {
          value(here, next());
        } else {
          refuse(place(key), spelt(here) + " is given twice: keep one of them");
          skip(next());
        }
      } else {
        refuse(place(key), "a key must be plain text");
        skip(key);
        skip(next());
      }
    }
  }

  private void value(List<String> path, Event value) {
    switch (value) {
      case ScalarEvent scalar when isBare(scalar) -> add(path, content(scalar), value);
      case SequenceStartEvent list when isBare(list) -> add(path, items(path), value);
      case MappingStartEvent mapping when isBare(mapping) -> {
        int before = entries.size() + faults.size();
        mapping(path);
        if (entries.size() + faults.size() == before) {
          add(path, ABSENT, value);
        }
      }
      default -> {
        refuse(
            place(value),
            spelt(path)
                + " has an anchor (&), an alias (*) or a tag (!), which are not supported:"
                + " write the value out, or put it in quotes if it starts with that character");
        skip(value);
      }
    }
  }

  private Entry.Content items(List<String> path) {
    var texts = new ArrayList<String>();
    for (Event item = next(); item.getEventId() != Event.ID.SequenceEnd; item = next()) {
      if (item instanceof ScalarEvent scalar
          && isBare(scalar)
          && content(scalar) instanceof Entry.Content.Text(String text)) {
        texts.add(text);
      } else {
        refuse(place(item), "an item of " + spelt(path) + " is not plain text");
        skip(item);
      }
    }
    return new Entry.Content.Items(texts);
  }

  private static Entry.Content content(ScalarEvent scalar) {
    return scalar.isPlain() && NOTHING.contains(scalar.getValue())
        ? ABSENT
        : new Entry.Content.Text(scalar.getValue());
  }

  /** Whether a node is what it seems: without anchor and tag. */
  private static boolean isBare(NodeEvent node) {
    boolean tagged =
        switch (node) {
          case ScalarEvent scalar -> scalar.getTag().isPresent();
          case CollectionStartEvent collection -> collection.getTag().isPresent();
          default -> true;
        };
    return !tagged && node.getAnchor().isEmpty();
  }

  /** Reads on to the end of the node that {@code start} begins. */
  private void skip(Event start) {
    int outside = depth - step(start);
    while (depth > outside) {
      next();
    }
  }

  private Event next() {
    Event event = events.next();
    depth += step(event);
    if (depth > MAX_DEPTH) {
      throw new YamlEngineException("nested deeper than " + MAX_DEPTH + " at " + place(event));
    }
    return event;
  }

  private static int step(Event event) {
    return switch (event.getEventId()) {
      case MappingStart, SequenceStart -> 1;
      case MappingEnd, SequenceEnd -> -1;
      default -> 0;
    };
  }

  private void add(List<String> path, Entry.Content content, Event at) {
    String line = at.getStartMark().map(mark -> ":" + (mark.getLine() + 1)).orElse("");
    entries.add(new Entry(path, content, name + line));
  }

  private void refuse(String place, String problem) {
    faults.add(new Fault(name, place, problem));
  }

  private static String spelt(List<String> path) {
    return Printable.of(String.join(".", path));
  }

  private static String place(Event event) {
    return event.getStartMark().map(YamlText::place).orElse("whole");
  }

  private static String place(Mark mark) {
    return "line " + (mark.getLine() + 1) + ", column " + (mark.getColumn() + 1);
  }

  /** The parser's own words, without its excerpt of the text: that may hold a secret. */
  private static String notYaml(@Nullable String problem) {
    return "is not YAML that taskd reads: "
        + Printable.of(String.valueOf(problem).replaceFirst("(tag handle) .*", "$1"));
  }
}
