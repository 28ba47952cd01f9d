// Vector operations for 8-bit matrix products that Swift cannot express.
#ifndef TEGATA_INT8_H
#define TEGATA_INT8_H

#include "CTegataShims.h"

#define TEGATA_INT8_VECTOR(N)                                                                  \
    /* Rounded to the nearest float. */                                                        \
    TEGATA_INLINE tegata_float##N tegata_to_floats##N(tegata_int##N x) {                       \
        return __builtin_convertvector(x, tegata_float##N);                                    \
    }                                                                                          \
    /* The larger of `bits` and the bits of the magnitude of x. */                             \
    TEGATA_INLINE tegata_int##N tegata_larger_bits##N(tegata_int##N bits, tegata_float##N x) { \
        return __builtin_elementwise_max(bits, (tegata_int##N)x & 0x7fffffff);                 \
    }                                                                                          \
    TEGATA_INLINE int tegata_largest##N(tegata_int##N x) { return __builtin_reduce_max(x); }

TEGATA_INT8_VECTOR(4)
TEGATA_INT8_VECTOR(8)
TEGATA_INT8_VECTOR(16)

// Adds the products of four bytes and four signed weights to a sum. The bytes are signed on arm64 and unsigned
// elsewhere, because that is what the processors' instructions multiply.
TEGATA_INLINE int tegata_add_byte_products1(int sum, int bytes, int weights) {
    for (int shift = 0; shift < 32; shift += 8) {
#if defined(__aarch64__)
        const int byte = (signed char)(bytes >> shift);
#else
        const int byte = (unsigned char)(bytes >> shift);
#endif
        sum += byte * (signed char)(weights >> shift);
    }
    return sum;
}

// The same in each lane, exactly: no saturating instruction is used. Modules for other processors have no instructions
// for it and never call these functions.
#define TEGATA_ADD_EACH_BYTE_PRODUCT(N)                                                 \
    for (int lane = 0; lane < N; ++lane)                                                \
        sums[lane] = tegata_add_byte_products1(sums[lane], bytes[lane], weights[lane]); \
    return sums

TEGATA_INLINE tegata_int4 tegata_add_byte_products4(tegata_int4 sums, tegata_int4 bytes, tegata_int4 weights) {
#if defined(__ARM_FEATURE_DOTPROD)
    typedef __attribute__((neon_vector_type(16))) signed char operand;
    // Only the last operand may be a single word of a vector. 34 is clang's number for a vector of four ints.
    return (tegata_int4)__builtin_neon_vdotq_s32((operand)sums, (operand)weights, (operand)bytes, 34);
#else
    TEGATA_ADD_EACH_BYTE_PRODUCT(4);
#endif
}

TEGATA_INLINE tegata_int8 tegata_add_byte_products8(tegata_int8 sums, tegata_int8 bytes, tegata_int8 weights) {
#if defined(__AVXVNNI__) || defined(__AVX512VNNI__)
    return (tegata_int8)__builtin_ia32_vpdpbusd256(sums, bytes, weights);
#else
    TEGATA_ADD_EACH_BYTE_PRODUCT(8);
#endif
}

TEGATA_INLINE tegata_int16 tegata_add_byte_products16(tegata_int16 sums, tegata_int16 bytes, tegata_int16 weights) {
#if defined(__AVX512VNNI__)
    return (tegata_int16)__builtin_ia32_vpdpbusd512(sums, bytes, weights);
#else
    TEGATA_ADD_EACH_BYTE_PRODUCT(16);
#endif
}

// Processors without dot products add pairs of byte products as 16-bit numbers, and these to two-part sums. The sum of
// two products always fits into 16 bits, because no weight is -128.
TEGATA_INLINE tegata_int8 tegata_parts4(tegata_int4 sums) {
    return __builtin_shufflevector(sums, (tegata_int4)0, 0, 4, 1, 5, 2, 6, 3, 7);
}

TEGATA_INLINE tegata_int4 tegata_joined_parts4(tegata_int8 sums) { return sums.even + sums.odd; }

typedef signed char tegata_eight_bytes __attribute__((ext_vector_type(8)));
typedef signed char tegata_sixteen_bytes __attribute__((ext_vector_type(16)));
typedef short tegata_eight_halves __attribute__((ext_vector_type(8)));

TEGATA_INLINE tegata_eight_halves tegata_products_of_bytes(tegata_eight_bytes bytes, tegata_eight_bytes weights) {
    return __builtin_convertvector(bytes, tegata_eight_halves) * __builtin_convertvector(weights, tegata_eight_halves);
}

TEGATA_INLINE tegata_int4 tegata_add_neighbours(tegata_int4 sums, tegata_eight_halves products) {
#if defined(__aarch64__)
    typedef __attribute__((neon_vector_type(16))) signed char operand;
    // 34 is clang's number for a vector of four ints.
    return (tegata_int4)__builtin_neon_vpadalq_v((operand)sums, (operand)products, 34);
#else
    return sums + __builtin_convertvector(products.even, tegata_int4) +
           __builtin_convertvector(products.odd, tegata_int4);
#endif
}

TEGATA_INLINE tegata_int8 tegata_add_products_to_parts4(tegata_int8 sums, tegata_int4 bytes, tegata_int4 weights) {
    const tegata_sixteen_bytes x = (tegata_sixteen_bytes)bytes, w = (tegata_sixteen_bytes)weights;
    return __builtin_shufflevector(
        tegata_add_neighbours(sums.lo, tegata_products_of_bytes(x.lo, w.lo)),
        tegata_add_neighbours(sums.hi, tegata_products_of_bytes(x.hi, w.hi)), 0, 1, 2, 3, 4, 5, 6, 7);
}

TEGATA_INLINE tegata_int8 tegata_add_more_products_to_parts4(
    tegata_int8 sums, tegata_int4 bytes, tegata_int4 weights, tegata_int4 more_bytes, tegata_int4 more_weights) {
    const tegata_sixteen_bytes x = (tegata_sixteen_bytes)bytes, w = (tegata_sixteen_bytes)weights;
    const tegata_sixteen_bytes y = (tegata_sixteen_bytes)more_bytes, v = (tegata_sixteen_bytes)more_weights;
    return __builtin_shufflevector(
        tegata_add_neighbours(sums.lo, tegata_products_of_bytes(x.lo, w.lo) + tegata_products_of_bytes(y.lo, v.lo)),
        tegata_add_neighbours(sums.hi, tegata_products_of_bytes(x.hi, w.hi) + tegata_products_of_bytes(y.hi, v.hi)), 0,
        1, 2, 3, 4, 5, 6, 7);
}

// Whether this processor multiplies vectors of bytes and adds four products to each of `lanes` sums, using the
// instructions of a level of this grade.
static inline int tegata_has_byte_products(int lanes, int grade) {
#if defined(__aarch64__)
    if (grade < 2) return 1;
#endif
#if defined(__x86_64__)
    unsigned r[4];
    if (tegata_x86_level() < (lanes == 16 ? 4 : 3)) return 0;
    tegata_cpuid(7, 0, r);
    if (lanes == 16) return r[2] >> 11 & 1;  // AVX512-VNNI
    if (r[0] < 1) return 0;
    tegata_cpuid(7, 1, r);
    return r[0] >> 4 & 1;  // AVX-VNNI
#elif defined(__aarch64__) && defined(__APPLE__)
    return 1;
#elif defined(__aarch64__) && defined(__linux__)
    extern unsigned long tegata_auxiliary_value(unsigned long type) __asm__("getauxval");
    const unsigned long hwcap = 16, asimddp = 1 << 20;
    return (tegata_auxiliary_value(hwcap) & asimddp) != 0;
#elif defined(__aarch64__)
    unsigned long features;
    __asm__("mrs %0, ID_AA64ISAR0_EL1" : "=r"(features));
    return (features >> 44 & 15) != 0;
#else
    return 0;
#endif
}

#endif
