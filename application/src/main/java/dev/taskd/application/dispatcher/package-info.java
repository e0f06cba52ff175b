/** What moves jobs between the store and the pool. */
@NullMarked
package dev.taskd.application.dispatcher;

import org.jspecify.annotations.NullMarked;
