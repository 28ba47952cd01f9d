#include "Encoding.h"
#include "Libraries.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>
#include <jerror.h>

// A list of calls without semicolons would be indented ever more.
// clang-format off
#define FUNCTIONS(F)                                                                                    \
    F(jpeg_std_error) F(jpeg_CreateDecompress) F(jpeg_destroy_decompress) F(jpeg_read_header)           \
    F(jpeg_start_decompress) F(jpeg_read_scanlines) F(jpeg_finish_decompress) F(jpeg_resync_to_restart) \
    F(jpeg_CreateCompress) F(jpeg_destroy_compress) F(jpeg_set_defaults) F(jpeg_set_quality)            \
    F(jpeg_start_compress) F(jpeg_write_scanlines) F(jpeg_finish_compress) F(jpeg_write_marker)
// clang-format on
#if JPEG_LIB_VERSION >= 80
TEGATA_LIBRARY("libjpeg.so.8", FUNCTIONS)
#else
TEGATA_LIBRARY("libjpeg.so.62", FUNCTIONS)
#endif
// The macros jpeg_create_decompress and jpeg_create_compress call these functions.
#define jpeg_CreateDecompress library.jpeg_CreateDecompress
#define jpeg_CreateCompress library.jpeg_CreateCompress

// Even a scan of a few bytes costs a pass over the whole image, so limit their number; encoders write a few dozen at
// most.
enum { MAXIMUM_SCAN_COUNT = 500 };

// The library keeps progressive images as coefficients of two bytes each; images within the size limits need less.
static const long MAXIMUM_MEMORY = 2L << 30;

typedef struct {
    struct jpeg_error_mgr manager;
    jmp_buf target;
    tegata_codec_failure *failure;
} error_state;

struct tegata_jpeg_decoder {
    struct jpeg_decompress_struct jpeg;
    error_state error;
    struct jpeg_source_mgr source;
    struct jpeg_progress_mgr progress;
};

static void leave(j_common_ptr jpeg) {
    error_state *state = (error_state *)jpeg->err;
    char message[JMSG_LENGTH_MAX];
    jpeg->err->format_message(jpeg, message);
    if (jpeg->err->msg_code == JERR_OUT_OF_MEMORY || jpeg->err->msg_code == JERR_NO_BACKING_STORE) {
        state->failure->memory_short = true;
        if (jpeg->is_decompressor) {
            const j_decompress_ptr decompressor = (j_decompress_ptr)jpeg;
            state->failure->memory_needed = 3 * (uint64_t)decompressor->image_width * decompressor->image_height;
        }
    }
    snprintf(state->failure->message, sizeof state->failure->message, "%s", message);
    longjmp(state->target, 1);
}

// Accept damage that the library can recover from, as other programs do, and print nothing.
static void ignore_message(j_common_ptr jpeg) { (void)jpeg; }

static struct jpeg_error_mgr *set_up_errors(error_state *state, tegata_codec_failure *failure) {
    struct jpeg_error_mgr *manager = library.jpeg_std_error(&state->manager);
    manager->error_exit = leave;
    manager->output_message = ignore_message;
    state->failure = failure;
    return manager;
}

static void no_source_action(j_decompress_ptr jpeg) { (void)jpeg; }

static boolean report_end_of_data(j_decompress_ptr jpeg) {
    error_state *state = (error_state *)jpeg->err;
    state->failure->truncated = true;
    ERREXIT(jpeg, JERR_INPUT_EOF);
    return FALSE;
}

static void skip_bytes(j_decompress_ptr jpeg, long count) {
    if (count <= 0) return;
    if ((size_t)count > jpeg->src->bytes_in_buffer) report_end_of_data(jpeg);
    jpeg->src->next_input_byte += count;
    jpeg->src->bytes_in_buffer -= (size_t)count;
}

static void watch_scans(j_common_ptr jpeg) {
    if (!jpeg->is_decompressor || ((j_decompress_ptr)jpeg)->input_scan_number <= MAXIMUM_SCAN_COUNT) return;
    error_state *state = (error_state *)jpeg->err;
    snprintf(state->failure->message, sizeof state->failure->message, "more than %d scans", MAXIMUM_SCAN_COUNT);
    longjmp(state->target, 1);
}

tegata_jpeg_decoder *tegata_jpeg_decoder_create(const uint8_t *bytes, size_t count, tegata_codec_failure *failure) {
    if (!is_loaded(failure)) return NULL;
    tegata_jpeg_decoder *const decoder = calloc(1, sizeof *decoder);
    if (decoder == NULL) return NULL;
    decoder->jpeg.err = set_up_errors(&decoder->error, failure);
    if (setjmp(decoder->error.target)) {
        tegata_jpeg_decoder_destroy(decoder);
        return NULL;
    }
    jpeg_create_decompress(&decoder->jpeg);
    decoder->jpeg.mem->max_memory_to_use = MAXIMUM_MEMORY;
    decoder->source = (struct jpeg_source_mgr){
        .next_input_byte = bytes,
        .bytes_in_buffer = count,
        .init_source = no_source_action,
        .fill_input_buffer = report_end_of_data,
        .skip_input_data = skip_bytes,
        .resync_to_restart = library.jpeg_resync_to_restart,
        .term_source = no_source_action,
    };
    decoder->jpeg.src = &decoder->source;
    decoder->progress.progress_monitor = watch_scans;
    decoder->jpeg.progress = &decoder->progress;
    return decoder;
}

