// Where both encoders put what they make.

#pragma once

#include "CTegataImageCodecs.h"

#include <stdlib.h>

typedef struct {
    tegata_encoded_file file;
    size_t capacity;
} growing_file;

// Makes room for `count` more bytes, or returns false and leaves everything as it is.
static inline bool grow(growing_file *target, size_t count) {
    if (count <= target->capacity - target->file.count) return true;
    size_t capacity = 2 * (target->file.count + count) + (1 << 14);
    uint8_t *bytes = realloc(target->file.bytes, capacity);
    if (bytes == NULL) return false;
    target->file.bytes = bytes;
    target->capacity = capacity;
    return true;
}
