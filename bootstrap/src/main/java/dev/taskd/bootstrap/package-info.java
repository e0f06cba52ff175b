/** Which parts make this taskd: configuration, wiring, start and stop. */
@NullMarked
package dev.taskd.bootstrap;

import org.jspecify.annotations.NullMarked;
