/** Whether this node is worth keeping and worth asking. */
@NullMarked
package dev.taskd.application.health;

import org.jspecify.annotations.NullMarked;
