// The start of the device program: memory, signals and everything else that Swift cannot request from the system.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "tegata_device_host.h"

// The small program begins with a different function.
#ifdef SMALL
#define DEVICE_MAIN tegata_device_small_main
#else
#define DEVICE_MAIN tegata_device_main
#endif
int32_t DEVICE_MAIN(int32_t argument_count, const char *const *arguments, const tegata_device_host *host);
void tegata_device_end(void);

// The number of times that memory was requested.
intptr_t tegata_device_allocations;

// The linker uses these in place of posix_memalign and malloc.
int __real_posix_memalign(void **memory, size_t alignment, size_t size);
void *__real_malloc(size_t size);

static void end_without_memory(void) {
    static const char message[] = "tegata-device: there is no memory; look for fewer hands, or give the process more\n";
    ssize_t ignored = write(STDERR_FILENO, message, sizeof message - 1);
    (void)ignored;
    _exit(8);
}

int __wrap_posix_memalign(void **memory, size_t alignment, size_t size) {
    __atomic_fetch_add(&tegata_device_allocations, 1, __ATOMIC_RELAXED);
    // Swift requests all memory with an alignment; if malloc provides that alignment anyway, it takes fewer steps.
    if (alignment <= _Alignof(max_align_t)) {
        *memory = __real_malloc(size);
        if (!*memory) end_without_memory();
    } else if (__real_posix_memalign(memory, alignment, size) != 0) {
        end_without_memory();
    }
    return 0;
}

void *__wrap_malloc(size_t size) {
    __atomic_fetch_add(&tegata_device_allocations, 1, __ATOMIC_RELAXED);
    void *memory = __real_malloc(size);
    if (!memory) end_without_memory();
    return memory;
}

#ifndef __GLIBC__
// The function with which Swift seeds its hash tables, for C libraries that lack it.
void arc4random_buf(void *bytes, size_t count);
void arc4random_buf(void *bytes, size_t count) {
    char *next = bytes;
    while (count > 0) {
        ssize_t done = getrandom(next, count, 0);
        // Very old systems have no such call; the seeds are then the memory's previous contents.
        if (done < 0 && errno != EINTR) return;
        if (done > 0) next += done, count -= (size_t)done;
    }
}
#endif

static intptr_t allocation_count(void) { return __atomic_load_n(&tegata_device_allocations, __ATOMIC_RELAXED); }

static intptr_t resident_byte_count(void) {
    char text[128];
    int descriptor = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return 0;
    ssize_t count = read(descriptor, text, sizeof text - 1);
    (void)close(descriptor);
    text[count < 0 ? 0 : count] = 0;
    // The second number is in pages.
    const char *second = strchr(text, ' ');
    return second ? (intptr_t)strtoll(second, NULL, 10) * sysconf(_SC_PAGESIZE) : 0;
}

// GNU's C library keeps freed memory unless told otherwise; others return large pieces by themselves.
static void give_back_memory(void) {
#ifdef __GLIBC__
    (void)malloc_trim(0);
#endif
}

static void keep_no_large_pieces(void) {
#ifdef __GLIBC__
    (void)mallopt(M_MMAP_THRESHOLD, 64 << 10);
#endif
}

static int32_t use_processors(const uint64_t *words, intptr_t count) {
    cpu_set_t set;
    CPU_ZERO(&set);
    for (intptr_t number = 0; number < 64 * count && number < CPU_SETSIZE; ++number) {
        if (words[number / 64] >> number % 64 & 1) CPU_SET(number, &set);
    }
    // Threads that are started later inherit this.
    return sched_setaffinity(0, sizeof set, &set);
}

// The small program is not a systemd service.
#ifndef SMALL
// systemd passes the socket on which it listens as the first descriptor after the standard ones.
enum { PASSED_SOCKET = 3 };

static bool has_passed_socket(void) {
    const char *process = getenv("LISTEN_PID");
    return process && strtol(process, NULL, 10) == (long)getpid() && getenv("LISTEN_FDS");
}

