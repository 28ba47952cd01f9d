/// Wraps libjpeg and libpng in functions that return instead of jumping.
///
/// Both libraries report errors with `longjmp`, which must not cross Swift stack frames, so every function catches it.
/// Functions that return `bool` set a message when they return false. The object can then only be destroyed.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TEGATA_CODEC_MESSAGE_SIZE = 256 };

/// The reason why a function failed.
typedef struct {
    /// The data ended before the image did.
    bool truncated;
    /// The library cannot be loaded.
    bool library_missing;
    /// There is not enough memory, or a file requests more than any image needs.
    bool memory_short;
    /// The minimum number of bytes needed.
    uint64_t memory_needed;
    /// The library's message.
    char message[TEGATA_CODEC_MESSAGE_SIZE];
} tegata_codec_failure;

typedef struct {
    uint32_t width, height;
    /// The number of components in a JPEG file, or of samples per pixel in the rows read from a PNG file.
    uint32_t component_count;
} tegata_image_header;

typedef struct tegata_jpeg_decoder tegata_jpeg_decoder;

/// Returns a decoder for the bytes, which must not move until it is destroyed; null if the library or enough memory is
/// missing.
tegata_jpeg_decoder *tegata_jpeg_decoder_create(const uint8_t *bytes, size_t count, tegata_codec_failure *failure);
bool tegata_jpeg_decoder_read_header(tegata_jpeg_decoder *decoder, tegata_image_header *header);
/// Prepares for reading rows: three bytes per pixel, or four (CMYK as stored) if there are four components. The image's
/// sides are divided by `reduction`, which is 1, 2 or 4, and rounded up.
bool tegata_jpeg_decoder_start(tegata_jpeg_decoder *decoder, uint32_t reduction);
/// Reads the next `row_count` rows, which the file must have.
bool tegata_jpeg_decoder_read_rows(
    tegata_jpeg_decoder *decoder, uint8_t *rows, size_t bytes_per_row, uint32_t row_count);
/// Reads the rest of the image data after the last row.
bool tegata_jpeg_decoder_finish(tegata_jpeg_decoder *decoder);
void tegata_jpeg_decoder_destroy(tegata_jpeg_decoder *decoder);

typedef struct tegata_png_decoder tegata_png_decoder;

/// Returns a decoder for the bytes, which must not move until it is destroyed; null if the library or enough memory is
/// missing.
tegata_png_decoder *tegata_png_decoder_create(const uint8_t *bytes, size_t count, tegata_codec_failure *failure);
/// Rows contain red, green and blue or, with `keeps_channels`, the file's channels: gray or RGB, with or without alpha.
bool tegata_png_decoder_read_header(tegata_png_decoder *decoder, bool keeps_channels, tegata_image_header *header);
/// Reads the whole image, and the rest of the file.
bool tegata_png_decoder_read_image(tegata_png_decoder *decoder, uint8_t *rows, size_t bytes_per_row);
/// Reads a smaller image with three channels, without gaps between its rows. Each pixel is the mean of `reduction` (at
/// most 8) pixels in both directions. Fails for interlaced files.
bool tegata_png_decoder_read_reduced(tegata_png_decoder *decoder, uint8_t *rows, uint32_t reduction);
void tegata_png_decoder_destroy(tegata_png_decoder *decoder);

/// A file in memory that the caller frees; null bytes on failure.
typedef struct {
    uint8_t *bytes;
    size_t count;
} tegata_encoded_file;

/// A file's metadata as consecutive pieces: four bytes for the name (in JPEG files, the last is the marker), four for
/// the number of bytes, most significant first, and the bytes themselves.
typedef struct {
    const uint8_t *bytes;
    size_t count;
} tegata_notes;

/// Encode rows without gaps, with three bytes per pixel, or with four including alpha.
tegata_encoded_file tegata_jpeg_encode(
    const uint8_t *rows, uint32_t width, uint32_t height, int quality, tegata_notes notes,
    tegata_codec_failure *failure);
tegata_encoded_file tegata_png_encode(
    const uint8_t *rows, uint32_t width, uint32_t height, bool has_alpha, tegata_notes notes,
    tegata_codec_failure *failure);
