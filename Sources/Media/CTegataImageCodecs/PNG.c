#include "Encoding.h"
#include "Libraries.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <png.h>

// A list of calls without semicolons would be indented ever more.
// clang-format off
#define FUNCTIONS(F)                                                                                           \
    F(png_create_info_struct) F(png_create_read_struct_2) F(png_create_write_struct)                           \
    F(png_destroy_read_struct) F(png_get_mem_ptr)                                                              \
    F(png_destroy_write_struct) F(png_error) F(png_get_bit_depth) F(png_get_color_type) F(png_get_error_ptr)   \
    F(png_get_image_height) F(png_get_image_width) F(png_get_io_ptr) F(png_longjmp) F(png_read_end)            \
    F(png_read_info) F(png_read_row) F(png_set_IHDR) F(png_set_compression_level)                              \
    F(png_set_expand_gray_1_2_4_to_8) F(png_set_filter) F(png_set_gray_to_rgb) F(png_set_interlace_handling)   \
    F(png_set_keep_unknown_chunks) F(png_set_palette_to_rgb) F(png_set_read_fn) F(png_set_strip_16)            \
    F(png_set_strip_alpha) F(png_set_user_limits) F(png_set_write_fn) F(png_start_read_image) F(png_write_end) \
    F(png_write_info) F(png_write_row) F(png_write_chunk) F(png_set_longjmp_fn)
// clang-format on
TEGATA_LIBRARY("libpng16.so.16", FUNCTIONS)
// The macro png_jmpbuf calls this function.
#define png_set_longjmp_fn library.png_set_longjmp_fn

struct tegata_png_decoder {
    png_structp png;
    png_infop info;
    const uint8_t *next;
    size_t remaining;
    tegata_codec_failure *failure;
};

static void leave(png_structp png, png_const_charp message) {
    tegata_codec_failure *failure = library.png_get_error_ptr(png);
    if (strcasecmp(message, "out of memory") == 0) failure->memory_short = true;
    snprintf(failure->message, sizeof failure->message, "%s", message);
    library.png_longjmp(png, 1);
}

static void ignore_warning(png_structp png, png_const_charp message) {
    (void)png;
    (void)message;
}

// Allocates memory for the library and zlib, because some of their out-of-memory messages look like messages about
// damage.
static png_voidp allocate(png_structp png, png_alloc_size_t count) {
    void *memory = malloc(count);
    if (memory == NULL) {
        tegata_codec_failure *failure = library.png_get_mem_ptr(png);
        failure->memory_short = true;
        failure->memory_needed = count;
    }
    return memory;
}

static void read_bytes(png_structp png, png_bytep destination, size_t count) {
    tegata_png_decoder *decoder = library.png_get_io_ptr(png);
    if (count > decoder->remaining) {
        decoder->failure->truncated = true;
        library.png_error(png, "the data ends early");
    }
    memcpy(destination, decoder->next, count);
    decoder->next += count;
    decoder->remaining -= count;
}

tegata_png_decoder *tegata_png_decoder_create(const uint8_t *bytes, size_t count, tegata_codec_failure *failure) {
    if (!is_loaded(failure)) return NULL;
    tegata_png_decoder *decoder = calloc(1, sizeof *decoder);
    if (decoder == NULL) return NULL;
    decoder->next = bytes;
    decoder->remaining = count;
    decoder->failure = failure;
    decoder->png = library.png_create_read_struct_2(
        PNG_LIBPNG_VER_STRING, failure, leave, ignore_warning, failure, allocate, NULL);
    if (decoder->png != NULL) decoder->info = library.png_create_info_struct(decoder->png);
    if (decoder->info == NULL) {
        tegata_png_decoder_destroy(decoder);
        return NULL;
    }
    library.png_set_read_fn(decoder->png, decoder, read_bytes);
    return decoder;
}

bool tegata_png_decoder_read_header(tegata_png_decoder *decoder, bool keeps_channels, tegata_image_header *header) {
    // Skip these chunks, because they do not affect the stored samples and some expand a thousandfold.
    static const png_byte ignored[] =
        "bKGD\0cHRM\0eXIf\0gAMA\0hIST\0iCCP\0iTXt\0oFFs\0pCAL\0pHYs\0sBIT\0sCAL\0sPLT\0sRGB\0sTER\0tEXt\0tIME\0tRNS\0zT"
        "Xt";
    png_structp png = decoder->png;
    if (setjmp(png_jmpbuf(png))) return false;
    library.png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, ignored, sizeof ignored / 5);
    // The caller checks the size.
    library.png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
    library.png_read_info(png, decoder->info);
    int depth = library.png_get_bit_depth(png, decoder->info);
    int colour = library.png_get_color_type(png, decoder->info);
    *header = (tegata_image_header){
        .width = library.png_get_image_width(png, decoder->info),
        .height = library.png_get_image_height(png, decoder->info),
        .component_count = 3,
    };
    if (keeps_channels) {
        header->component_count = (colour & PNG_COLOR_MASK_COLOR ? 3 : 1) + (colour & PNG_COLOR_MASK_ALPHA ? 1 : 0);
    }
    if (colour == PNG_COLOR_TYPE_PALETTE) library.png_set_palette_to_rgb(png);
    if (colour == PNG_COLOR_TYPE_GRAY && depth < 8) library.png_set_expand_gray_1_2_4_to_8(png);
    if (depth == 16) library.png_set_strip_16(png);
    if (!keeps_channels) {
        library.png_set_strip_alpha(png);
        library.png_set_gray_to_rgb(png);
    }
    return true;
}

