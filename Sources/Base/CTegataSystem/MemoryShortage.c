#define _GNU_SOURCE
#include "CTegataSystem.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

// The signals that a process may receive when it traps, as it does if an allocation fails.
static const int crash_signals[] = {SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS};
static struct sigaction previous_actions[sizeof crash_signals / sizeof crash_signals[0]];
static const char *shortage_message;
static size_t shortage_length;
static int shortage_status;

// Whether an allocation of this size fails. Uses only calls that are allowed in signal handlers.
static bool is_short_of_memory(size_t byte_count) {
    void *probe = mmap(NULL, byte_count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (probe == MAP_FAILED) return true;
    (void)munmap(probe, byte_count);
    return false;
}

// The last allocation may have failed because it was larger than the free memory, but it was hardly larger than this.
static const size_t large_request = (size_t)256 << 20;

#ifdef __GLIBC__
// Writes the text to standard error, except for the message that the language runtime prints before it crashes for lack
// of memory. `shortage_message` replaces that message.
static ssize_t write_unless_short(void *cookie, const char *text, size_t length) {
    (void)cookie;
    static const char start[] = "Fatal error: ";
    bool is_last = length >= sizeof start - 1 && memcmp(text, start, sizeof start - 1) == 0;
    if (is_last && is_short_of_memory(large_request)) return (ssize_t)length;
    ssize_t count = write(STDERR_FILENO, text, length);
    return count < 0 ? 0 : count;
}
#endif

static void answer_crash(int signal) {
    if (is_short_of_memory(large_request)) {
        ssize_t ignored = write(STDERR_FILENO, shortage_message, shortage_length);
        (void)ignored;
        _exit(shortage_status);
    }
    // The crash repeats when this function returns; signals that the process sent to itself are raised again.
    for (size_t index = 0; index < sizeof crash_signals / sizeof crash_signals[0]; index += 1) {
        (void)sigaction(crash_signals[index], &previous_actions[index], NULL);
    }
    if (signal == SIGABRT || signal == SIGTRAP) (void)raise(signal);
}

void tegata_explain_memory_shortage(const char *message, int status) {
    struct rlimit limit;
    // If there is no limit, the system itself ends processes that run short of memory.
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return;
    shortage_message = message;
    shortage_length = strlen(message);
    shortage_status = status;
#ifdef __GLIBC__
    // Other C libraries have no such streams, so both messages appear with them.
    cookie_io_functions_t functions = {.write = write_unless_short};
    FILE *stream = fopencookie(NULL, "w", functions);
    if (stream != NULL) {
        (void)setvbuf(stream, NULL, _IONBF, 0);
        stderr = stream;
    }
#endif
    // Use a separate stack, because the normal one may not be able to grow.
    static char memory[64 << 10];
    stack_t stack = {.ss_sp = memory, .ss_size = sizeof memory};
    (void)sigaltstack(&stack, NULL);
    struct sigaction action = {.sa_handler = answer_crash, .sa_flags = SA_ONSTACK};
    (void)sigemptyset(&action.sa_mask);
    for (size_t index = 0; index < sizeof crash_signals / sizeof crash_signals[0]; index += 1) {
        (void)sigaction(crash_signals[index], &action, &previous_actions[index]);
    }
}
