#define _GNU_SOURCE
#include "CTegataSystem.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <sys/mman.h>
#include <unistd.h>

int tegata_memory_file(void) {
    return memfd_create("messages", MFD_CLOEXEC);
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

bool tegata_ignores_signal(int signal) {
    struct sigaction action;
    return sigaction(signal, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}
