/* Makes system calls fail, when it is loaded in front of other libraries (LD_PRELOAD), for the program whose name is in
 * FAULTS_IN. The environment selects the faults:
 *
 *   FAULTS_SHORT=SEED        read, write and related calls move from 1 to 700 bytes
 *   FAULTS_SIGNALS=MICROSECONDS  a signal at this interval, whose handler does not restart the interrupted call
 *   FAULTS_CLOCK=SEED        clocks jump: the time of day both ways, the others forwards
 *   FAULTS_ALLOCATION=KIND   after faults_arm(n) the nth allocation fails, once: of "memory" (malloc, calloc, realloc,
 *                            posix_memalign, aligned_alloc), of "results" (calloc), of "mappings" (mmap), or of
 *                            memory for a library whose name begins with KIND, requested by the library or by a
 *                            function that it calls */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static bool is_short, has_jumps;
static const char *kind;
static _Atomic uint64_t state;
static atomic_long remaining = -1, seen;

static uint64_t chance(void) {
    uint64_t z = atomic_fetch_add(&state, 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static void ignore(int number) { (void)number; }

__attribute__((constructor)) static void begin(void) {
    const char *name = getenv("FAULTS_IN"), *value;
    if (name == NULL || strcmp(name, program_invocation_short_name) != 0) return;
    if ((value = getenv("FAULTS_SHORT")) != NULL) {
        is_short = true;
        state = strtoull(value, NULL, 10);
    }
    if ((value = getenv("FAULTS_CLOCK")) != NULL) {
        has_jumps = true;
        state = strtoull(value, NULL, 10);
    }
    kind = getenv("FAULTS_ALLOCATION");
    if ((value = getenv("FAULTS_SIGNALS")) != NULL) {
        struct sigaction action = {.sa_handler = ignore};
        struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR2};
        struct itimerspec every = {{0, atol(value) * 1000}, {0, atol(value) * 1000}};
        timer_t timer;
        sigaction(SIGUSR2, &action, NULL);
        if (timer_create(CLOCK_MONOTONIC, &event, &timer) != 0 || timer_settime(timer, 0, &every, NULL) != 0) abort();
    }
}

/* ---- Reading and writing ---- */

static size_t shortened(size_t count) {
    size_t most = 1 + chance() % 700;
    return is_short && count > most ? most : count;
}

ssize_t read(int file, void *bytes, size_t count) { return syscall(SYS_read, file, bytes, shortened(count)); }
ssize_t write(int file, const void *bytes, size_t count) { return syscall(SYS_write, file, bytes, shortened(count)); }
ssize_t pread(int file, void *bytes, size_t count, off_t offset) {
    return syscall(SYS_pread64, file, bytes, shortened(count), offset);
}
ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) {
    return syscall(SYS_pwrite64, file, bytes, shortened(count), offset);
}
ssize_t pread64(int file, void *bytes, size_t count, off_t offset) { return pread(file, bytes, count, offset); }
ssize_t pwrite64(int file, const void *bytes, size_t count, off_t offset) { return pwrite(file, bytes, count, offset); }
/* Moves the first of several pieces, or a part of it. */
ssize_t readv(int file, const struct iovec *pieces, int count) {
    if (!is_short || count < 1) return syscall(SYS_readv, file, pieces, count);
    return read(file, pieces[0].iov_base, pieces[0].iov_len);
}
ssize_t writev(int file, const struct iovec *pieces, int count) {
    if (!is_short || count < 1) return syscall(SYS_writev, file, pieces, count);
    return write(file, pieces[0].iov_base, pieces[0].iov_len);
}

/* ---- Clocks ---- */

int clock_gettime(clockid_t clock, struct timespec *time) {
    static atomic_long ahead;
    int result = (int)syscall(SYS_clock_gettime, clock, time);
    if (!has_jumps || result != 0) return result;
    if (clock == CLOCK_REALTIME) {
        time->tv_sec += (long)(chance() % 200000) - 100000;
    } else if (clock == CLOCK_MONOTONIC || clock == CLOCK_BOOTTIME || clock == CLOCK_MONOTONIC_RAW) {
        if (chance() % 8 == 0) ahead += (long)(chance() % 5000);
        time->tv_sec += ahead;
    }
    return result;
}

/* ---- Allocations ---- */

/* Whether a library whose name begins with `name` is among the nearest callers; it may allocate through a callback. */
static bool is_called_by(const char *name) {
    static _Thread_local bool is_looking;
    void *callers[6];
    Dl_info info;
    int count;
    if (is_looking) return false;
    is_looking = true;
    count = backtrace(callers, sizeof callers / sizeof callers[0]);
    is_looking = false;
    for (int index = 0; index < count; ++index) {
        if (dladdr(callers[index], &info) == 0 || info.dli_fname == NULL) continue;
        const char *file = strrchr(info.dli_fname, '/');
        file = file == NULL ? info.dli_fname : file + 1;
        if (strncmp(file, name, strlen(name)) == 0) return true;
    }
    return false;
}

/* Whether the current call must fail. */
static bool fails(const char *what) {
    if (kind == NULL || remaining < 0) return false;
    if (strcmp(kind, "memory") == 0) {
        if (strcmp(what, "mappings") == 0) return false;
    } else if (strcmp(kind, "results") == 0 || strcmp(kind, "mappings") == 0) {
        if (strcmp(what, kind) != 0) return false;
    } else {
        if (strcmp(what, "mappings") == 0 || !is_called_by(kind)) return false;
    }
    seen += 1;
    if (atomic_fetch_sub(&remaining, 1) != 1) return false;
    remaining = 0x7fffffffffff;
    errno = ENOMEM;
    return true;
}

/* Makes the nth allocation from now fail; with a large number, allocations are only counted. */
void faults_arm(long n) {
    seen = 0;
    remaining = n;
}

long faults_seen(void) {
    remaining = -1;
    return seen;
}

void *malloc(size_t size) { return fails("memory") ? NULL : __libc_malloc(size); }
void *calloc(size_t count, size_t size) { return fails("results") ? NULL : __libc_calloc(count, size); }
void *realloc(void *old, size_t size) { return fails("memory") ? NULL : __libc_realloc(old, size); }
void *memalign(size_t alignment, size_t size) { return fails("memory") ? NULL : __libc_memalign(alignment, size); }
void *aligned_alloc(size_t alignment, size_t size) { return fails("memory") ? NULL : __libc_memalign(alignment, size); }
int posix_memalign(void **result, size_t alignment, size_t size) {
    void *memory = fails("memory") ? NULL : __libc_memalign(alignment, size);
    if (memory == NULL) return ENOMEM;
    *result = memory;
    return 0;
}

void *mmap(void *address, size_t size, int protection, int flags, int file, off_t offset) {
    if (fails("mappings")) return MAP_FAILED;
    return (void *)syscall(SYS_mmap, address, size, protection, flags, file, offset);
}
