package dev.taskd.application.health;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import dev.taskd.application.LogLines;
import dev.taskd.domain.port.StoreException;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OutageTest {
  private final LogLines log = new LogLines();
  private Duration now = Duration.ZERO;
  private final Outage outage = new Outage(() -> now.toNanos());

  @AfterEach
  void close() {
    log.close();
  }

  @Test
  void an_outage_is_one_warning_with_its_cause_and_one_line_when_it_is_over() {
    outage.over();
    outage.begun(away("refused"));
    boolean on = outage.isOn();
    for (int i = 0; i < 100; i++) {
      wait(Duration.ofSeconds(1));
      outage.met("settler", away("still refused"));
      outage.begun(away("still refused"));
    }
    outage.over();
    outage.over();

    assertThat(on).isTrue();
    assertThat(outage.isOn()).isFalse();
    assertThat(log.of(Level.WARN)).containsExactly("the store is away: refused");
    assertThat(log.of(Level.INFO)).containsExactly("the store is back after 100s");
  }

  @Test
  void one_who_is_not_served_while_the_heart_beats_is_told_every_ten_seconds() {
    for (int i = 0; i < 300; i++) {
      outage.met("settler", away("a held row"));
      wait(Duration.ofMillis(100));
      outage.over();
    }

    assertThat(outage.isOn()).isFalse();
    assertThat(log.of(Level.WARN))
        .hasSize(2)
        .containsOnly("settler waits, the store does not serve it: a held row");
  }

  @Test
  void failures_far_apart_are_not_told() {
    for (int i = 0; i < 10; i++) {
      outage.met("settler", away("a deadlock"));
      wait(Duration.ofSeconds(31));
    }

    assertThat(log.of(Level.WARN)).isEmpty();
  }

  @Test
  void one_who_is_not_served_makes_the_heart_beat() throws InterruptedException {
    outage.met("dispatcher", away("lost"));

    assertThat(outage.doubts().await(Duration.ZERO)).isTrue();
  }

  private void wait(Duration time) {
    now = now.plus(time);
  }

  private static StoreException.Unavailable away(String cause) {
    return new StoreException.Unavailable(cause, new IOException("test"));
  }
}
