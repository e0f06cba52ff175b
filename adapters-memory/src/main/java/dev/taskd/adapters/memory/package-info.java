/** The ports of storage in memory, for tests, demos and a deployment that may forget. */
@NullMarked
package dev.taskd.adapters.memory;

import org.jspecify.annotations.NullMarked;