bool tegata_png_decoder_read_image(tegata_png_decoder *decoder, uint8_t *rows, size_t bytes_per_row) {
    png_structp png = decoder->png;
    if (setjmp(png_jmpbuf(png))) return false;
    int pass_count = library.png_set_interlace_handling(png);
    library.png_start_read_image(png);
    uint32_t height = library.png_get_image_height(png, decoder->info);
    for (int pass = 0; pass < pass_count; pass++) {
        for (uint32_t row = 0; row < height; row++) library.png_read_row(png, rows + row * bytes_per_row, NULL);
    }
    library.png_read_end(png, NULL);
    return true;
}

bool tegata_png_decoder_read_reduced(tegata_png_decoder *decoder, uint8_t *rows, uint32_t reduction) {
    png_structp png = decoder->png;
    uint32_t width = library.png_get_image_width(png, decoder->info);
    uint32_t height = library.png_get_image_height(png, decoder->info);
    uint32_t target_width = (width + reduction - 1) / reduction;
    // Volatile, so that it can be freed after a jump.
    uint16_t *volatile sums = calloc((size_t)3 * target_width, sizeof *sums);
    uint8_t *volatile row = malloc((size_t)3 * width);
    bool is_read = false;
    if (sums == NULL || row == NULL) {
        decoder->failure->memory_short = true;
        decoder->failure->memory_needed = 9 * (uint64_t)width;
    } else if (setjmp(png_jmpbuf(png)) == 0) {
        if (library.png_set_interlace_handling(png) != 1) {
            library.png_error(png, "interlaced and larger than is allowed");
        }
        library.png_start_read_image(png);
        uint8_t *target = rows;
        for (uint32_t y = 0; y < height; y++) {
            library.png_read_row(png, row, NULL);
            for (uint32_t x = 0; x < width; x++) {
                uint16_t *sum = sums + (size_t)3 * (x / reduction);
                for (int channel = 0; channel < 3; channel++) sum[channel] += row[(size_t)3 * x + channel];
            }
            uint32_t row_count = y % reduction + 1;
            if (row_count < reduction && y + 1 < height) continue;
            for (uint32_t x = 0; x < target_width; x++) {
                uint32_t column_count = x + 1 < target_width ? reduction : width - reduction * x;
                uint32_t count = row_count * column_count;
                for (int channel = 0; channel < 3; channel++) {
                    size_t index = (size_t)3 * x + channel;
                    *target++ = (uint8_t)((sums[index] + count / 2) / count);
                    sums[index] = 0;
                }
            }
        }
        library.png_read_end(png, NULL);
        is_read = true;
    }
    free(sums);
    free(row);
    return is_read;
}

void tegata_png_decoder_destroy(tegata_png_decoder *decoder) {
    library.png_destroy_read_struct(&decoder->png, &decoder->info, NULL);
    free(decoder);
}

static void append(png_structp png, png_bytep source, size_t count) {
    growing_file *target = library.png_get_io_ptr(png);
    if (!grow(target, count)) library.png_error(png, "out of memory");
    memcpy(target->file.bytes + target->file.count, source, count);
    target->file.count += count;
}

static void no_flush(png_structp png) { (void)png; }

tegata_encoded_file tegata_png_encode(
    const uint8_t *rows, uint32_t width, uint32_t height, bool has_alpha, tegata_notes notes,
    tegata_codec_failure *failure) {
    growing_file target = {0};
    if (!is_loaded(failure)) return target.file;
    png_structp png = library.png_create_write_struct(PNG_LIBPNG_VER_STRING, failure, leave, ignore_warning);
    png_infop info = png == NULL ? NULL : library.png_create_info_struct(png);
    if (info == NULL) {
        library.png_destroy_write_struct(&png, NULL);
        snprintf(failure->message, sizeof failure->message, "out of memory");
        return target.file;
    }
    library.png_set_write_fn(png, &target, append, no_flush);
    if (setjmp(png_jmpbuf(png))) {
        library.png_destroy_write_struct(&png, &info);
        free(target.file.bytes);
        return (tegata_encoded_file){NULL, 0};
    }
    library.png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
    library.png_set_IHDR(
        png, info, width, height, 8, has_alpha ? PNG_COLOR_TYPE_RGB_ALPHA : PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
        PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    // Slower settings save a few percent for photographs, but take three times as long.
    library.png_set_compression_level(png, 3);
    library.png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_SUB | PNG_FILTER_UP);
    library.png_write_info(png, info);
    note note;
    while (take_note(&notes, &note)) library.png_write_chunk(png, note.kind, note.bytes, note.count);
    const size_t bytes_per_row = (size_t)(has_alpha ? 4 : 3) * width;
    for (uint32_t row = 0; row < height; row++) library.png_write_row(png, rows + bytes_per_row * row);
    library.png_write_end(png, NULL);
    library.png_destroy_write_struct(&png, &info);
    return target.file;
}
