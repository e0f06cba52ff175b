/** What every adapter of a port must do, as tests to inherit, and what such tests are made of. */
@NullMarked
package dev.taskd.testkit;

import org.jspecify.annotations.NullMarked;
