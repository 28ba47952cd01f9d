#define _GNU_SOURCE
#include "CTegataSystem.h"

#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

int tegata_open(const char *path, int flags) {
    return open(path, flags);
}

void tegata_keep_standard_numbers(void) {
    for (int number = STDIN_FILENO; number <= STDERR_FILENO; number++)
        if (fcntl(number, F_GETFD) < 0) (void)open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

int tegata_memory_file(void) {
    return memfd_create("file", MFD_CLOEXEC);
}

int tegata_message_file(size_t capacity) {
    int file = memfd_create("messages", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (file < 0) return -1;
    // Without a seal there is only no limit.
    if (ftruncate(file, (off_t)capacity) == 0) (void)fcntl(file, F_ADD_SEALS, F_SEAL_GROW);
    return file;
}

int tegata_pipe(int ends[2], int capacity) {
    if (pipe2(ends, O_CLOEXEC) != 0) return -1;
    // A smaller pipe works all the same.
    (void)fcntl(ends[0], F_SETPIPE_SZ, capacity);
    return 0;
}

bool tegata_start_thread(uintptr_t *thread, void *(*body)(void *), void *context) {
    pthread_t handle;
    if (pthread_create(&handle, NULL, body, context) != 0) return false;
    // A number or a pointer, as the C library likes.
    *thread = (uintptr_t)handle;
    return true;
}

void tegata_join_thread(uintptr_t thread) {
    (void)pthread_join((pthread_t)thread, NULL);
}

void tegata_detach_thread(uintptr_t thread) {
    (void)pthread_detach((pthread_t)thread);
}

uint32_t *tegata_computing_threads(void) {
    static uint32_t count;
    return &count;
}

// Reads what fits of a file of a group as text; false if there is none.
static bool read_of_group(
    char *text, size_t capacity, const char *root, const char *folder, const char *group, const char *name) {
    char path[PATH_MAX];
    int length = snprintf(path, sizeof path, "%s%s%s/%s", root, folder, group, name);
    if (length < 0 || (size_t)length >= sizeof path) return false;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return false;
    ssize_t count = read(file, text, capacity - 1);
    close(file);
    text[count > 0 ? count : 0] = 0;
    return count > 0;
}

// The quota of one group, in thousandths; 0 if it has none. Version 2 has "QUOTA PERIOD" or "max PERIOD" in a file,
// version 1 a file for each, and a quota of -1 for none.
static long quota_of_group(const char *root, const char *folder, const char *group, bool is_second_version) {
    char text[64], *rest = text;
    const char *name = is_second_version ? "cpu.max" : "cpu.cfs_quota_us";
    if (!read_of_group(text, sizeof text, root, folder, group, name)) return 0;
    long quota = strtol(text, &rest, 10);
    if (!is_second_version) {
        if (!read_of_group(text, sizeof text, root, folder, group, "cpu.cfs_period_us")) return 0;
        rest = text;
    }
    long period = strtol(rest, NULL, 10);
    if (quota <= 0 || period <= 0 || quota > LONG_MAX / 1000) return 0;
    long thousandths = quota * 1000 / period;
    return thousandths > 0 ? thousandths : 1;
}

long tegata_processor_quota(const char *root) {
    char groups[4096];
    if (!read_of_group(groups, sizeof groups, root, "/proc", "/self", "cgroup")) return 0;
    long least = 0;
    for (char *line = groups, *end; *line; line = end) {
        end = line + strcspn(line, "\n");
        if (*end) *end++ = 0;
        // NUMBER:CONTROLLERS:PATH
        char *controllers = strchr(line, ':');
        char *group = controllers ? strchr(controllers + 1, ':') : NULL;
        if (!group) continue;
        *group++ = 0;
        bool is_second_version = !controllers[1];
        if (!is_second_version && strcmp(controllers + 1, "cpu") && strncmp(controllers + 1, "cpu,", 4)) continue;
        const char *folder = is_second_version ? "/sys/fs/cgroup" : "/sys/fs/cgroup/cpu";
        // A group is limited by those around it, too. In a container its name may be one that only the host knows.
        for (;;) {
            long quota = quota_of_group(root, folder, group, is_second_version);
            if (quota && (!least || quota < least)) least = quota;
            char *last = strrchr(group, '/');
            if (!last) break;
            *last = 0;
        }
    }
    return least;
}

// The mutexes that forked processes find open, and the one that guards this list, which they find open too.
struct open_mutex {
    pthread_mutex_t *mutex;
    struct open_mutex *next;
};
static struct open_mutex *open_mutexes;
static pthread_mutex_t open_mutexes_guard = PTHREAD_MUTEX_INITIALIZER;

static void hold_before_fork(void) {
    (void)pthread_mutex_lock(&open_mutexes_guard);
    for (struct open_mutex *each = open_mutexes; each != NULL; each = each->next)
        (void)pthread_mutex_lock(each->mutex);
}

static void open_after_fork(void) {
    for (struct open_mutex *each = open_mutexes; each != NULL; each = each->next)
        (void)pthread_mutex_unlock(each->mutex);
    (void)pthread_mutex_unlock(&open_mutexes_guard);
}

void tegata_open_in_forks(void *mutex) {
    struct open_mutex *added = malloc(sizeof *added);
    // What is small and cannot be had ends the process in Swift, too.
    if (added == NULL) abort();
    added->mutex = mutex;
    (void)pthread_mutex_lock(&open_mutexes_guard);
    if (open_mutexes == NULL) (void)pthread_atfork(hold_before_fork, open_after_fork, open_after_fork);
    added->next = open_mutexes;
    open_mutexes = added;
    (void)pthread_mutex_unlock(&open_mutexes_guard);
}

static unsigned fork_count;
static pthread_once_t fork_count_once = PTHREAD_ONCE_INIT;

// No other thread is there yet.
static void count_fork(void) {
    fork_count++;
}

static void count_forks(void) {
    (void)pthread_atfork(NULL, NULL, count_fork);
}

unsigned tegata_fork_count(void) {
    (void)pthread_once(&fork_count_once, count_forks);
    return fork_count;
}

bool tegata_ignores_signal(int signal) {
    struct sigaction action;
    return sigaction(signal, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

// The signals that a process gets when it traps, which is what it does when it gets no memory.
static const int crash_signals[] = {SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS};
static struct sigaction previous_actions[sizeof crash_signals / sizeof crash_signals[0]];
static const char *shortage_message;
static size_t shortage_length;
static int shortage_status;

// Whether so many more bytes cannot be had. Only calls that signal handlers may make.
static bool is_short_of_memory(size_t byte_count) {
    void *probe = mmap(NULL, byte_count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (probe == MAP_FAILED) return true;
    (void)munmap(probe, byte_count);
    return false;
}

// What was asked for last may have been more than what is left, but hardly more than this.
static const size_t large_request = (size_t)256 << 20;

#ifdef __GLIBC__
// Writes to the standard error what is written to the stream, but for what the language's runtime says before it crashes
// for want of memory, as `shortage_message` says that.
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
    // What crashed does so again when this returns, or gets the signal that it has sent itself.
    for (size_t index = 0; index < sizeof crash_signals / sizeof crash_signals[0]; index += 1) {
        (void)sigaction(crash_signals[index], &previous_actions[index], NULL);
    }
    if (signal == SIGABRT || signal == SIGTRAP) (void)raise(signal);
}

void tegata_explain_memory_shortage(const char *message, int status) {
    struct rlimit limit;
    // Without a limit the system ends processes by itself.
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return;
    shortage_message = message;
    shortage_length = strlen(message);
    shortage_status = status;
#ifdef __GLIBC__
    // Other C libraries have no such streams; there, both lines appear.
    cookie_io_functions_t functions = {.write = write_unless_short};
    FILE *stream = fopencookie(NULL, "w", functions);
    if (stream != NULL) {
        (void)setvbuf(stream, NULL, _IONBF, 0);
        stderr = stream;
    }
#endif
    // For when there is no room for more of the usual stack.
    static char memory[64 << 10];
    stack_t stack = {.ss_sp = memory, .ss_size = sizeof memory};
    (void)sigaltstack(&stack, NULL);
    struct sigaction action = {.sa_handler = answer_crash, .sa_flags = SA_ONSTACK};
    (void)sigemptyset(&action.sa_mask);
    for (size_t index = 0; index < sizeof crash_signals / sizeof crash_signals[0]; index += 1) {
        (void)sigaction(crash_signals[index], &action, &previous_actions[index]);
    }
}

void tegata_advise_large_pages(void *memory, uintptr_t large, uintptr_t count) {
    (void)madvise(memory, large, MADV_HUGEPAGE);
    (void)madvise((char *)memory + large, count - large, MADV_NOHUGEPAGE);
}
