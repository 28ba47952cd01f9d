// The services that the Swift device program needs from its C startup code.
#ifndef TEGATA_DEVICE_HOST_H
#define TEGATA_DEVICE_HOST_H

#include <stdint.h>

typedef struct {
    // Returns the number of memory allocations so far.
    intptr_t (*allocation_count)(void);
    // Returns the process's resident memory in bytes.
    intptr_t (*resident_byte_count)(void);
    // Returns freed memory to the system.
    void (*give_back_memory)(void);
    // Restricts the process to the processors whose bits are set in `count` words. Returns 0 on success.
    int32_t (*use_processors)(const uint64_t *words, intptr_t count);
    // Connects to a Unix socket. Returns a descriptor or the negative error number.
    int32_t (*connect)(const char *path);
    // Tells a supervisor, such as systemd, what the process is doing.
    void (*note)(const char *text);
    // Tells the supervisor that the process is working.
    void (*beat)(void);
} tegata_device_host;

#endif
