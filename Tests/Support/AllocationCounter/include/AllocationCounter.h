// Counts heap allocations per thread, by replacing the C library's allocation functions in the program that links this
// module.
#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

/// The number of allocations that the calling thread has made so far, or always 0 if the functions cannot be replaced.
long allocationsOnThisThread(void);

/// Whether allocations are counted in this build.
int areAllocationsCounted(void);

#endif
