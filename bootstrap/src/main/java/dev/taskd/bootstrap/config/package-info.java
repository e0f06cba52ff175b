/** The configuration: from a file and the environment to settings that are checked whole. */
@NullMarked
package dev.taskd.bootstrap.config;

import org.jspecify.annotations.NullMarked;
