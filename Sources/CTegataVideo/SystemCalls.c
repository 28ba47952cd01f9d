#define _GNU_SOURCE
#include "CTegataVideo.h"

#include <fcntl.h>
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
