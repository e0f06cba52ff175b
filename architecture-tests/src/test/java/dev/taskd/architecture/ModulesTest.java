package dev.taskd.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** Each module has packages of its own, and no rule holds because there was nothing to look at. */
class ModulesTest {
  private static final String THIS = "architecture-tests";

  @Test
  void room_was_looked_into() {
    List<String> packages =
        Product.CLASSES.stream()
            .filter(c -> !c.getSimpleName().equals("package-info"))
            .map(c -> c.getPackageName())
            .distinct()
            .toList();

    assertThat(Room.ROOMS)
        .filteredOn(room -> packages.stream().noneMatch(room::holds))
        .extracting(Room::root)
        .as("rooms without a class")
        .isEmpty();
    assertThat(packages)
        .filteredOn(isIn(Room.ROOMS).negate())
        .as("packages without a room")
        .isEmpty();
  }

  @Test
  void module_is_a_room() throws Exception {
    List<String> rooms = Room.ROOMS.stream().map(Room::module).distinct().toList();

    assertThat(Sources.modules()).last().isEqualTo(THIS);
    assertThat(Sources.modules())
        .filteredOn(module -> !module.equals(THIS))
        .containsExactlyInAnyOrderElementsOf(rooms);
  }

  @Test
  void file_is_in_its_modules_package() throws Exception {
    assertThat(Sources.handwritten())
        .filteredOn(file -> !Sources.moduleOf(file).equals(THIS))
        .filteredOn(file -> !isIn(roomsOf(file)).test(Sources.packageOf(file)))
        .isEmpty();
  }

  private static List<Room> roomsOf(Path file) {
    String module = Sources.moduleOf(file);
    return Room.ROOMS.stream().filter(room -> room.module().equals(module)).toList();
  }

  private static Predicate<String> isIn(List<Room> rooms) {
    return packageName -> rooms.stream().anyMatch(room -> room.holds(packageName));
  }
}
