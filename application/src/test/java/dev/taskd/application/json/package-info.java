/** Tests of what JSON is taken and how it is kept. */
@NullMarked
package dev.taskd.application.json;

import org.jspecify.annotations.NullMarked;
