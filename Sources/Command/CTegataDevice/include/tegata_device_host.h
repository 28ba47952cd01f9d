// What the device program in Swift asks its beginning in C for.
#ifndef TEGATA_DEVICE_HOST_H
#define TEGATA_DEVICE_HOST_H

#include <stdint.h>

typedef struct {
    // How often memory was asked for.
    intptr_t (*allocation_count)(void);
    // Bytes of memory that the process has.
    intptr_t (*resident_byte_count)(void);
    // Gives back what is not needed any more.
    void (*give_back_memory)(void);
    // Runs on the processors whose bits are set in so many words; 0 if that works.
    int32_t (*use_processors)(const uint64_t *words, intptr_t count);
    // A descriptor that is connected to a Unix socket, or the error's number below zero.
    int32_t (*connect)(const char *path);
} tegata_device_host;

#endif
