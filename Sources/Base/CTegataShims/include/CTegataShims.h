// Header-only helpers that Swift cannot express: vector selects, CPU identification, processor state and math
// functions. This is not an API; everything is static inline and needs no C library header.
#ifndef TEGATA_SHIMS_H
#define TEGATA_SHIMS_H

#define TEGATA_INLINE static inline __attribute__((always_inline))

// Double-precision functions of the C library, declared without its headers so that freestanding targets can use them.
static inline double tegata_exp(double x) { return __builtin_exp(x); }
static inline double tegata_tanh(double x) { return __builtin_tanh(x); }
static inline double tegata_sin(double x) { return __builtin_sin(x); }
static inline double tegata_cos(double x) { return __builtin_cos(x); }
static inline double tegata_atan2(double y, double x) { return __builtin_atan2(y, x); }
static inline float tegata_sinf(float x) { return __builtin_sinf(x); }
static inline float tegata_cosf(float x) { return __builtin_cosf(x); }
static inline float tegata_atan2f(float y, float x) { return __builtin_atan2f(y, x); }

// Whether the compiler may use instructions that convert float16; every arm64 processor has them.
#if defined(__F16C__) || defined(__aarch64__)
#define TEGATA_HAS_FLOAT16 1
#else
#define TEGATA_HAS_FLOAT16 0
#endif

// WebAssembly has no float16 type, only its bits.
#if defined(__wasm__)
#define TEGATA_FLOAT16_CODE(...)
#else
#define TEGATA_FLOAT16_CODE(...) __VA_ARGS__
#endif

