/** Telling the world of tasks: the jobs that carry events, and the handlers that deliver them. */
@NullMarked
package dev.taskd.application.webhook;

import org.jspecify.annotations.NullMarked;
