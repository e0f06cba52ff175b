/** What becomes of the answers of compute servers. */
@NullMarked
package dev.taskd.application.result;

import org.jspecify.annotations.NullMarked;
