package dev.taskd.application;

import java.util.Map;

/**
 * Why a task is where it is, and what will change it when.
 *
 * @param sentence one plain sentence
 * @param facts what it says, by name
 */
public record Explanation(String sentence, Map<String, String> facts) {
  public Explanation {
    facts = Map.copyOf(facts);
  }
}
