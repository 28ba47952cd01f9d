#include "StructLayout.h"

// The index of each type's name.
enum { F4, I4, I8, U4, U8, TEXT, POINTER, STRUCTS };
static const char type_names[][24] = {
    "f4",
    "i4",
    "i8",
    "u4",
    "u8",
    "text",
    "pointer",
    "tegata_plane",
    "tegata_gesture_options",
    "tegata_search",
    "tegata_camera",
    "tegata_classifier",
    "tegata_point",
    "tegata_rectangle",
    "tegata_joint_angles",
    "tegata_quaternion",
    "tegata_timings",
    "tegata_encoding",
    "tegata_tensor",
    "tegata_network",
};

const char *tegata_type_name(uint8_t type) { return type_names[type]; }

#define TYPE(value)                          \
    _Generic(                                \
        (value),                             \
        float: F4,                           \
        int32_t: I4,                         \
        int64_t: I8,                         \
        uint32_t: U4,                        \
        uint64_t: U8,                        \
        const char *: TEXT,                  \
        tegata_plane: STRUCTS,               \
        tegata_gesture_options: STRUCTS + 1, \
        tegata_search: STRUCTS + 2,          \
        tegata_camera: STRUCTS + 3,          \
        tegata_classifier: STRUCTS + 4,      \
        tegata_point: STRUCTS + 5,           \
        tegata_rectangle: STRUCTS + 6,       \
        tegata_joint_angles: STRUCTS + 7,    \
        tegata_quaternion: STRUCTS + 8,      \
        tegata_timings: STRUCTS + 9,         \
        tegata_encoding: STRUCTS + 10,       \
        tegata_tensor: STRUCTS + 11,         \
        tegata_network: STRUCTS + 12,        \
        default: POINTER)
#define FIELD(field) {#field, TYPE(((owner *)0)->field), 1, offsetof(owner, field)},
#define COUNT(array) (sizeof(array) / sizeof(array)[0])
#define ARRAY(field) {#field, TYPE(((owner *)0)->field[0]), COUNT(((owner *)0)->field), offsetof(owner, field)},

#define STRUCT(type, rows)                                                                     \
    {                                                                                          \
        typedef type owner;                                                                    \
        static const tegata_field fields[] = {rows};                                           \
        if (index-- == 0) return (tegata_struct){#type, sizeof(owner), COUNT(fields), fields}; \
    }

tegata_struct tegata_struct_at(size_t index) {
#include "fields.def"
    return (tegata_struct){NULL, 0, 0, NULL};
}
