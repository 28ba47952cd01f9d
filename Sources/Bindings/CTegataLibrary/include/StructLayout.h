#pragma once

#include "tegata.h"

// A field of a struct in tegata.h.
typedef struct tegata_field {
    const char *_Nonnull name;
    // As tegata_layout names types.
    const char *_Nonnull type;
    size_t count;
    size_t offset;
} tegata_field;

// A struct in tegata.h.
typedef struct tegata_struct {
    const char *_Nullable name;
    size_t size;
    size_t field_count;
    const tegata_field *_Nullable fields;
} tegata_struct;

// Returns a struct in the order of tegata.h, in which the types of fields come first; all nulls after the last one.
tegata_struct tegata_struct_at(size_t index);
