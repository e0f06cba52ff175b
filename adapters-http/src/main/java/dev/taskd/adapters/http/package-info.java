/** The HTTP API: wire to domain and back, and who is let in. */
@NullMarked
package dev.taskd.adapters.http;

import org.jspecify.annotations.NullMarked;
