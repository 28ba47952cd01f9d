#pragma once

// System calls that the Swift overlay of the C library leaves out.

// An anonymous file in memory that programs started later do not inherit; -1 and errno where there is none.
int tegata_memory_file(void);

// A pipe whose ends programs started later do not inherit, and which holds `capacity` bytes where the system allows it.
// 0, or -1 and errno.
int tegata_pipe(int ends[2], int capacity);
