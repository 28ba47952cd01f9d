#define _GNU_SOURCE
#include "CTegataCapture.h"

#include <errno.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

bool tegata_is_video_device(const char *path) {
    // The major device number of all video devices on Linux.
    enum { VIDEO_MAJOR = 81 };
    struct stat information;
    return stat(path, &information) == 0 && S_ISCHR(information.st_mode) && major(information.st_rdev) == VIDEO_MAJOR;
}

int tegata_device_request(int descriptor, unsigned long request, void *argument) {
    return ioctl(descriptor, request, argument) == 0 ? 0 : errno;
}