bool tegata_jpeg_decoder_read_header(tegata_jpeg_decoder *decoder, tegata_image_header *header) {
    if (setjmp(decoder->error.target)) return false;
    library.jpeg_read_header(&decoder->jpeg, TRUE);
    *header = (tegata_image_header){
        .width = decoder->jpeg.image_width,
        .height = decoder->jpeg.image_height,
        .component_count = (uint32_t)decoder->jpeg.num_components,
    };
    return true;
}

bool tegata_jpeg_decoder_start(tegata_jpeg_decoder *decoder, uint32_t reduction) {
    if (setjmp(decoder->error.target)) return false;
    decoder->jpeg.scale_num = 1;
    decoder->jpeg.scale_denom = reduction;
    decoder->jpeg.out_color_space = decoder->jpeg.num_components == 4 ? JCS_CMYK : JCS_RGB;
    library.jpeg_start_decompress(&decoder->jpeg);
    // Newer libraries also read lossless images, but ignore the reduction.
    const uint32_t width = decoder->jpeg.image_width / reduction + (decoder->jpeg.image_width % reduction > 0);
    const uint32_t height = decoder->jpeg.image_height / reduction + (decoder->jpeg.image_height % reduction > 0);
    const int component_count = decoder->jpeg.num_components == 4 ? 4 : 3;
    if (decoder->jpeg.output_width == width && decoder->jpeg.output_height == height &&
        decoder->jpeg.output_components == component_count) {
        return true;
    }
    tegata_codec_failure *failure = decoder->error.failure;
    snprintf(failure->message, sizeof failure->message, "the library cannot reduce an image of this kind");
    return false;
}

bool tegata_jpeg_decoder_read_rows(
    tegata_jpeg_decoder *decoder, uint8_t *rows, size_t bytes_per_row, uint32_t row_count) {
    if (setjmp(decoder->error.target)) return false;
    for (uint32_t row = 0; row < row_count; row++) {
        JSAMPROW destination = rows + row * bytes_per_row;
        library.jpeg_read_scanlines(&decoder->jpeg, &destination, 1);
    }
    return true;
}

bool tegata_jpeg_decoder_finish(tegata_jpeg_decoder *decoder) {
    if (setjmp(decoder->error.target)) return false;
    library.jpeg_finish_decompress(&decoder->jpeg);
    return true;
}

void tegata_jpeg_decoder_destroy(tegata_jpeg_decoder *decoder) {
    library.jpeg_destroy_decompress(&decoder->jpeg);
    free(decoder);
}

typedef struct {
    struct jpeg_compress_struct jpeg;
    error_state error;
    struct jpeg_destination_mgr destination;
    growing_file target;
} encoder_state;

static boolean make_room(j_compress_ptr jpeg) {
    encoder_state *state = jpeg->client_data;
    // The library calls this when it has filled the whole buffer.
    state->target.file.count = state->target.capacity;
    if (!grow(&state->target, 1)) ERREXIT1(jpeg, JERR_OUT_OF_MEMORY, 0);
    jpeg->dest->next_output_byte = state->target.file.bytes + state->target.file.count;
    jpeg->dest->free_in_buffer = state->target.capacity - state->target.file.count;
    return TRUE;
}

static void start_destination(j_compress_ptr jpeg) { make_room(jpeg); }

static void end_destination(j_compress_ptr jpeg) {
    encoder_state *state = jpeg->client_data;
    state->target.file.count = state->target.capacity - jpeg->dest->free_in_buffer;
}

tegata_encoded_file tegata_jpeg_encode(
    const uint8_t *rows, uint32_t width, uint32_t height, int quality, tegata_notes notes,
    tegata_codec_failure *failure) {
    tegata_encoded_file file = {NULL, 0};
    if (!is_loaded(failure)) return file;
    encoder_state *state = calloc(1, sizeof *state);
    if (state == NULL) {
        snprintf(failure->message, sizeof failure->message, "out of memory");
        return file;
    }
    struct jpeg_compress_struct *jpeg = &state->jpeg;
    jpeg->err = set_up_errors(&state->error, failure);
    jpeg->client_data = state;
    if (setjmp(state->error.target)) {
        library.jpeg_destroy_compress(&state->jpeg);
        free(state->target.file.bytes);
        free(state);
        return (tegata_encoded_file){NULL, 0};
    }
    jpeg_create_compress(jpeg);
    state->destination = (struct jpeg_destination_mgr){
        .init_destination = start_destination,
        .empty_output_buffer = make_room,
        .term_destination = end_destination,
    };
    jpeg->dest = &state->destination;
    jpeg->image_width = width;
    jpeg->image_height = height;
    jpeg->input_components = 3;
    jpeg->in_color_space = JCS_RGB;
    library.jpeg_set_defaults(jpeg);
    library.jpeg_set_quality(jpeg, quality, TRUE);
    library.jpeg_start_compress(jpeg, TRUE);
    note note;
    while (take_note(&notes, &note)) library.jpeg_write_marker(jpeg, note.kind[3], note.bytes, note.count);
    for (uint32_t row = 0; row < height; row++) {
        JSAMPROW source = (JSAMPROW)(rows + (size_t)3 * width * row);
        library.jpeg_write_scanlines(jpeg, &source, 1);
    }
    library.jpeg_finish_compress(jpeg);
    library.jpeg_destroy_compress(jpeg);
    file = state->target.file;
    free(state);
    return file;
}
