/**
 * Every socket of the system to the outside: what a store, a nudge and a webhook sender must do.
 */
@NullMarked
package dev.taskd.domain.port;

import org.jspecify.annotations.NullMarked;
