/** JSON as taskd keeps it: checked once, cut into parts, never rewritten. */
@NullMarked
package dev.taskd.application.json;

import org.jspecify.annotations.NullMarked;
