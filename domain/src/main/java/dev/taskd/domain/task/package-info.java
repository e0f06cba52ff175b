/** What a client asks for and watches, and how it moves on when one of its jobs ends. */
@NullMarked
package dev.taskd.domain.task;

import org.jspecify.annotations.NullMarked;
