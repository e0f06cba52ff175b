/** The runner of the bundled PostgreSQL: a server of its own, below one directory. */
@NullMarked
package dev.taskd.postgres.embedded;

import org.jspecify.annotations.NullMarked;