// Vector operations that the Swift standard library turns into one branch per lane. Swift sees the types as
// SIMDn<Float>. The order of the operands of "larger" and "smaller" matters for NaN: if either operand is NaN, the
// result is `b`.
#define TEGATA_VECTOR(N)                                                                                            \
    typedef float tegata_float##N __attribute__((ext_vector_type(N)));                                              \
    typedef int tegata_int##N __attribute__((ext_vector_type(N)));                                                  \
    typedef unsigned char tegata_bytes##N __attribute__((ext_vector_type(N)));                                      \
    TEGATA_INLINE tegata_float##N tegata_larger##N(tegata_float##N a, tegata_float##N b) { return a > b ? a : b; }  \
    TEGATA_INLINE tegata_float##N tegata_smaller##N(tegata_float##N a, tegata_float##N b) { return a < b ? a : b; } \
    /* `whenNegative` where x < 0, otherwise (also for NaN and -0) `otherwise`. */                                  \
    TEGATA_INLINE tegata_float##N tegata_select_negative##N(                                                        \
        tegata_float##N x, tegata_float##N whenNegative, tegata_float##N otherwise) {                               \
        return x < (tegata_float##N)0.0f ? whenNegative : otherwise;                                                \
    }                                                                                                               \
    TEGATA_INLINE tegata_float##N tegata_magnitude##N(tegata_float##N x) {                                          \
        return (tegata_float##N)((tegata_int##N)x & 0x7fffffff);                                                    \
    }                                                                                                               \
    /* The magnitude of x, which must not be negative, with the sign of `sign`. */                                  \
    TEGATA_INLINE tegata_float##N tegata_with_sign##N(tegata_float##N x, tegata_float##N sign) {                    \
        return (tegata_float##N)((tegata_int##N)x | ((tegata_int##N)sign & (int)0x80000000));                       \
    }                                                                                                               \
    /* x * 2^n where `shifted` holds n in the low bits of its mantissa (n + 1.5 * 2^23); x * 2^n must be normal. */ \
    TEGATA_INLINE tegata_float##N tegata_scale##N(tegata_float##N x, tegata_float##N shifted) {                     \
        return (tegata_float##N)((tegata_int##N)x + ((tegata_int##N)shifted << 23));                                \
    }                                                                                                               \
    TEGATA_INLINE tegata_bytes##N tegata_low_bytes##N(tegata_float##N x) {                                          \
        return __builtin_convertvector((tegata_int##N)x, tegata_bytes##N);                                          \
    }                                                                                                               \
    /* IEEE binary16 to binary32, exact for every value; subnormals do not pass through a subnormal float. */       \
    typedef unsigned short tegata_f16_bits##N __attribute__((ext_vector_type(N)));                                  \
    TEGATA_FLOAT16_CODE(typedef _Float16 tegata_native_float16_##N __attribute__((ext_vector_type(N)));)            \
    TEGATA_INLINE tegata_float##N tegata_widen##N(tegata_f16_bits##N x) {                                           \
        TEGATA_FLOAT16_CODE(                                                                                        \
            if (TEGATA_HAS_FLOAT16) return __builtin_convertvector((tegata_native_float16_##N)x, tegata_float##N);) \
        tegata_int##N bits = __builtin_convertvector(x, tegata_int##N);                                             \
        tegata_int##N exponent = bits & 0x7c00;                                                                     \
        tegata_int##N value = ((bits & 0x7fff) << 13) + (112 << 23);                                                \
        value = exponent == 0x7c00 ? value + (112 << 23) : value;                                                   \
        tegata_float##N subnormal = (tegata_float##N)(value + (1 << 23)) - 0x1p-14f;                                \
        value = exponent == 0 ? (tegata_int##N)subnormal : value;                                                   \
        return (tegata_float##N)(value | ((bits & 0x8000) << 16));                                                  \
    }                                                                                                               \
    /* binary32 to IEEE binary16, to the nearest; for levels of float16, which have instructions for it. */         \
    TEGATA_FLOAT16_CODE(TEGATA_INLINE tegata_f16_bits##N tegata_narrow##N(tegata_float##N x) {                      \
        return (tegata_f16_bits##N) __builtin_convertvector(x, tegata_native_float16_##N);                          \
    })

TEGATA_VECTOR(4)
TEGATA_VECTOR(8)
TEGATA_VECTOR(16)

// a * b + c for WebAssembly, rounded only once if compiled with relaxed vectors for a processor that supports it.
#if defined(__wasm_relaxed_simd__)
TEGATA_INLINE tegata_float4 tegata_multiply_add4(tegata_float4 a, tegata_float4 b, tegata_float4 c) {
    return __builtin_wasm_relaxed_madd_f32x4(a, b, c);
}
#elif defined(__wasm__)
TEGATA_INLINE tegata_float4 tegata_multiply_add4(tegata_float4 a, tegata_float4 b, tegata_float4 c) {
    return a * b + c;
}
#endif
#if defined(__wasm__)
// The vector at an offset, which becomes part of the instruction if it is constant.
TEGATA_INLINE tegata_float4 tegata_vector4(const float *x, long offset) {
    typedef float unaligned __attribute__((ext_vector_type(4), aligned(4)));
    return *(const unaligned *)(x + offset);
}
// x + 1, which the compiler cannot replace with a sum that involves a counter.
TEGATA_INLINE const float *tegata_next_number(const float *x) {
    ++x;
    __asm__("" : "+r"(x));
    return x;
}
#endif

// Vectors of float16, for levels that compute with them. Swift sees the types as SIMDn<Float16>.
#if !defined(__wasm__)
#define TEGATA_FLOAT16_VECTOR(N)                                                                                       \
    typedef _Float16 tegata_f16x##N __attribute__((ext_vector_type(N)));                                               \
    typedef float tegata_wide_##N __attribute__((ext_vector_type(N)));                                                 \
    TEGATA_INLINE tegata_f16x##N tegata_repeated##N##_f16(_Float16 x) { return (tegata_f16x##N)x; }                    \
    TEGATA_INLINE tegata_f16x##N tegata_sum##N##_f16(tegata_f16x##N a, tegata_f16x##N b) { return a + b; }             \
    TEGATA_INLINE tegata_f16x##N tegata_difference##N##_f16(tegata_f16x##N a, tegata_f16x##N b) { return a - b; }      \
    TEGATA_INLINE tegata_f16x##N tegata_product##N##_f16(tegata_f16x##N a, tegata_f16x##N b) { return a * b; }         \
    TEGATA_INLINE tegata_f16x##N tegata_ratio##N##_f16(tegata_f16x##N a, tegata_f16x##N b) { return a / b; }           \
    /* a * b + c, rounded once. */                                                                                     \
    TEGATA_INLINE tegata_f16x##N tegata_multiply_add##N##_f16(tegata_f16x##N a, tegata_f16x##N b, tegata_f16x##N c) {  \
        return __builtin_elementwise_fma(a, b, c);                                                                     \
    }                                                                                                                  \
    /* If one operand is NaN, the result is `b`. */                                                                    \
    TEGATA_INLINE tegata_f16x##N tegata_larger##N##_f16(tegata_f16x##N a, tegata_f16x##N b) { return a > b ? a : b; }  \
    TEGATA_INLINE tegata_f16x##N tegata_smaller##N##_f16(tegata_f16x##N a, tegata_f16x##N b) { return a < b ? a : b; } \
    TEGATA_INLINE tegata_f16x##N tegata_select_negative##N##_f16(                                                      \
        tegata_f16x##N x, tegata_f16x##N whenNegative, tegata_f16x##N otherwise) {                                     \
        return x < (tegata_f16x##N)0 ? whenNegative : otherwise;                                                       \
    }                                                                                                                  \
    TEGATA_INLINE tegata_f16x##N tegata_rounded##N##_f16(tegata_wide_##N x) {                                          \
        return __builtin_convertvector(x, tegata_f16x##N);                                                             \
    }

TEGATA_FLOAT16_VECTOR(8)
TEGATA_FLOAT16_VECTOR(16)
TEGATA_FLOAT16_VECTOR(32)
#endif

// Returns a vector whose contents are hidden from the compiler, if registers are wide enough.
#if defined(__AVX512F__)
#define TEGATA_HIDE(v) __asm__("" : "+v"(v))
#else
#define TEGATA_HIDE(v)
#endif
TEGATA_INLINE tegata_float16 tegata_opaque16(tegata_float16 v) {
    TEGATA_HIDE(v);
    return v;
}
TEGATA_FLOAT16_CODE(TEGATA_INLINE tegata_f16x32 tegata_opaque32_f16(tegata_f16x32 v) {
    TEGATA_HIDE(v);
    return v;
})

// Returns a vector after loading it into a register, on processors with 16 vector registers and in browsers, which use
// no more than that. Otherwise, the compiler would reorder sums and keep some of them in memory.
#if defined(__x86_64__) && !defined(__AVX512F__)
#define TEGATA_IN_ORDER(v) __asm__ volatile("" : "+x"(v))
#elif defined(__wasm__)
#define TEGATA_IN_ORDER(v) __asm__ volatile("" : "+r"(v))
#else
#define TEGATA_IN_ORDER(v)
#endif
TEGATA_INLINE tegata_float4 tegata_in_order4(tegata_float4 v) {
    TEGATA_IN_ORDER(v);
    return v;
}
TEGATA_INLINE tegata_float8 tegata_in_order8(tegata_float8 v) {
#if defined(__AVX__)
    TEGATA_IN_ORDER(v);
#endif
    return v;
}

// Returns a number from memory, broadcast by a separate load instruction.
TEGATA_INLINE tegata_float8 tegata_repeated8(const float *x) {
#if defined(__AVX512F__)
    tegata_float8 v;
    __asm__("vbroadcastss %1, %0" : "=v"(v) : "m"(*x));
    return v;
#else
    return (tegata_float8)*x;
#endif
}

// Transposes four rows of four numbers each.
typedef struct {
    tegata_float4 a, b, c, d;
} tegata_rows4;

TEGATA_INLINE tegata_rows4 tegata_transpose4(tegata_float4 a, tegata_float4 b, tegata_float4 c, tegata_float4 d) {
    tegata_float4 ab01 = __builtin_shufflevector(a, b, 0, 4, 1, 5), ab23 = __builtin_shufflevector(a, b, 2, 6, 3, 7);
    tegata_float4 cd01 = __builtin_shufflevector(c, d, 0, 4, 1, 5), cd23 = __builtin_shufflevector(c, d, 2, 6, 3, 7);
    tegata_rows4 rows = {
        __builtin_shufflevector(ab01, cd01, 0, 1, 4, 5),
        __builtin_shufflevector(ab01, cd01, 2, 3, 6, 7),
        __builtin_shufflevector(ab23, cd23, 0, 1, 4, 5),
        __builtin_shufflevector(ab23, cd23, 2, 3, 6, 7),
    };
    return rows;
}

// The same for float16, as bits.
typedef struct {
    tegata_f16_bits4 a, b, c, d;
} tegata_float16_rows4;

TEGATA_INLINE tegata_float16_rows4
tegata_transpose4_f16(tegata_f16_bits4 a, tegata_f16_bits4 b, tegata_f16_bits4 c, tegata_f16_bits4 d) {
    tegata_f16_bits4 ab01 = __builtin_shufflevector(a, b, 0, 4, 1, 5), ab23 = __builtin_shufflevector(a, b, 2, 6, 3, 7);
    tegata_f16_bits4 cd01 = __builtin_shufflevector(c, d, 0, 4, 1, 5), cd23 = __builtin_shufflevector(c, d, 2, 6, 3, 7);
    tegata_float16_rows4 rows = {
        __builtin_shufflevector(ab01, cd01, 0, 1, 4, 5),
        __builtin_shufflevector(ab01, cd01, 2, 3, 6, 7),
        __builtin_shufflevector(ab23, cd23, 0, 1, 4, 5),
        __builtin_shufflevector(ab23, cd23, 2, 3, 6, 7),
    };
    return rows;
}

TEGATA_INLINE float tegata_widen1(unsigned short bits) {
    tegata_f16_bits4 vector = bits;
    return tegata_widen4(vector).x;
}

// The x86-64 psABI level that the CPU and the operating system support: 3 has AVX2, FMA and F16C; 4 has AVX-512 F, BW,
// CD, DQ and VL.
#if defined(__x86_64__)
TEGATA_INLINE void tegata_cpuid(unsigned leaf, unsigned subleaf, unsigned registers[4]) {
    __asm__ volatile("cpuid"
                     : "=a"(registers[0]), "=b"(registers[1]), "=c"(registers[2]), "=d"(registers[3])
                     : "a"(leaf), "c"(subleaf));
}

static inline int tegata_x86_level(void) {
    unsigned r[4];
    tegata_cpuid(0, 0, r);
    if (r[0] < 7) return 1;
    tegata_cpuid(1, 0, r);
    const unsigned fma = 1u << 12, movbe = 1u << 22, osxsave = 1u << 27, avx = 1u << 28, f16c = 1u << 29;
    const unsigned needed = fma | movbe | osxsave | avx | f16c;
    if ((r[2] & needed) != needed) return 1;
    unsigned enabled, ignored;
    __asm__ volatile("xgetbv" : "=a"(enabled), "=d"(ignored) : "c"(0));
    if ((enabled & 0x06) != 0x06) return 1;
    tegata_cpuid(0x80000000u, 0, r);
    if (r[0] < 0x80000001u) return 1;
    tegata_cpuid(0x80000001u, 0, r);
    if (!(r[2] & (1u << 5))) return 1;  // LZCNT
    tegata_cpuid(7, 0, r);
    const unsigned bmi1 = 1u << 3, avx2 = 1u << 5, bmi2 = 1u << 8;
    if ((r[1] & (bmi1 | avx2 | bmi2)) != (bmi1 | avx2 | bmi2)) return 1;
    const unsigned f = 1u << 16, dq = 1u << 17, cd = 1u << 28, bw = 1u << 30, vl = 1u << 31;
    if ((r[1] & (f | dq | cd | bw | vl)) != (f | dq | cd | bw | vl)) return 3;
    return (enabled & 0xe6) == 0xe6 ? 4 : 3;
}
#endif

// Whether this processor has a fused multiply-add that the system lets programs use. On the other architectures that
// support an external library, every processor has one.
static inline int tegata_has_fused_multiply_add(void) {
#if defined(__x86_64__)
    unsigned r[4];
    tegata_cpuid(1, 0, r);
    const unsigned fma = 1u << 12, osxsave = 1u << 27, avx = 1u << 28;
    if ((r[2] & (fma | osxsave | avx)) != (fma | osxsave | avx)) return 0;
    unsigned enabled, ignored;
    __asm__ volatile("xgetbv" : "=a"(enabled), "=d"(ignored) : "c"(0));
    return (enabled & 0x06) == 0x06;
#else
    return 1;
#endif
}

// Whether this processor has instructions for computing with float16 vectors.
static inline int tegata_has_float16_arithmetic(void) {
#if defined(__x86_64__)
    if (tegata_x86_level() < 4) return 0;
    unsigned r[4];
    tegata_cpuid(7, 0, r);
    return r[3] >> 23 & 1;
#elif defined(__aarch64__) && defined(__APPLE__)
    return 1;
#elif defined(__aarch64__) && defined(__linux__)
    extern unsigned long tegata_auxiliary_value(unsigned long type) __asm__("getauxval");
    const unsigned long hwcap = 16, fphp = 1 << 9, asimdhp = 1 << 10;
    return (tegata_auxiliary_value(hwcap) & (fphp | asimdhp)) == (fphp | asimdhp);
#elif defined(__aarch64__)
    // Without an operating system, read this register; Linux also lets programs read it.
    unsigned long features;
    __asm__("mrs %0, ID_AA64PFR0_EL1" : "=r"(features));
    const unsigned long scalars = features >> 16 & 15, vectors = features >> 20 & 15;
    return scalars == 1 && vectors == 1;
#else
    return 0;
#endif
}

// Whether this processor has instructions for the checksum of zip archives. The function below, which continues a
// checksum with further bytes, may be called only on such a processor.
#if defined(__aarch64__)
static inline int tegata_has_checksums(void) {
#if defined(__APPLE__)
    return 1;
#elif defined(__linux__)
    extern unsigned long tegata_auxiliary_value(unsigned long type) __asm__("getauxval");
    const unsigned long hwcap = 16, crc32 = 1 << 7;
    return (tegata_auxiliary_value(hwcap) & crc32) != 0;
#else
    unsigned long features;
    __asm__("mrs %0, ID_AA64ISAR0_EL1" : "=r"(features));
    return (features >> 16 & 15) != 0;
#endif
}

__attribute__((target("crc"))) static inline unsigned tegata_add_to_checksum(
    unsigned checksum, const void *bytes, unsigned long count) {
    const unsigned char *next = (const unsigned char *)bytes;
    for (; count >= 32; count -= 32, next += 32) {
        unsigned long long words[4];
        __builtin_memcpy(words, next, sizeof words);
        checksum = __builtin_arm_crc32d(checksum, words[0]);
        checksum = __builtin_arm_crc32d(checksum, words[1]);
        checksum = __builtin_arm_crc32d(checksum, words[2]);
        checksum = __builtin_arm_crc32d(checksum, words[3]);
    }
    for (; count > 0; --count) checksum = __builtin_arm_crc32b(checksum, *next++);
    return checksum;
}
#endif

// The C library's getenv under a different Swift name, so that no C header is needed and no declarations conflict.
extern const char *tegata_environment(const char *name) __asm__("getenv");

#endif
