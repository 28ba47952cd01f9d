// Vector operations on pixels that Swift cannot express. Swift sees the types as SIMDn<Scalar>.
#ifndef TEGATA_PIXELS_H
#define TEGATA_PIXELS_H

#define TEGATA_PIXEL_INLINE static inline __attribute__((always_inline))

typedef unsigned char tegata_byte8 __attribute__((ext_vector_type(8)));
typedef unsigned char tegata_byte16 __attribute__((ext_vector_type(16)));
typedef unsigned short tegata_channel8 __attribute__((ext_vector_type(8)));
typedef unsigned short tegata_channel16 __attribute__((ext_vector_type(16)));
typedef int tegata_sum4 __attribute__((ext_vector_type(4)));
typedef int tegata_sum8 __attribute__((ext_vector_type(8)));
typedef int tegata_sum16 __attribute__((ext_vector_type(16)));
typedef float tegata_value4 __attribute__((ext_vector_type(4)));
typedef float tegata_value8 __attribute__((ext_vector_type(8)));

TEGATA_PIXEL_INLINE tegata_channel8 tegata_widen_bytes8(tegata_byte8 bytes) {
    return __builtin_convertvector(bytes, tegata_channel8);
}
TEGATA_PIXEL_INLINE tegata_channel16 tegata_widen_bytes16(tegata_byte16 bytes) {
    return __builtin_convertvector(bytes, tegata_channel16);
}

// Interleaves two adjacent pixels of three or four channels into pairs: r0 r1 g0 g1 b0 b1 x x.
TEGATA_PIXEL_INLINE tegata_channel8 tegata_pair3(tegata_channel8 v) {
    return __builtin_shufflevector(v, v, 0, 3, 1, 4, 2, 5, 3, 6);
}
TEGATA_PIXEL_INLINE tegata_channel8 tegata_pair4(tegata_channel8 v) {
    return __builtin_shufflevector(v, v, 0, 4, 1, 5, 2, 6, 3, 7);
}
// The same for pixels that have blue first in memory.
TEGATA_PIXEL_INLINE tegata_channel8 tegata_pair4_reversed(tegata_channel8 v) {
    return __builtin_shufflevector(v, v, 2, 6, 1, 5, 0, 4, 3, 7);
}

// a[2i] * b[2i] + a[2i + 1] * b[2i + 1], for values below 2^15.
TEGATA_PIXEL_INLINE tegata_sum4 tegata_add_products(tegata_channel8 a, tegata_channel8 b) {
    typedef short signed8 __attribute__((ext_vector_type(8)));
    typedef int wide8 __attribute__((ext_vector_type(8)));
    wide8 products = __builtin_convertvector((signed8)a, wide8) * __builtin_convertvector((signed8)b, wide8);
    return __builtin_shufflevector(products, products, 0, 2, 4, 6) +
           __builtin_shufflevector(products, products, 1, 3, 5, 7);
}

// (sum + 512) / 1024 as floats; sums must not be negative.
TEGATA_PIXEL_INLINE tegata_value4 tegata_quotient4(tegata_sum4 sum) {
    return __builtin_convertvector((sum + 512) >> 10, tegata_value4);
}

