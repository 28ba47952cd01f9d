#pragma once

#include "tegata.h"

// A field of a struct in tegata.h. It contains no pointers, because each would be relocated.
typedef struct tegata_field {
    char name[28];
    // For tegata_type_name.
    uint8_t type;
    uint8_t count;
    uint16_t offset;
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

// Returns the name of a type in tegata_layout.
const char *_Nonnull tegata_type_name(uint8_t type);
