// Counts heap allocations per thread, by standing in for the C library's allocation functions in the program that links
// it.
#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

/// Allocations that the calling thread has made so far; always 0 where the functions cannot be replaced.
long allocationsOnThisThread(void);

/// Whether allocations are counted in this build.
int areAllocationsCounted(void);

#endif
