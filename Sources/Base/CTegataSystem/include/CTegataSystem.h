#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// System calls that the Swift overlay of the C library does not provide, and calls whose types differ between C
// libraries.

// Opens an existing file. Declared here because Swift cannot import variadic C functions.
int tegata_open(const char *_Nonnull path, int flags);

// The same for fcntl with a number, and for environ, which headers declare only with GNU extensions.
int tegata_control_file(int descriptor, int command, int value);
char *_Nullable *_Nullable tegata_environment(void);

// Creates an anonymous file in memory that child programs do not inherit. Returns -1 and sets errno on failure.
int tegata_memory_file(void);

// The same with `capacity` zero bytes; nothing can be written beyond them.
int tegata_message_file(size_t capacity);

// Occupies the numbers of closed standard streams, so that no file opened later is mistaken for a standard stream.
// Reading from and writing to these streams still fails.
void tegata_keep_standard_numbers(void);

// Creates a pipe whose ends child programs do not inherit, with a buffer of `capacity` bytes if the system allows it.
// Returns 0, or -1 with errno.
int tegata_pipe(int ends[_Nonnull 2], int capacity);

// Runs `body` with `context` in a new thread, which must be joined or detached exactly once. If `stack_size` is 0, its
// stack has the system's usual size. Returns false on failure.
bool tegata_start_thread(
    uintptr_t *_Nonnull thread, size_t stack_size, void *_Nullable (*_Nonnull body)(void *_Nonnull context),
    void *_Nonnull context);

// Waits until the thread ends.
void tegata_join_thread(uintptr_t thread);

// Detaches the thread.
void tegata_detach_thread(uintptr_t thread);

// The number of threads of this process that are computing.
uint32_t *_Nonnull tegata_computing_threads(void);

// Returns the processor time that this process's control groups allow, in thousandths of a processor; 0 if they set no
// limit. System files are read below `root`, which is empty except in tests.
long tegata_processor_quota(const char *_Nonnull root);

// From now on, fork waits until the mutex is free, so that it is unlocked in forked processes. The mutex is a
// pthread_mutex_t that must never be destroyed.
void tegata_open_in_forks(void *_Nonnull mutex);

// Returns the number of forks between this process and its first ancestor that called this function. Process IDs are
// less reliable, because they are reused and each namespace has its own.
unsigned tegata_fork_count(void);

// Whether the process ignores the signal.
bool tegata_ignores_signal(int signal);

// From now on, if the process crashes because it has run out of memory, it writes `message` to standard error and exits
// with `status`. Other crashes are unaffected.
void tegata_explain_memory_shortage(const char *_Nonnull message, int status);

// Requests large pages for the first `large` of `count` bytes, which must not have been written to yet, and small pages
// for the rest. Has no effect if the system has no large pages.
void tegata_advise_large_pages(void *_Nonnull memory, uintptr_t large, uintptr_t count);
