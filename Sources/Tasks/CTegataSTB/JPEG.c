#include "CTegataSTB.h"

#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static void *allocate(size_t size);
static void release(void *memory);

// The header declares more than JPEG takes.
#pragma GCC diagnostic ignored "-Wunused-function"
#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_JPEG
#define STBI_NO_STDIO
#define STBI_MALLOC allocate
#define STBI_REALLOC realloc
#define STBI_FREE release
#include <stb/stb_image.h>

// The memory for one decoder, because version 2.27 does not check whether it gets that.
static _Thread_local stbi__jpeg *decoder;

static void *allocate(size_t size) {
    if (size == sizeof *decoder) return memset(decoder, 0, size);
    // Zero, because version 2.27 reads tables that a file does not have.
    return calloc(1, size);
}

static void release(void *memory) {
    if (memory != decoder) free(memory);
}

static bool start(void) {
    return (decoder = calloc(1, sizeof *decoder)) != NULL;
}

static void end(void) {
    free(decoder);
    decoder = NULL;
}

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
    if (!start()) return "outofmem";
    const bool is_read =
        stbi_info_from_memory(bytes, (int)count, &header->width, &header->height, &header->channel_count);
    end();
    return is_read ? NULL : stbi_failure_reason();
}

const char *tegata_stb_decode(const uint8_t *bytes, size_t count, tegata_stb_header header, uint8_t *pixels) {
    if (!start()) return "outofmem";
    int width, height, stored_channel_count;
    uint8_t *decoded = stbi_load_from_memory(
        bytes, (int)count, &width, &height, &stored_channel_count, header.channel_count);
    end();
    if (decoded == NULL) return stbi_failure_reason();
    const char *fault = width == header.width && height == header.height ? NULL : "two sizes";
    if (fault == NULL) memcpy(pixels, decoded, (size_t)width * height * header.channel_count);
    free(decoded);
    return fault;
}
