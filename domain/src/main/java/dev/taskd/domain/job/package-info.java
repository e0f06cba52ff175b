/**
 * The queue's words: jobs, their topics, leases and outcomes, and the rule that decides what a
 * failure becomes.
 */
@NullMarked
package dev.taskd.domain.job;

import org.jspecify.annotations.NullMarked;
