// Finds hands on devices without an operating system. Nothing here starts threads, and only one may be in a call at a
// time: memory, its counts and messages are those of all devices.
#ifndef TEGATA_DEVICE_H
#define TEGATA_DEVICE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// How pixels lie in memory, 8 bits each.
typedef enum {
    TEGATA_DEVICE_RGB = 0,
    // Luma, then a plane of half the width and height with pairs U, V.
    TEGATA_DEVICE_NV12 = 1,
    // Y, U, Y, V for two pixels side by side.
    TEGATA_DEVICE_YUYV = 2,
    TEGATA_DEVICE_GRAY = 3
} tegata_device_format;

typedef enum {
    TEGATA_DEVICE_OK = 0,
    // The bundle is damaged, or has other networks than are needed.
    TEGATA_DEVICE_BAD_BUNDLE = 1,
    // A picture is too small for its size, a timestamp is not after the last, or an option is not possible.
    TEGATA_DEVICE_BAD_ARGUMENT = 2,
    // The allocator had no memory left. The library cannot be used any more until the system starts anew.
    TEGATA_DEVICE_NO_MEMORY = 3
} tegata_device_status;

typedef struct {
    // The most hands that are looked for; at least 1.
    int32_t hand_count;
    // Not 0: hands are followed from frame to frame, which saves looking for them in the whole picture.
    int32_t tracks;
    // Not 0: gestures are named; the bundle must be a gesture recogniser's.
    int32_t gestures;
    // While hands are missing, new ones are looked for in one of so many frames; at least 1.
    int32_t detection_interval;
} tegata_device_options;

// Where all memory comes from. `allocate` returns memory aligned to `alignment`, a power of two, or NULL.
typedef struct {
    void *(*allocate)(void *context, size_t size, size_t alignment);
    void (*release)(void *context, void *memory);
    void *context;
} tegata_device_allocator;

typedef struct {
    float x, y, z;
} tegata_device_point;

typedef struct {
    // The same number for the same hand in all frames, from 1; 0 where hands are not followed.
    int32_t identifier;
    // How likely it is a right hand.
    float right_probability;
    float presence;
    // What it shows; empty where gestures are not named, or none is known.
    char gesture[32];
    float gesture_score;
    // As fractions of the picture's width and height.
    tegata_device_point landmarks[21];
    // In metres, around the middle of the hand.
    tegata_device_point world_landmarks[21];
} tegata_device_hand;

typedef struct tegata_device tegata_device;

// Bytes that suffice for opening any of the published bundles and for all frames afterwards.
size_t tegata_device_memory_budget(size_t bundle_size, const tegata_device_options *options);

// An allocator over a piece of memory of the caller's, which it uses from the start.
tegata_device_allocator tegata_device_fixed_memory(void *memory, size_t size);

// Loads the networks. The bundle is not needed afterwards. The allocator must stay the same for the life of the system.
tegata_device_status tegata_device_open(
    tegata_device **device, const void *bundle, size_t bundle_size, const tegata_device_options *options,
    const tegata_device_allocator *allocator);

// Looks for hands in a picture, whose rows start `row_stride` bytes apart (0: without gaps). Asks for no memory
// unless it fails. Timestamps rise; they are not looked at where hands are not followed.
tegata_device_status tegata_device_push(
    tegata_device *device, tegata_device_format format, int32_t width, int32_t height, const void *pixels, size_t size,
    size_t row_stride, int64_t milliseconds);

// Takes the next hand of the last picture: 1, or 0 where there is none left.
int32_t tegata_device_pull(tegata_device *device, tegata_device_hand *hand);

// What went wrong last, one line; empty at first.
const char *tegata_device_message(void);

// Bytes that the allocator has been asked for and that have not been given back, now and at most.
size_t tegata_device_memory_used(void);
size_t tegata_device_memory_peak(void);
// How often it has been asked.
size_t tegata_device_allocation_count(void);

void tegata_device_close(tegata_device *device);

#ifdef __cplusplus
}
#endif

#endif
