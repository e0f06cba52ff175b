package dev.taskd.architecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

/** Everything that is built and shipped, and the contracts. */
final class Product {
  static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.taskd");

  private static final String GENERATED = "dev.taskd.adapters.postgres.schema";

  private Product() {}

  /** Whether a generator wrote the package; its habits are not ours. */
  static boolean isGenerated(String packageName) {
    return packageName.equals(GENERATED) || packageName.startsWith(GENERATED + ".");
  }
}
