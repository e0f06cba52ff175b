/**
 * The way from whatever {@code java} there is to a JDK that can run taskd; compiled for Java 11.
 */
@NullMarked
package dev.taskd.launch;

import org.jspecify.annotations.NullMarked;
