/** Answers that arrive later: how they are named, asked for and understood. */
@NullMarked
package dev.taskd.domain.result;

import org.jspecify.annotations.NullMarked;
