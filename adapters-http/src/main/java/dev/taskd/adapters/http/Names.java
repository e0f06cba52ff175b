package dev.taskd.adapters.http;

import java.util.Collection;
import java.util.Comparator;

/** Guesses which known name was meant by an unknown one. */
final class Names {
  /** Nothing that long is a slip of the hand. */
  private static final int LONGEST = 64;

  private Names() {}

  /** A question that ends a sentence about {@code unknown}, or nothing if no known name is near. */
  static String hint(String unknown, Collection<String> known) {
    if (unknown.length() > LONGEST) {
      return "";
    }
    return known.stream()
        .min(Comparator.comparingInt(name -> distance(unknown, name)))
        .filter(name -> distance(unknown, name) <= Math.max(2, name.length() / 3))
        .map(name -> "; did you mean " + name + "?")
        .orElse("");
  }

  /** How many letters must be changed, put in or left out. */
  private static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int change = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(change, 1 + Math.min(row[j - 1], diagonal));
      }
    }
    return row[b.length()];
  }
}
