// Operations on integer vectors that the Swift standard library would compute one number at a time. Swift sees the
// types as SIMDn<…>.
#ifndef TEGATA_VECTORS_H
#define TEGATA_VECTORS_H

#include "CTegataShims.h"

#include <stdint.h>

typedef int16_t tegata_shorts8 __attribute__((ext_vector_type(8)));
typedef uint16_t tegata_words8 __attribute__((ext_vector_type(8)));

TEGATA_INLINE tegata_shorts8 tegata_lower_interleaved(tegata_shorts8 x, tegata_shorts8 y) {
    return __builtin_shufflevector(x, y, 0, 8, 1, 9, 2, 10, 3, 11);
}

TEGATA_INLINE tegata_shorts8 tegata_upper_interleaved(tegata_shorts8 x, tegata_shorts8 y) {
    return __builtin_shufflevector(x, y, 4, 12, 5, 13, 6, 14, 7, 15);
}

// The sums of the products of adjacent numbers.
TEGATA_INLINE tegata_int4 tegata_sums_of_products(tegata_shorts8 x, int16_t a, int16_t b) {
#if defined(__SSE2__)
    return (tegata_int4)__builtin_ia32_pmaddwd128(x, (tegata_shorts8){a, b, a, b, a, b, a, b});
#else
    return __builtin_convertvector(x.even, tegata_int4) * a + __builtin_convertvector(x.odd, tegata_int4) * b;
#endif
}

// a * x + b * y
TEGATA_INLINE tegata_int8 tegata_weighted_sum(tegata_shorts8 x, tegata_shorts8 y, int16_t a, int16_t b) {
    return __builtin_shufflevector(
        tegata_sums_of_products(tegata_lower_interleaved(x, y), a, b),
        tegata_sums_of_products(tegata_upper_interleaved(x, y), a, b), 0, 1, 2, 3, 4, 5, 6, 7);
}

// The same for the first four numbers.
TEGATA_INLINE tegata_int4 tegata_weighted_sum4(tegata_shorts8 x, tegata_shorts8 y, int16_t a, int16_t b) {
    return tegata_sums_of_products(tegata_lower_interleaved(x, y), a, b);
}

TEGATA_INLINE tegata_int8 tegata_widened(tegata_shorts8 x) { return __builtin_convertvector(x, tegata_int8); }

// The nearest 16-bit numbers.
TEGATA_INLINE tegata_shorts8 tegata_narrowed(tegata_int8 x) {
    tegata_int8 small =
        __builtin_elementwise_min(__builtin_elementwise_max(x, (tegata_int8)-32768), (tegata_int8)32767);
    return __builtin_convertvector(small, tegata_shorts8);
}

// The same for four numbers, followed by other ones.
TEGATA_INLINE tegata_shorts8 tegata_narrowed4(tegata_int4 x) {
    tegata_int4 small =
        __builtin_elementwise_min(__builtin_elementwise_max(x, (tegata_int4)-32768), (tegata_int4)32767);
    return __builtin_convertvector(__builtin_shufflevector(small, small, 0, 1, 2, 3, 0, 1, 2, 3), tegata_shorts8);
}

// The nearest unsigned 8-bit numbers.
TEGATA_INLINE tegata_bytes8 tegata_bytes_near(tegata_shorts8 x) {
    tegata_shorts8 small =
        __builtin_elementwise_min(__builtin_elementwise_max(x, (tegata_shorts8)0), (tegata_shorts8)255);
    return __builtin_convertvector(small, tegata_bytes8);
}

// The upper halves of a * x.
TEGATA_INLINE tegata_shorts8 tegata_upper_product(tegata_shorts8 x, int16_t a) {
    return __builtin_convertvector(__builtin_convertvector(x, tegata_int8) * a >> 16, tegata_shorts8);
}

TEGATA_INLINE tegata_words8 tegata_widened_bytes(tegata_bytes8 x) { return __builtin_convertvector(x, tegata_words8); }

TEGATA_INLINE tegata_shorts8 tegata_widened_shorts(tegata_bytes8 x) {
    return __builtin_convertvector(x, tegata_shorts8);
}

TEGATA_INLINE tegata_bytes8 tegata_lower_bytes(tegata_words8 x) { return __builtin_convertvector(x, tegata_bytes8); }

// The lower bytes of x, each followed by the lower byte of y.
TEGATA_INLINE tegata_bytes16 tegata_interleaved_bytes(tegata_words8 x, tegata_words8 y) {
    return (tegata_bytes16)((x & 0xFF) | y << 8);
}

typedef struct {
    uint64_t a, b, c;
} tegata_eight_pixels;

// Red, green and blue of eight pixels, one pixel after another.
TEGATA_INLINE tegata_eight_pixels tegata_pixels(tegata_bytes8 red, tegata_bytes8 green, tegata_bytes8 blue) {
    typedef uint16_t words __attribute__((ext_vector_type(16)));
    typedef uint64_t pairs __attribute__((ext_vector_type(4)));
    tegata_words8 low = __builtin_convertvector(red, tegata_words8) | __builtin_convertvector(green, tegata_words8)
                                                                          << 8;
    tegata_words8 high = __builtin_convertvector(blue, tegata_words8);
    words both = __builtin_shufflevector(low, high, 0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15);
    pairs pixels = (pairs)both;
    // Two pixels in the lower six bytes of each number.
    pixels = (pixels & 0xFFFFFF) | (pixels >> 8 & 0xFFFFFF000000);
    return (tegata_eight_pixels){
        pixels[0] | pixels[1] << 48, pixels[1] >> 16 | pixels[2] << 32, pixels[2] >> 32 | pixels[3] << 16};
}
#endif
