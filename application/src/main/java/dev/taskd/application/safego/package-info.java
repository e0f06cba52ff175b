/**
 * Threads that cannot die unseen: the one place where anything is started, and where a panic ends.
 */
@NullMarked
package dev.taskd.application.safego;

import org.jspecify.annotations.NullMarked;
