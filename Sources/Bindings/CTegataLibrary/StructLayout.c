#include "StructLayout.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static char text[7168];
static size_t length;

static void append(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void append(const char *format, ...) {
    va_list values;
    va_start(values, format);
    length += (size_t)vsnprintf(text + length, sizeof text - length, format, values);
    va_end(values);
}

// The default of a number; nothing for other types.
static void append_default(const char *type, const void *value) {
    int32_t small;
    int64_t large;
    float number;
    if (strcmp(type, "f4") == 0) {
        memcpy(&number, value, sizeof number);
        const size_t start = length;
        append(" %g", number);
        if (strpbrk(text + start, ".e") == NULL) append(".0");
    } else if (strcmp(type, "i4") == 0 || strcmp(type, "u4") == 0) {
        memcpy(&small, value, sizeof small);
        append(" %d", small);
    } else if (strcmp(type, "i8") == 0 || strcmp(type, "u8") == 0) {
        memcpy(&large, value, sizeof large);
        append(" %lld", (long long)large);
    }
}

static void describe(const char *name, const char *type, size_t count, size_t offset, const void *value) {
    append("%s %s %zu %zu", name, type, count, offset);
    if (value != NULL) append_default(type, value);
    append("\n");
}

// Names and counts are written here again, because C cannot list them; types and places come from the compiler.
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
#define STRUCT(type, value, fields)            \
    {                                          \
        typedef type owner;                    \
        const owner *defaults = value;         \
        append(#type " %zu\n", sizeof(owner)); \
        fields                                 \
    }
#define ONE(field) describe(#field, TYPE(defaults->field), 1, offsetof(owner, field), &defaults->field);
#define MANY(field)                                                                                                   \
    describe(                                                                                                         \
        #field, TYPE(defaults->field[0]), sizeof defaults->field / sizeof defaults->field[0], offsetof(owner, field), \
        NULL);
#define ZERO(type) &(const type){0}

const char *tegata_describe_structs(const tegata_options *usual) {
    if (length > 0) return text;
    STRUCT(tegata_error, ZERO(tegata_error), ONE(status) ONE(message) ONE(file) ONE(place))
    STRUCT(tegata_plane, ZERO(tegata_plane), ONE(bytes) ONE(byte_count) ONE(row_stride))
    STRUCT(
        tegata_image, ZERO(tegata_image),
        ONE(format) ONE(width) ONE(height) ONE(matrix) ONE(is_full_range) MANY(planes))
    STRUCT(
        tegata_frame, ZERO(tegata_frame),
        ONE(rotation_degrees) ONE(is_mirrored) ONE(has_region) ONE(left) ONE(top) ONE(right) ONE(bottom))
    STRUCT(
        tegata_gesture_options, &usual->canned,
        ONE(score_threshold) ONE(allowed) ONE(allowed_count) ONE(denied) ONE(denied_count))
    STRUCT(
        tegata_search, &usual->search,
        ONE(area) ONE(tile_side) ONE(tile_overlap) ONE(min_tile_confidence) ONE(tiles_per_frame) ONE(tile_ms)
            ONE(skips_unchanged))
    STRUCT(
        tegata_camera, &usual->camera,
        ONE(kind) ONE(focal_x) ONE(focal_y) ONE(center_x) ONE(center_y) ONE(field_of_view_degrees))
    STRUCT(tegata_classifier, &usual->poses, ONE(bytes) ONE(byte_count) ONE(path))
    STRUCT(
        tegata_options, usual,
        ONE(size) ONE(model) ONE(model_size) ONE(model_path) ONE(threads) ONE(max_hands) ONE(min_detection_confidence)
            ONE(min_presence_confidence) ONE(min_tracking_confidence) ONE(gestures) ONE(canned) ONE(custom)
                ONE(refines_stills) ONE(prefers_large_hands) ONE(detection_interval) ONE(identifies_hands)
                    ONE(identity_timeout_ms) ONE(averages_handedness) ONE(smooths) ONE(smoothing_cutoff_hz)
                        ONE(smoothing_speed_coefficient) ONE(smoothing_speed_cutoff_hz) ONE(legacy) ONE(reserved)
                            ONE(search) ONE(camera) ONE(palm_width) ONE(poses) ONE(actions) ONE(joints) ONE(precision)
                                ONE(source_name) ONE(events)
                                    ONE(finger_events) ONE(gesture_dwell_ms) ONE(gesture_release_ms))
    STRUCT(tegata_point, ZERO(tegata_point), ONE(x) ONE(y) ONE(z))
    STRUCT(tegata_rectangle, ZERO(tegata_rectangle), ONE(center_x) ONE(center_y) ONE(width) ONE(height) ONE(rotation))
    STRUCT(
        tegata_hand, ZERO(tegata_hand),
        ONE(id) MANY(landmarks) MANY(world_landmarks) ONE(rectangle) ONE(presence) ONE(handedness) ONE(handedness_score)
            ONE(gesture) ONE(gesture_score) ONE(gesture_is_custom))
    STRUCT(
        tegata_metric_hand, ZERO(tegata_metric_hand),
        ONE(is_known) ONE(position) ONE(distance_uncertainty) ONE(palm_normal) ONE(pointing_direction)
            ONE(pinch_aperture) MANY(landmarks))
    STRUCT(tegata_joint_angles, ZERO(tegata_joint_angles), ONE(flexion) ONE(abduction) ONE(twist))
    STRUCT(tegata_quaternion, ZERO(tegata_quaternion), ONE(x) ONE(y) ONE(z) ONE(w))
    STRUCT(
        tegata_joints, ZERO(tegata_joints),
        ONE(confidence) MANY(finger_states) MANY(finger_confidences) MANY(finger_curls) MANY(angles) MANY(visibility)
            MANY(pinch_strengths) MANY(pinch_distances) ONE(grab_strength) ONE(pointing_origin) ONE(pointing_direction)
                MANY(positions) MANY(orientations) MANY(local_orientations) MANY(radii))
    STRUCT(tegata_action, ZERO(tegata_action), ONE(name) ONE(score))
    STRUCT(tegata_action_event, ZERO(tegata_action_event), ONE(hand_id) ONE(name))
    STRUCT(tegata_event, ZERO(tegata_event), ONE(hand_id) ONE(kind) ONE(name) ONE(duration_ms) ONE(json))
    STRUCT(
        tegata_timings, ZERO(tegata_timings),
        ONE(palm_image) ONE(palm_network) ONE(palm_decoding) ONE(hand_images) ONE(hand_network) ONE(hand_decoding)
            ONE(gestures) ONE(total))
    STRUCT(
        tegata_result, ZERO(tegata_result),
        ONE(hand_count) ONE(hands) ONE(timings) ONE(metric_hands) ONE(actions) ONE(action_event_count)
            ONE(action_events) ONE(joints) ONE(json) ONE(event_count) ONE(events))
    STRUCT(tegata_palm, ZERO(tegata_palm), ONE(score) ONE(x) ONE(y) ONE(width) ONE(height) MANY(keypoints) ONE(hand))
    STRUCT(tegata_palms, ZERO(tegata_palms), ONE(palm_count) ONE(palms))
    return text;
}
