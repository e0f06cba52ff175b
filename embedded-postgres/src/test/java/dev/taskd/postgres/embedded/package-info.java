/** The tests of the runner of the bundled PostgreSQL, on real processes. */
@NullMarked
package dev.taskd.postgres.embedded;

import org.jspecify.annotations.NullMarked;
