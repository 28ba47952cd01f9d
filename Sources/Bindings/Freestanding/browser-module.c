// The C side of the module for browsers: its exports, memory for Swift, and what happens when there is none.
#include "tegata_web.h"

#include <stddef.h>

#define EXPORT(name) __attribute__((export_name(#name))) name

// Of TegataWeb.
void tegata_web_swift_clear_options(void);
int32_t tegata_web_swift_set_number(const void *input, int32_t name_size, double value);
int32_t tegata_web_swift_set_bytes(const void *input, int32_t name_size, int32_t size);
int32_t tegata_web_swift_open(const void *input, int32_t size);
int32_t tegata_web_swift_start(void);
int32_t tegata_web_swift_run(
    const void *input, int32_t size, int32_t format, int32_t width, int32_t height, int32_t is_bt709,
    int32_t is_full_range, int32_t rotation_degrees, int32_t is_mirrored, int32_t has_region, float left, float top,
    float right, float bottom, int32_t is_frame, double milliseconds);
void tegata_web_swift_reset(void);
void tegata_web_swift_finish(void);
void tegata_web_swift_text(void (*body)(const char *bytes, intptr_t count));

// Of the C library.
void *malloc(size_t size);
void free(void *memory);
int __real_posix_memalign(void **memory, size_t alignment, size_t size);

// The linker puts these in the place of what Swift asks the C library for.
int __wrap_posix_memalign(void **memory, size_t alignment, size_t size);
void arc4random_buf(void *bytes, size_t count);
int putchar(int character);

// Of the level that is linked.
int tegata_has_relaxed_level(void);
int tegata_has_relaxed_level(void) { return RELAXED; }

static void *input;
static uint32_t input_size;
static int32_t is_exhausted;
static const char *text;
static int32_t text_size;

int __wrap_posix_memalign(void **memory, size_t alignment, size_t size) {
    int status = __real_posix_memalign(memory, alignment, size);
    if (status) is_exhausted = 1;
    return status;
}

// Seeds of hash tables: always the same, so that every run is.
void arc4random_buf(void *bytes, size_t count) {
    for (size_t index = 0; index < count; ++index) ((unsigned char *)bytes)[index] = 0x9d;
}

// Where Swift would write before it traps.
int putchar(int character) { return character; }

void *EXPORT(tegata_web_input)(uint32_t size) {
    if (size > input_size || size == 0) {
        free(input);
        input = size ? malloc(size) : 0;
        input_size = input ? size : 0;
    }
    return input;
}

// Whether the input has so many bytes; all arguments of JavaScript are checked against it.
static int has_input(int32_t first, int32_t second) {
    return first >= 0 && second >= 0 && (uint64_t)first + (uint64_t)second <= input_size;
}

void EXPORT(tegata_web_clear_options)(void) { tegata_web_swift_clear_options(); }

int32_t EXPORT(tegata_web_set_number)(int32_t name_size, double value) {
    return has_input(name_size, 0) && tegata_web_swift_set_number(input, name_size, value);
}

int32_t EXPORT(tegata_web_set_bytes)(int32_t name_size, int32_t size) {
    return has_input(name_size, size) && tegata_web_swift_set_bytes(input, name_size, size);
}

int32_t EXPORT(tegata_web_open)(int32_t size) { return has_input(size, 0) && tegata_web_swift_open(input, size); }

int32_t EXPORT(tegata_web_start)(void) { return tegata_web_swift_start(); }

int32_t EXPORT(tegata_web_run)(
    int32_t size, int32_t format, int32_t width, int32_t height, int32_t is_bt709, int32_t is_full_range,
    int32_t rotation_degrees, int32_t is_mirrored, int32_t has_region, float left, float top, float right, float bottom,
    int32_t is_frame, double milliseconds) {
    return has_input(size, 0) && tegata_web_swift_run(
                                     input, size, format, width, height, is_bt709, is_full_range, rotation_degrees,
                                     is_mirrored, has_region, left, top, right, bottom, is_frame, milliseconds);
}

void EXPORT(tegata_web_finish)(void) { tegata_web_swift_finish(); }

void EXPORT(tegata_web_reset)(void) { tegata_web_swift_reset(); }

static void keep(const char *bytes, intptr_t count) {
    text = bytes;
    text_size = (int32_t)count;
}

const char *EXPORT(tegata_web_text)(void) {
    tegata_web_swift_text(keep);
    return text;
}

int32_t EXPORT(tegata_web_text_size)(void) {
    tegata_web_swift_text(keep);
    return text_size;
}

int32_t EXPORT(tegata_web_is_relaxed)(void) { return RELAXED; }
int32_t EXPORT(tegata_web_is_exhausted)(void) { return is_exhausted; }