// Sends a text to systemd, if it started the process.
static void notify(const char *text) {
    const char *path = getenv("NOTIFY_SOCKET");
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (!path || strlen(path) >= sizeof address.sun_path) return;
    strcpy(address.sun_path, path);
    // An abstract name, without a file.
    if (*path == '@') address.sun_path[0] = 0;
    int descriptor = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (descriptor < 0) return;
    (void)sendto(
        descriptor, text, strlen(text), MSG_NOSIGNAL, (const struct sockaddr *)&address,
        (socklen_t)(offsetof(struct sockaddr_un, sun_path) + strlen(path)));
    (void)close(descriptor);
}

static void note(const char *text) {
    if (!getenv("NOTIFY_SOCKET")) return;
    char line[256] = "STATUS=";
    strncat(line, text, sizeof line - sizeof "STATUS=" - 1);
    notify(line);
    // The journal stores whole lines.
    const char *said = line + sizeof "STATUS=" - 1;
    strcat(line, "\n");
    ssize_t ignored = write(STDERR_FILENO, said, strlen(said));
    (void)ignored;
}

// Called at most once a second.
static void beat(void) {
    static time_t last;
    struct timespec now;
    if (clock_gettime(CLOCK_MONOTONIC_COARSE, &now) != 0 || now.tv_sec == last) return;
    last = now.tv_sec;
    notify("WATCHDOG=1");
}

// The process that connects to the passed socket is the reader.
static int32_t accept_reader(void) {
    struct pollfd waiting = {.fd = PASSED_SOCKET, .events = POLLIN};
    int ready;
    do {
        beat();
        ready = poll(&waiting, 1, 1000);
    } while (ready == 0);
    int reader = ready < 0 ? -1 : accept4(PASSED_SOCKET, NULL, NULL, SOCK_CLOEXEC);
    return reader < 0 ? -errno : reader;
}
#endif

static int32_t connect_to(const char *path) {
#ifndef SMALL
    if (has_passed_socket()) return accept_reader();
#endif
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path) return -ENAMETOOLONG;
    strcpy(address.sun_path, path);
    int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (descriptor < 0) return -errno;
    if (connect(descriptor, (const struct sockaddr *)&address, sizeof address) == 0) return descriptor;
    int code = errno;
    (void)close(descriptor);
    return -code;
}

static const int ending_signals[] = {SIGINT, SIGTERM, SIGHUP};
enum { ENDING_SIGNALS = sizeof ending_signals / sizeof ending_signals[0] };

// Sets the handler for terminating signals; signals that the process was told to ignore, as by nohup, stay ignored.
static void on_ending_signals(void (*handler)(int)) {
    for (int index = 0; index < ENDING_SIGNALS; ++index) {
        struct sigaction action;
        if (sigaction(ending_signals[index], NULL, &action) != 0 || action.sa_handler == SIG_IGN) continue;
        action = (struct sigaction){.sa_handler = handler};
        (void)sigaction(ending_signals[index], &action, NULL);
    }
}

// The first signal ends the run, and the next one ends the process.
static void end(int signal) {
    (void)signal;
    int code = errno;
    on_ending_signals(SIG_DFL);
    tegata_device_end();
    errno = code;
}

// The program with a scripted camera begins elsewhere.
#ifdef HAS_CAMERA
#define main device_main
#endif
int main(int argument_count, char **arguments) {
    keep_no_large_pieces();
    // If the reader goes away, the write returns an error.
    (void)signal(SIGPIPE, SIG_IGN);
    on_ending_signals(end);
    const tegata_device_host host = {
        .allocation_count = allocation_count,
        .resident_byte_count = resident_byte_count,
        .give_back_memory = give_back_memory,
        .use_processors = use_processors,
        .connect = connect_to,
#ifndef SMALL
        .note = note,
        .beat = beat,
#endif
    };
    return DEVICE_MAIN(argument_count, (const char *const *)arguments, &host);
}
