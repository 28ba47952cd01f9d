/// libjpeg and libpng behind functions that return where those libraries jump.
///
/// Both report errors through `longjmp`, which must not cross Swift's frames; every function here catches it. All
/// functions that return `bool` leave a message behind when they return false, and the object can then only be destroyed.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TEGATA_CODEC_MESSAGE_SIZE = 256 };

/// What kept a function from succeeding.
typedef struct {
    /// The data ended before the picture did.
    bool truncated;
    /// The library cannot be loaded.
    bool library_missing;
    /// There is not enough memory, or a file asks for more than any picture needs.
    bool memory_short;
    /// In bytes, at least.
    uint64_t memory_needed;
    /// What the library said, in its words.
    char message[TEGATA_CODEC_MESSAGE_SIZE];
} tegata_codec_failure;

typedef struct {
    uint32_t width, height;
    /// The number of components in a JPEG file; of the samples per pixel that reading rows gives for a PNG file.
    uint32_t component_count;
} tegata_image_header;

typedef struct tegata_jpeg_decoder tegata_jpeg_decoder;

/// A decoder for the bytes, which must stay where they are until it is destroyed; null if there is no library or no memory.
tegata_jpeg_decoder *tegata_jpeg_decoder_create(const uint8_t *bytes, size_t count, tegata_codec_failure *failure);
bool tegata_jpeg_decoder_read_header(tegata_jpeg_decoder *decoder, tegata_image_header *header);
/// Prepares for reading rows: three bytes per pixel, or four (CMYK as stored) where there are four components. The sides of the picture are
/// divided by `reduction`, which is 1, 2 or 4, and rounded up.
bool tegata_jpeg_decoder_start(tegata_jpeg_decoder *decoder, uint32_t reduction);
/// Reads the next `row_count` rows; the file must have them.
bool tegata_jpeg_decoder_read_rows(tegata_jpeg_decoder *decoder, uint8_t *rows, size_t bytes_per_row, uint32_t row_count);
/// Reads on to the end of the picture, after its last row.
bool tegata_jpeg_decoder_finish(tegata_jpeg_decoder *decoder);
void tegata_jpeg_decoder_destroy(tegata_jpeg_decoder *decoder);

typedef struct tegata_png_decoder tegata_png_decoder;

/// A decoder for the bytes, which must stay where they are until it is destroyed; null if there is no library or no memory.
tegata_png_decoder *tegata_png_decoder_create(const uint8_t *bytes, size_t count, tegata_codec_failure *failure);
/// Reading rows gives red, green and blue, or with `keeps_channels` what the file has: gray, gray and alpha, these three, or these and alpha.
bool tegata_png_decoder_read_header(tegata_png_decoder *decoder, bool keeps_channels, tegata_image_header *header);
/// Reads the whole picture, and the file to its end.
bool tegata_png_decoder_read_image(tegata_png_decoder *decoder, uint8_t *rows, size_t bytes_per_row);
/// The same for a smaller picture of three channels without gaps between its rows, each pixel the mean of `reduction` (at most 8) in both directions; interlaced
/// files do not allow it.
bool tegata_png_decoder_read_reduced(tegata_png_decoder *decoder, uint8_t *rows, uint32_t reduction);
void tegata_png_decoder_destroy(tegata_png_decoder *decoder);

/// A file in memory that the caller frees; null bytes on failure.
typedef struct {
    uint8_t *bytes;
    size_t count;
} tegata_encoded_file;

/// What else a file says, in pieces one after the other: four bytes that name the piece (the last is the marker in JPEG files), four that count its
/// bytes, the most significant first, and these.
typedef struct {
    const uint8_t *bytes;
    size_t count;
} tegata_notes;

/// Both take rows of three bytes per pixel without gaps, or of four where there is alpha.
tegata_encoded_file tegata_jpeg_encode(
    const uint8_t *rows, uint32_t width, uint32_t height, int quality, tegata_notes notes, tegata_codec_failure *failure);
tegata_encoded_file tegata_png_encode(
    const uint8_t *rows, uint32_t width, uint32_t height, bool has_alpha, tegata_notes notes, tegata_codec_failure *failure);
