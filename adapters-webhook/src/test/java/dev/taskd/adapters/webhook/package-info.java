/** Tests of the delivery, against receivers that behave and receivers that do not. */
@NullMarked
package dev.taskd.adapters.webhook;

import org.jspecify.annotations.NullMarked;
