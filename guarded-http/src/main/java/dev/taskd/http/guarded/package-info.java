/** HTTP calls to the outside that end in time and go only where they may. */
@NullMarked
package dev.taskd.http.guarded;

import org.jspecify.annotations.NullMarked;
