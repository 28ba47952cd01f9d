/// JPEG files as stb_image decodes them, which is how MediaPipe reads image files: to the very pixels.

#pragma once

#include <stddef.h>
#include <stdint.h>

typedef struct {
    int width, height;
    /// 1 for gray or 3.
    int channel_count;
} tegata_stb_header;

/// Reads the header. Returns null, or a message: "outofmem" if there is not enough memory.
const char *tegata_stb_read_header(const uint8_t *bytes, size_t count, tegata_stb_header *header);
/// Writes the pixels of a file with this header, row after row without gaps. Returns null, or a message.
const char *tegata_stb_decode(const uint8_t *bytes, size_t count, tegata_stb_header header, uint8_t *pixels);
