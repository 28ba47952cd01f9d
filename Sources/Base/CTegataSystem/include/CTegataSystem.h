#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// System calls that the Swift overlay of the C library leaves out, and those whose types differ from one C library to
// another.

// The system call for what exists already; C functions with any number of arguments are hidden from Swift.
int tegata_open(const char *_Nonnull path, int flags);

// An anonymous file in memory that programs started later do not inherit; -1 and errno where there is none.
int tegata_memory_file(void);

// The same with `capacity` bytes that are 0, behind which nothing can be written.
int tegata_message_file(size_t capacity);

// Takes the numbers of standard streams that are closed, so that no file that is opened later is written to as one of
// them. Reading and writing them fails as before.
void tegata_keep_standard_numbers(void);

// A pipe whose ends programs started later do not inherit, and which holds `capacity` bytes where the system allows it.
// 0, or -1 and errno.
int tegata_pipe(int ends[_Nonnull 2], int capacity);

// Runs `body` with `context` in a new thread, which must be joined or detached once; false where there can be none.
bool tegata_start_thread(
    uintptr_t *_Nonnull thread, void *_Nullable (*_Nonnull body)(void *_Nonnull context), void *_Nonnull context);

// Waits until the thread ends.
void tegata_join_thread(uintptr_t thread);

// Lets the thread end by itself.
void tegata_detach_thread(uintptr_t thread);

// A number that counts the threads of this process which compute at the moment.
uint32_t *_Nonnull tegata_computing_threads(void);

// How many thousandths of a processor's time the control groups of this process leave it, 0 where they do not say. What
// the system tells of them is below `root`, which is empty but in tests.
long tegata_processor_quota(const char *_Nonnull root);

// From now on, forking waits until nobody holds the mutex, a pthread_mutex_t that never ends, so that forked processes
// find it open.
void tegata_open_in_forks(void *_Nonnull mutex);

// How often this process is the child of a fork since its first ancestor called this. Numbers of processes say that
// less surely: they are used again, and each namespace has its own.
unsigned tegata_fork_count(void);

// Whether the process ignores the signal.
bool tegata_ignores_signal(int signal);

// From now on, a crash while the memory that the process may have is used up ends it with `status` after writing
// `message` to the standard error; other crashes are as before.
void tegata_explain_memory_shortage(const char *_Nonnull message, int status);

// Asks for large pages in the first `large` of `count` bytes, to which nothing was written yet, and for small ones
// behind. Nothing comes of it where the system has none.
void tegata_advise_large_pages(void *_Nonnull memory, uintptr_t large, uintptr_t count);
