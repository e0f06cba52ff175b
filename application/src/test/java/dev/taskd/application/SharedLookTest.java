package dev.taskd.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SharedLookTest {
  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5);
  private final AtomicLong looks = new AtomicLong();
  private Duration takes = Duration.ZERO;
  private boolean fails;
  private final SharedLook<Long> shared = new SharedLook<>(this::look, now::get);

  private long look() {
    pass(takes);
    if (fails) {
      throw new IllegalStateException("look " + looks.incrementAndGet());
    }
    return looks.incrementAndGet();
  }

  private void pass(Duration time) {
    now.addAndGet(time.toNanos());
  }

  @Test
  void look_is_made_once_a_second_however_many_ask() {
    assertThat(shared.get()).isEqualTo(1);
    pass(Duration.ofMillis(999));
    assertThat(shared.get()).isEqualTo(1);
    pass(Duration.ofMillis(1));
    assertThat(shared.get()).isEqualTo(2);
  }

  @Test
  void look_that_takes_long_is_made_the_less_often() {
    takes = Duration.ofMillis(200);
    shared.get();

    pass(Duration.ofMillis(3_999));
    assertThat(shared.get()).isEqualTo(1);
    pass(Duration.ofMillis(1));
    assertThat(shared.get()).isEqualTo(2);

    takes = Duration.ofSeconds(9);
    pass(Duration.ofSeconds(4));
    shared.get();
    pass(Duration.ofSeconds(30));
    assertThat(shared.get()).isEqualTo(4);
  }

  @Test
  void failure_is_shared_too_and_for_a_second() {
    fails = true;
    takes = Duration.ofSeconds(5);
    assertThatThrownBy(shared::get).hasMessage("look 1");
    pass(Duration.ofMillis(999));
    assertThatThrownBy(shared::get).hasMessage("look 1");

    fails = false;
    pass(Duration.ofMillis(1));
    assertThat(shared.get()).isEqualTo(2);
  }
}
