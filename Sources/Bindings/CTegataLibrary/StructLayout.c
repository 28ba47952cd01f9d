#include "StructLayout.h"

#define TYPE(value)                                       \
    _Generic(                                             \
        (value),                                          \
        float: "f4",                                      \
        int32_t: "i4",                                    \
        int64_t: "i8",                                    \
        uint32_t: "u4",                                   \
        uint64_t: "u8",                                   \
        const char *: "text",                             \
        tegata_plane: "tegata_plane",                     \
        tegata_gesture_options: "tegata_gesture_options", \
        tegata_search: "tegata_search",                   \
        tegata_camera: "tegata_camera",                   \
        tegata_classifier: "tegata_classifier",           \
        tegata_point: "tegata_point",                     \
        tegata_rectangle: "tegata_rectangle",             \
        tegata_joint_angles: "tegata_joint_angles",       \
        tegata_quaternion: "tegata_quaternion",           \
        tegata_timings: "tegata_timings",                 \
        default: "pointer")
#define FIELD(field) {#field, TYPE(((owner *)0)->field), 1, offsetof(owner, field)},
#define COUNT(array) (sizeof(array) / sizeof(array)[0])
#define ARRAY(field) {#field, TYPE(((owner *)0)->field[0]), COUNT(((owner *)0)->field), offsetof(owner, field)},

#define STRUCT(type, rows)                                                                    \
    {                                                                                         \
        typedef type owner;                                                                   \
        static const tegata_field fields[] = {rows};                                          \
        if (index-- == 0) return (tegata_struct){#type, sizeof(owner), COUNT(fields), fields}; \
    }

tegata_struct tegata_struct_at(size_t index) {
#include "fields.def"
    return (tegata_struct){NULL, 0, 0, NULL};
}
