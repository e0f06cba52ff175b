/** The queue, the tasks and the nudges on PostgreSQL 14 and newer. */
@NullMarked
package dev.taskd.adapters.postgres;

import org.jspecify.annotations.NullMarked;
