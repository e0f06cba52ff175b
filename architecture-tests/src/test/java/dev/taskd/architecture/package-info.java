/** What the build demands of the code, as tests: each rule is also shown code that breaks it. */
@NullMarked
package dev.taskd.architecture;

import org.jspecify.annotations.NullMarked;
