/** What taskd costs: each form measures it beside fixed SQL and beside its own statements. */
@NullMarked
package dev.taskd.benchmarks;

import org.jspecify.annotations.NullMarked;
