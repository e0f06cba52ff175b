/** What callers may ask of taskd. */
@NullMarked
package dev.taskd.application;

import org.jspecify.annotations.NullMarked;
