/** Delivery of events to receivers on the web, one guarded HTTP exchange at a time. */
@NullMarked
package dev.taskd.adapters.webhook;

import org.jspecify.annotations.NullMarked;
