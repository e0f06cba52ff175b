package dev.taskd.adapters.postgres;

import static dev.taskd.adapters.postgres.schema.Tables.NODE;

import dev.taskd.domain.job.Beat;
import dev.taskd.domain.job.NodeId;
import dev.taskd.domain.job.Roster;
import dev.taskd.domain.port.NodeStore;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The nodes in a table: one row for each that is signed on. */
public final class PostgresNodeStore implements NodeStore {
  private final Database database;

  public PostgresNodeStore(Database database) {
    this.database = database;
  }

  @Override
  public NodeId join() {
    return database.run(
        connection ->
            Database.sql(connection)
                .insertInto(NODE)
                .defaultValues()
                .returning(NODE.ID)
                .fetchSingle(row -> new NodeId(row.get(NODE.ID))));
  }

  @Override
  public Optional<Roster> beat(NodeId self) {
    return database.run(connection -> beat(connection, self));
  }

  private static Optional<Roster> beat(Connection connection, NodeId self) throws SQLException {
    boolean signedOn = false;
    List<Beat> others = new ArrayList<>();
    List<NodeId> gone = new ArrayList<>();
    try (PreparedStatement statement = Sql.prepare(connection, Statements.BEAT, self.value());
        ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        NodeId node = new NodeId(rows.getLong("node"));
        Long beat = rows.getObject("beat", Long.class);
        if (node.equals(self)) {
          signedOn = beat != null;
        } else if (beat == null) {
          gone.add(node);
        } else {
          others.add(new Beat(node, beat));
        }
      }
    }
    return signedOn ? Optional.of(new Roster(others, gone)) : Optional.empty();
  }

  @Override
  public boolean lose(Beat last) {
    return database.run(
        connection ->
            Database.sql(connection)
                    .deleteFrom(NODE)
                    .where(NODE.ID.eq(last.node().value()).and(NODE.BEAT.eq(last.number())))
                    .execute()
                > 0);
  }

  @Override
  public void leave(NodeId node) {
    database.run(
        connection ->
            Database.sql(connection).deleteFrom(NODE).where(NODE.ID.eq(node.value())).execute());
  }
}
