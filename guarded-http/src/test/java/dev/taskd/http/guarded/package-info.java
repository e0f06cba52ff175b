/** Tests of the guard, and of what the other side says. */
@NullMarked
package dev.taskd.http.guarded;

import org.jspecify.annotations.NullMarked;
