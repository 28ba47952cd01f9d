// Finds hands on devices without an operating system. The library starts no threads. Only one thread may call it at a
// time, because all devices share the memory, its counts and the message.
#ifndef TEGATA_DEVICE_H
#define TEGATA_DEVICE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// The pixel format, with 8 bits per component.
typedef enum {
    TEGATA_DEVICE_RGB = 0,
    // Luma, followed by a plane of U, V pairs with half the width and height.
    TEGATA_DEVICE_NV12 = 1,
    // Y, U, Y, V for each pair of adjacent pixels in a row.
    TEGATA_DEVICE_YUYV = 2,
    TEGATA_DEVICE_GRAY = 3
} tegata_device_format;

typedef enum {
    TEGATA_DEVICE_OK = 0,
    // The bundle is damaged or lacks required networks, or the description of the caller's networks is impossible.
    TEGATA_DEVICE_BAD_BUNDLE = 1,
    // An image has too few bytes, a timestamp is not later than the previous one, an option is out of range, or the
    // function that runs networks has failed.
    TEGATA_DEVICE_BAD_ARGUMENT = 2,
    // The allocator has run out of memory. The library cannot be used until the system restarts.
    TEGATA_DEVICE_NO_MEMORY = 3
} tegata_device_status;

// How a tensor's elements encode numbers; zeros for floats.
typedef struct {
    // 0: float, 1: half precision, 2: uint8_t, 3: int8_t.
    int32_t element;
    // A byte stands for scale * (byte - zero_point).
    float scale;
    int32_t zero_point;
} tegata_device_encoding;

typedef struct {
    tegata_device_encoding input;
    tegata_device_encoding outputs[4];
} tegata_device_network;

// Networks that the caller runs, such as on an NPU.
typedef struct {
    // Fills the outputs for an image: rows of red, green and blue from 0 for black to 1 for white.
    // Network 0 finds palms in 192x192 pixels; its outputs are 2016x18 numbers (boxes and points relative to anchors)
    // and 2016 logits. Network 1 finds the points of a hand in 224x224 pixels; its outputs are 63 coordinates in
    // pixels, the presence, the probability of a right hand, and 63 coordinates in metres. Returns 0, or another number
    // if it fails.
    int32_t (*run)(void *context, int32_t network, const void *input, void *const outputs[4]);
    void *context;
    tegata_device_network palm_detector;
    tegata_device_network hand_landmarks;
} tegata_device_networks;

typedef struct {
    // The maximum number of hands to find; at least 1.
    int32_t hand_count;
    // Nonzero to track hands from frame to frame, which avoids searching the whole image.
    int32_t tracks;
    // Nonzero to recognise gestures; the bundle must then be a gesture recogniser.
    int32_t gestures;
    // While hands are missing, every Nth frame is searched for new ones; at least 1.
    int32_t detection_interval;
    // Networks that replace the bundle's; null if there are none. The bundle is then only needed for gestures.
    const tegata_device_networks *networks;
} tegata_device_options;

// The source of all memory. `allocate` returns memory aligned to `alignment`, a power of two, or NULL.
typedef struct {
    void *(*allocate)(void *context, size_t size, size_t alignment);
    void (*release)(void *context, void *memory);
    void *context;
} tegata_device_allocator;

typedef struct {
    float x, y, z;
} tegata_device_point;

typedef struct {
    // The track ID, which stays the same from frame to frame, starting at 1; 0 if hands are not tracked.
    int32_t identifier;
    // The probability that this is a right hand.
    float right_probability;
    float presence;
    // The gesture's name; empty if gestures are not recognised or none was found.
    char gesture[32];
    float gesture_score;
    // Fractions of the image's width and height.
    tegata_device_point landmarks[21];
    // Metres from the centre of the hand.
    tegata_device_point world_landmarks[21];
} tegata_device_hand;

typedef struct tegata_device tegata_device;

// Returns the number of bytes that suffice to open any published bundle and to process all frames afterwards.
size_t tegata_device_memory_budget(size_t bundle_size, const tegata_device_options *options);

// Returns an allocator that uses the caller's memory, starting at its beginning.
tegata_device_allocator tegata_device_fixed_memory(void *memory, size_t size);

// Loads the networks. The bundle is not needed afterwards. The allocator must stay the same for the system's lifetime.
tegata_device_status tegata_device_open(
    tegata_device **device, const void *bundle, size_t bundle_size, const tegata_device_options *options,
    const tegata_device_allocator *allocator);

// Finds hands in an image whose rows start `row_stride` bytes apart (0: no gaps between rows). Allocates no memory
// unless it fails. Timestamps must increase; they are ignored if hands are not tracked.
tegata_device_status tegata_device_push(
    tegata_device *device, tegata_device_format format, int32_t width, int32_t height, const void *pixels, size_t size,
    size_t row_stride, int64_t milliseconds);

// Writes the next hand in the last image to `hand`. Returns 1, or 0 if none is left.
int32_t tegata_device_pull(tegata_device *device, tegata_device_hand *hand);

// Returns the last error as a single line; empty at first.
const char *tegata_device_message(void);

// Return the number of allocated bytes that have not been released, now and at the peak.
size_t tegata_device_memory_used(void);
size_t tegata_device_memory_peak(void);
// Returns the number of allocations.
size_t tegata_device_allocation_count(void);

void tegata_device_close(tegata_device *device);

#ifdef __cplusplus
}
#endif

#endif
