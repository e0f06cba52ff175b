/** What keeps a store small and quick, a little at a time. */
@NullMarked
package dev.taskd.application.housekeeping;

import org.jspecify.annotations.NullMarked;
