/** This node among the others: its beats, and what it does about those that are lost. */
@NullMarked
package dev.taskd.application.node;

import org.jspecify.annotations.NullMarked;
