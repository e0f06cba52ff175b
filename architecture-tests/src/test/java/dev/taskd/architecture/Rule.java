package dev.taskd.architecture;

import com.tngtech.archunit.lang.ArchRule;
import java.util.List;

/**
 * A rule of the build, and classes that break it in each of their methods but those called {@code
 * ok…}: a rule that nobody saw fail is decoration.
 */
record Rule(String name, ArchRule says, List<Class<?>> breakers) {
  static Rule rule(String name, ArchRule says, Class<?>... breakers) {
    return new Rule(name, says, List.of(breakers));
  }

  void check() {
    says.check(Product.CLASSES);
  }

  boolean isBrokenBy(String className) {
    return breakers.stream().anyMatch(breaker -> breaker.getName().equals(className));
  }

  @Override
  public String toString() {
    return name;
  }
}
