// Types and functions shared by both encoders.

#pragma once

#include "CTegataImageCodecs.h"

#include <stdlib.h>

// The file that an encoder writes to.
typedef struct {
    tegata_encoded_file file;
    size_t capacity;
} growing_file;

// Makes room for `count` more bytes; returns false and changes nothing if that fails.
static inline bool grow(growing_file *target, size_t count) {
    if (count <= target->capacity - target->file.count) return true;
    size_t capacity = 2 * (target->file.count + count) + (1 << 14);
    uint8_t *bytes = realloc(target->file.bytes, capacity);
    if (bytes == NULL) return false;
    target->file.bytes = bytes;
    target->capacity = capacity;
    return true;
}

// A piece of metadata.
typedef struct {
    const uint8_t *kind, *bytes;
    uint32_t count;
} note;

// Removes the first piece; returns false if there is none.
static inline bool take_note(tegata_notes *notes, note *next) {
    if (notes->count < 8) return false;
    const uint8_t *bytes = notes->bytes;
    uint32_t count = (uint32_t)bytes[4] << 24 | (uint32_t)bytes[5] << 16 | (uint32_t)bytes[6] << 8 | bytes[7];
    if (count > notes->count - 8) return false;
    *next = (note){.kind = bytes, .bytes = bytes + 8, .count = count};
    notes->bytes += 8 + (size_t)count;
    notes->count -= 8 + (size_t)count;
    return true;
}
