// The functions of the WebAssembly module, which JavaScript calls. A module has one task, because each task is an
// instance of the module: JavaScript closes a task when it drops the instance, and a trap ends one task only.
//
// Functions that return int32_t return 1, or 0 after an error. Afterwards, `tegata_web_text` is the result or the
// error.
#ifndef TEGATA_WEB_H
#define TEGATA_WEB_H

#include <stdint.h>

// The layout of 8-bit pixels, with all planes in one block and without gaps between rows.
typedef enum {
    TEGATA_WEB_RGBA = 0,
    TEGATA_WEB_BGRA = 1,
    TEGATA_WEB_RGB = 2,
    TEGATA_WEB_GRAY = 3,
    TEGATA_WEB_I420 = 4,
    TEGATA_WEB_NV12 = 5
} tegata_web_format;

// Returns memory of `size` bytes for the arguments of the next call, which stays valid until the next call of this
// function; NULL if there is not enough. A size of 0 frees it.
void *tegata_web_input(uint32_t size);

// Sets all options to their defaults. Options count from the next `tegata_web_start`.
void tegata_web_clear_options(void);

// Sets an option. The input begins with its name, which has `name_size` bytes.
int32_t tegata_web_set_number(int32_t name_size, double value);
// The same for an option with a list of texts, each of which ends with a zero byte, or with a file. `size` bytes follow
// the name.
int32_t tegata_web_set_bytes(int32_t name_size, int32_t size);

// Loads the networks of a bundle of `size` bytes in the input, with the options for them.
int32_t tegata_web_open(int32_t size);
// Starts the task, or starts it again with other options and without the video so far.
int32_t tegata_web_start(void);

// Finds the hands of an image of `size` bytes in the input. The result is a JSON object. With `is_frame`, the image is
// the next frame of the video, at a time in milliseconds that increases. The region consists of fractions of the image.
int32_t tegata_web_run(
    int32_t size, int32_t format, int32_t width, int32_t height, int32_t is_bt709, int32_t is_full_range,
    int32_t rotation_degrees, int32_t is_mirrored, int32_t has_region, float left, float top, float right, float bottom,
    int32_t is_frame, double milliseconds);
// Ends the video. The result is a JSON object without hands that has the events that end with the video.
void tegata_web_finish(void);
// Forgets the video.
void tegata_web_reset(void);

// Returns the last result or error as UTF-8, and the number of its bytes.
const char *tegata_web_text(void);
int32_t tegata_web_text_size(void);

// Returns the level of the kernels.
int32_t tegata_web_is_relaxed(void);
// Returns whether an allocation failed. The task then traps, and cannot be used again.
int32_t tegata_web_is_exhausted(void);

#endif
