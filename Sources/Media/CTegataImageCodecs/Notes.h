// The pieces of what a file says beside its picture.

#pragma once

#include "CTegataImageCodecs.h"

typedef struct {
    const uint8_t *kind, *bytes;
    uint32_t count;
} note;

// Takes the first piece off, or returns false where there is none.
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
