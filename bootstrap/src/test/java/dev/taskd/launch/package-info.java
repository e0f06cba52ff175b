/** Tests of the launcher: the choice of a JDK, and real processes started through it. */
@NullMarked
package dev.taskd.launch;

import org.jspecify.annotations.NullMarked;
