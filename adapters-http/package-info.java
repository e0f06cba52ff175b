/** Tests of the HTTP API against a real server on a port of its own. */
@NullMarked
package dev.taskd.adapters.http;

import org.jspecify.annotations.NullMarked;
