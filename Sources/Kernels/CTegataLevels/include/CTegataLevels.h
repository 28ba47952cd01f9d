// The contents of levels.def as data. This is not an API and needs no C library header.
#ifndef TEGATA_LEVELS_H
#define TEGATA_LEVELS_H

// Code for an architecture exists only if the compiler targets it.
#if defined(__x86_64__)
#define TEGATA_ON_x86_64(...) __VA_ARGS__
#else
#define TEGATA_ON_x86_64(...)
#endif
#if defined(__aarch64__)
#define TEGATA_ON_aarch64(...) __VA_ARGS__
#else
#define TEGATA_ON_aarch64(...)
#endif
#if defined(__riscv)
#define TEGATA_ON_riscv(...) __VA_ARGS__
#else
#define TEGATA_ON_riscv(...)
#endif
#if defined(__arm__)
#define TEGATA_ON_arm(...) __VA_ARGS__
#else
#define TEGATA_ON_arm(...)
#endif
#if defined(__wasm__)
#define TEGATA_ON_wasm32(...) __VA_ARGS__
#else
#define TEGATA_ON_wasm32(...)
#endif
#if defined(__aarch64__) || defined(__riscv) || defined(__arm__) || defined(__wasm__)
#define TEGATA_ON_generic(...)
#else
#define TEGATA_ON_generic(...) __VA_ARGS__
#endif

// Users can choose levels by name, except in WebAssembly.
#define TEGATA_NAMED_x86_64(...) __VA_ARGS__
#define TEGATA_NAMED_aarch64(...) __VA_ARGS__
#define TEGATA_NAMED_riscv(...) __VA_ARGS__
#define TEGATA_NAMED_arm(...) __VA_ARGS__
#define TEGATA_NAMED_generic(...) __VA_ARGS__
#define TEGATA_NAMED_wasm32(...)

// Properties that follow from the element type: the level's name for users, its case in Swift, and whether users can
// choose it by name.
#define TEGATA_NAME_float32(name) #name
#define TEGATA_NAME_float16(name) #name "-half"
#define TEGATA_NAME_int8(name) #name "-int8"
#define TEGATA_CASE_float32(name) #name
#define TEGATA_CASE_float16(name) #name "Float16"
#define TEGATA_CASE_int8(name) #name "Int8"
#define TEGATA_LISTED_float32(name) #name,
#define TEGATA_LISTED_float16(name)
#define TEGATA_LISTED_int8(name)

enum __attribute__((enum_extensibility(closed))) tegata_level_element {
    tegata_level_element_float32 __attribute__((swift_name("float32"))),
    tegata_level_element_float16 __attribute__((swift_name("float16"))),
    tegata_level_element_int8 __attribute__((swift_name("int8"))),
};

// This architecture's levels. The enumeration is closed, so that the compiler reports levels that are not linked.
enum __attribute__((enum_extensibility(closed))) tegata_level {
#define LEVEL(name, module, architecture, compiler, lanes, element, fused, grade, processor) \
    TEGATA_ON_##architecture(tegata_level_##name##_##element __attribute__((swift_name(TEGATA_CASE_##element(name)))), )
#include "levels.def"
#undef LEVEL
};

// A line of the list.
struct tegata_level_line {
    enum tegata_level level;
    enum tegata_level_element element;
    const char *name, *module, *architecture, *processor;
    int lanes, fused, grade;
};

// This architecture's lines, in list order. The entry after the last line has no name.
static inline struct tegata_level_line tegata_level_line(int index) {
    static const struct tegata_level_line lines[] = {
#define LEVEL(name, module, architecture, compiler, lanes, element, fused, grade, processor)                    \
    TEGATA_ON_##architecture(                                                                                   \
        {tegata_level_##name##_##element, tegata_level_element_##element, TEGATA_NAME_##element(name), #module, \
         #architecture, processor, lanes, fused, grade}, )
#include "levels.def"
#undef LEVEL
        {},
    };
    return lines[index];
}

// The names of all levels that users can choose by name, for every architecture, in list order; null after the last. If
// several architectures have a level with the same name, the name is repeated.
static inline const char *tegata_level_name(int index) {
    static const char *const names[] = {
#define LEVEL(name, module, architecture, compiler, lanes, element, fused, grade, processor) \
    TEGATA_NAMED_##architecture(TEGATA_LISTED_##element(name))
#include "levels.def"
#undef LEVEL
        0,
    };
    return names[index];
}

#if defined(__wasm__)
// Returns whether this module is linked with the level `relaxed` rather than with `simd128`.
int tegata_has_relaxed_level(void);
#endif

#endif
