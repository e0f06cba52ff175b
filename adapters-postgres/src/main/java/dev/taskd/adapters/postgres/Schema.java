package dev.taskd.adapters.postgres;

import dev.taskd.domain.port.StoreException;
import java.util.Arrays;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationState;
import org.flywaydb.core.api.exception.FlywayValidateException;

/** The schema {@code taskd}, and how it comes to be: migrations, each applied once. */
final class Schema {
  static final String NAME = "taskd";

  /** Not Flyway's default place, where an embedding application keeps its own. */
  private static final String MIGRATIONS = "classpath:db/taskd";

  private Schema() {}

  /** Applies what is missing; nodes that start together wait for each other. */
  static void migrate(DataSource source) {
    Flyway flyway =
        Flyway.configure(Schema.class.getClassLoader())
            .dataSource(source)
            .locations(MIGRATIONS)
            .schemas(NAME)
            .table("schema_history")
            .load();
    try {
      refuseNewer(flyway.info().applied());
      flyway.migrate();
    } catch (FlywayValidateException e) {
      throw new StoreException.Rejected(
          "the schema " + NAME + " is not as this taskd would have made it", e);
    } catch (FlywayException e) {
      throw SqlErrors.ofOpening(e);
    }
  }

  private static void refuseNewer(MigrationInfo[] applied) {
    Arrays.stream(applied)
        .filter(migration -> migration.getState() == MigrationState.FUTURE_SUCCESS)
        .findFirst()
        .ifPresent(
            migration -> {
              throw new StoreException.Rejected(
                  "the database's schema is of version "
                      + migration.getVersion()
                      + ", which this taskd does not know yet: start a newer one",
                  new IllegalStateException(migration.getState().getDisplayName()));
            });
  }
}