// The same for two points at once, whose taps or weights are consecutive.
typedef unsigned short tegata_channel4 __attribute__((ext_vector_type(4)));
TEGATA_PIXEL_INLINE tegata_channel16 tegata_spread_nearer(tegata_channel4 w) {
    return __builtin_shufflevector(w, w, 0, 0, 0, 0, 0, 0, 0, 0, 2, 2, 2, 2, 2, 2, 2, 2);
}
TEGATA_PIXEL_INLINE tegata_channel16 tegata_spread_farther(tegata_channel4 w) {
    return __builtin_shufflevector(w, w, 1, 1, 1, 1, 1, 1, 1, 1, 3, 3, 3, 3, 3, 3, 3, 3);
}
TEGATA_PIXEL_INLINE tegata_channel16 tegata_spread_both(tegata_channel4 w) {
    return __builtin_shufflevector(w, w, 0, 1, 0, 1, 0, 1, 0, 1, 2, 3, 2, 3, 2, 3, 2, 3);
}
TEGATA_PIXEL_INLINE tegata_channel16 tegata_pair3_twice(tegata_channel16 v) {
    return __builtin_shufflevector(v, v, 0, 3, 1, 4, 2, 5, 3, 6, 8, 11, 9, 12, 10, 13, 11, 14);
}
TEGATA_PIXEL_INLINE tegata_channel16 tegata_pair4_twice(tegata_channel16 v) {
    return __builtin_shufflevector(v, v, 0, 4, 1, 5, 2, 6, 3, 7, 8, 12, 9, 13, 10, 14, 11, 15);
}
TEGATA_PIXEL_INLINE tegata_channel16 tegata_pair4_reversed_twice(tegata_channel16 v) {
    return __builtin_shufflevector(v, v, 2, 6, 1, 5, 0, 4, 3, 7, 10, 14, 9, 13, 8, 12, 11, 15);
}
TEGATA_PIXEL_INLINE tegata_sum8 tegata_add_products_twice(tegata_channel16 a, tegata_channel16 b) {
    typedef short signed16 __attribute__((ext_vector_type(16)));
    typedef int wide16 __attribute__((ext_vector_type(16)));
    wide16 products = __builtin_convertvector((signed16)a, wide16) * __builtin_convertvector((signed16)b, wide16);
    return __builtin_shufflevector(products, products, 0, 2, 4, 6, 8, 10, 12, 14) +
           __builtin_shufflevector(products, products, 1, 3, 5, 7, 9, 11, 13, 15);
}
TEGATA_PIXEL_INLINE tegata_value8 tegata_quotient8(tegata_sum8 sum) {
    return __builtin_convertvector((sum + 512) >> 10, tegata_value8);
}

// Numerators of pixel coordinates and their common denominators, for N columns at a time.
#define TEGATA_COORDINATES(N)                                                                                \
    typedef double tegata_double##N __attribute__((ext_vector_type(N)));                                     \
    typedef long long tegata_long##N __attribute__((ext_vector_type(N)));                                    \
    typedef int tegata_index##N __attribute__((ext_vector_type(N)));                                         \
    /* 32 / w, and 0 if w is 0. */                                                                           \
    TEGATA_PIXEL_INLINE tegata_double##N tegata_weight##N(tegata_double##N w) {                              \
        return w == 0.0 ? (tegata_double##N)0.0 : (tegata_double##N)32.0 / w;                                \
    }                                                                                                        \
    /* Limited to +-2^30, which is far outside any image, and rounded half to even: adding 1.5 * 2^52 leaves \
       the integer in the low bits. */                                                                       \
    TEGATA_PIXEL_INLINE tegata_index##N tegata_round##N(tegata_double##N x) {                                \
        const tegata_double##N low = -0x1p30, high = 0x1p30;                                                 \
        x = x > low ? x : low;                                                                               \
        x = x < high ? x : high;                                                                             \
        return __builtin_convertvector((tegata_long##N)(x + 0x1.8p52), tegata_index##N);                     \
    }

TEGATA_COORDINATES(2)
TEGATA_COORDINATES(4)
TEGATA_COORDINATES(8)

// Converts fixed-point colours with 16 fractional bits to bytes, with saturation: four pixels with four channels each.
TEGATA_PIXEL_INLINE tegata_byte16 tegata_colors(tegata_sum4 a, tegata_sum4 b, tegata_sum4 c, tegata_sum4 d) {
    tegata_sum8 ab = __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7);
    tegata_sum8 cd = __builtin_shufflevector(c, d, 0, 1, 2, 3, 4, 5, 6, 7);
    tegata_sum16 all = __builtin_shufflevector(ab, cd, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15) >> 16;
    const tegata_sum16 low = 0, high = 255;
    all = all > low ? all : low;
    all = all < high ? all : high;
    return __builtin_convertvector(all, tegata_byte16);
}

// Prefetches a cache line that will be read soon; any address is allowed.
TEGATA_PIXEL_INLINE void tegata_prefetch(const void *address) { __builtin_prefetch(address, 0, 3); }
// The same, but not into the cache nearest to the core.
TEGATA_PIXEL_INLINE void tegata_prefetch_far(const void *address) { __builtin_prefetch(address, 0, 2); }

#endif
