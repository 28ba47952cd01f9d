#include "CTegataSTB.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_JPEG
#define STBI_NO_STDIO
// Version 2.27 reads tables that a file does not have, which must then be zero.
#define STBI_MALLOC(size) calloc(1, size)
#define STBI_REALLOC realloc
#define STBI_FREE free
#include <stb/stb_image.h>

// A scan of a few bytes costs a pass over the whole image, so limit them; encoders write a few dozen at most.
enum { MAXIMUM_SCAN_COUNT = 500 };

static const char *find_fault(const uint8_t *bytes, size_t count) {
    if (count > INT_MAX) return "too large";
    int scan_count = 0;
    for (size_t index = 1; index < count; index++) {
        scan_count += bytes[index - 1] == 0xFF && bytes[index] == 0xDA;
    }
    return scan_count > MAXIMUM_SCAN_COUNT ? "too many scans" : NULL;
}

const char *tegata_stb_read_header(const uint8_t *bytes, size_t count, tegata_stb_header *header) {
    const char *fault = find_fault(bytes, count);
    if (fault != NULL) return fault;
    if (stbi_info_from_memory(bytes, (int)count, &header->width, &header->height, &header->channel_count)) return NULL;
    return stbi_failure_reason();
}

const char *tegata_stb_decode(const uint8_t *bytes, size_t count, tegata_stb_header header, uint8_t *pixels) {
    int width, height, stored_channel_count;
    uint8_t *decoded = stbi_load_from_memory(
        bytes, (int)count, &width, &height, &stored_channel_count, header.channel_count);
    if (decoded == NULL) return stbi_failure_reason();
    const char *fault = width == header.width && height == header.height ? NULL : "two sizes";
    if (fault == NULL) memcpy(pixels, decoded, (size_t)width * height * header.channel_count);
    stbi_image_free(decoded);
    return fault;
}
