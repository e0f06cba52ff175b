/** Compute servers: which one is asked, and which one is left alone for a while. */
@NullMarked
package dev.taskd.domain.server;

import org.jspecify.annotations.NullMarked;
