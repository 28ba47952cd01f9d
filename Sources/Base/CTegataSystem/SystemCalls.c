#define _GNU_SOURCE
#include "CTegataSystem.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <sys/mman.h>
#include <unistd.h>

int tegata_open(const char *path, int flags) { return open(path, flags); }

int tegata_control_file(int descriptor, int command, int value) { return fcntl(descriptor, command, value); }

char **tegata_environment(void) { return environ; }

void tegata_keep_standard_numbers(void) {
    for (int number = STDIN_FILENO; number <= STDERR_FILENO; number++)
        if (fcntl(number, F_GETFD) < 0) (void)open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

int tegata_memory_file(void) { return memfd_create("file", MFD_CLOEXEC); }

int tegata_message_file(size_t capacity) {
    int file = memfd_create("messages", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (file < 0) return -1;
    // If sealing fails, only the limit is lost.
    if (ftruncate(file, (off_t)capacity) == 0) (void)fcntl(file, F_ADD_SEALS, F_SEAL_GROW);
    return file;
}

int tegata_pipe(int ends[2], int capacity) {
    if (pipe2(ends, O_CLOEXEC) != 0) return -1;
    // A smaller pipe works too.
    (void)fcntl(ends[0], F_SETPIPE_SZ, capacity);
    return 0;
}

bool tegata_start_thread(uintptr_t *thread, size_t stack_size, void *(*body)(void *), void *context) {
    pthread_t handle;
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0) return false;
    bool is_started = (stack_size == 0 || pthread_attr_setstacksize(&attributes, stack_size) == 0) &&
                      pthread_create(&handle, &attributes, body, context) == 0;
    (void)pthread_attr_destroy(&attributes);
    if (!is_started) return false;
    // This is a number or a pointer, depending on the C library.
    *thread = (uintptr_t)handle;
    return true;
}

void tegata_join_thread(uintptr_t thread) { (void)pthread_join((pthread_t)thread, NULL); }

void tegata_detach_thread(uintptr_t thread) { (void)pthread_detach((pthread_t)thread); }

uint32_t *tegata_computing_threads(void) {
    static uint32_t count;
    return &count;
}

bool tegata_ignores_signal(int signal) {
    struct sigaction action;
    return sigaction(signal, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

void tegata_advise_large_pages(void *memory, uintptr_t large, uintptr_t count) {
    (void)madvise(memory, large, MADV_HUGEPAGE);
    (void)madvise((char *)memory + large, count - large, MADV_NOHUGEPAGE);
}
