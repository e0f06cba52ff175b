/** The workers: jobs in hand, their handlers and their deadlines. */
@NullMarked
package dev.taskd.application.pool;

import org.jspecify.annotations.NullMarked;
