/** Text from outside, made safe to show, store and log. */
@NullMarked
package dev.taskd.domain.text;

import org.jspecify.annotations.NullMarked;
