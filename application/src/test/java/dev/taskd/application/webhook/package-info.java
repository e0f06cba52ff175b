/** Tests of what the world is told. */
@NullMarked
package dev.taskd.application.webhook;

import org.jspecify.annotations.NullMarked;
