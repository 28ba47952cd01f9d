#define _GNU_SOURCE
#include "CTegataVideo.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
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

bool tegata_is_video_device(const char *path) {
    // The number that all video devices have on Linux.
    enum { VIDEO_MAJOR = 81 };
    struct stat information;
    return stat(path, &information) == 0 && S_ISCHR(information.st_mode) && major(information.st_rdev) == VIDEO_MAJOR;
}

int tegata_device_request(int descriptor, unsigned long request, void *argument) {
    return ioctl(descriptor, request, argument) == 0 ? 0 : errno;
}
