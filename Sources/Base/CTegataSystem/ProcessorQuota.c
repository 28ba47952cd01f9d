#define _GNU_SOURCE
#include "CTegataSystem.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Reads the start of one of a group's files as text; false if there is no such file.
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

// Returns a group's quota in thousandths of a processor; 0 if it has none. Version 2 has "QUOTA PERIOD" or "max PERIOD"
// in one file; version 1 has a file for each, and a quota of -1 means no limit.
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
        // The groups that contain a group limit it as well. In a container, the group's name may be known only to the
        // host.
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
