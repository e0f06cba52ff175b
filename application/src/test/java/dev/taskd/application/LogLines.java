package dev.taskd.application;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.slf4j.LoggerFactory;

/** What the application logs while this is open. */
public final class LogLines implements AutoCloseable {
  private final Logger logger = (Logger) LoggerFactory.getLogger("dev.taskd.application");
  private final Level levelBefore = logger.getLevel();
  private final ListAppender<ILoggingEvent> events = new ListAppender<>();

  public LogLines() {
    events.start();
    logger.setLevel(Level.INFO);
    logger.setAdditive(false);
    logger.addAppender(events);
  }

  /** The lines of {@code level} so far. */
  public List<String> of(Level level) {
    List<ILoggingEvent> soFar;
    synchronized (events) {
      soFar = List.copyOf(events.list);
    }
    return soFar.stream()
        .filter(event -> event.getLevel().equals(level))
        .map(ILoggingEvent::getFormattedMessage)
        .toList();
  }

  @Override
  public void close() {
    logger.detachAppender(events);
    logger.setAdditive(true);
    logger.setLevel(levelBefore);
  }
}
