package dev.taskd.domain.text;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Guesses which known name was meant by an unknown one. */
public final class NearestName {
  /** Nothing that long is a slip of the hand. */
  private static final int LONGEST = 64;

  private NearestName() {}

  /**
   * The known name that differs least, capitals, dots, hyphens and underscores aside; else the one
   * whose last part {@code unknown} ends in; none if nothing is near.
   */
  public static Optional<String> of(String unknown, Collection<String> known) {
    String word = letters(unknown.substring(Math.max(0, unknown.length() - LONGEST)));
    return known.stream()
        .filter(name -> distance(word, letters(name)) <= Math.max(1, letters(name).length() / 4))
        .min(Comparator.comparingInt(name -> distance(word, letters(name))))
        .or(() -> known.stream().filter(name -> word.endsWith(lastPart(name))).findFirst());
  }

  private static String lastPart(String name) {
    return letters(name.substring(name.lastIndexOf('.') + 1));
  }

  private static String letters(String name) {
    return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
  }

  /** How many letters must be changed, put in, left out, or swapped with their neighbour. */
  private static int distance(String a, String b) {
    int[][] cost = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        cost[i][j] = i == 0 || j == 0 ? i + j : step(cost, a, b, i, j);
      }
    }
    return cost[a.length()][b.length()];
  }

  private static int step(int[][] cost, String a, String b, int i, int j) {
    int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
    int least = Math.min(cost[i - 1][j - 1] + change, 1 + Math.min(cost[i - 1][j], cost[i][j - 1]));
    boolean swapped =
        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
    return swapped ? Math.min(least, cost[i - 2][j - 2] + 1) : least;
  }
}
