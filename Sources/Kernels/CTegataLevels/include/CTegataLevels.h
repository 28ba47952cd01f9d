// levels.def as data. No API of its own; nothing here needs a C library header.
#ifndef TEGATA_LEVELS_H
#define TEGATA_LEVELS_H

// What belongs to an architecture is there only where the compiler works for it.
#if defined(__x86_64__)
#define TEGATA_ON_x86_64(...) __VA_ARGS__
#else
#define TEGATA_ON_x86_64(...)
#endif
#if defined(__aarch64__)
#define TEGATA_ON_aarch64(...) __VA_ARGS__
#define TEGATA_ON_generic(...)
#else
#define TEGATA_ON_aarch64(...)
#define TEGATA_ON_generic(...) __VA_ARGS__
#endif

// The levels of this architecture. Closed, so that the compiler misses those that nobody has linked.
enum __attribute__((enum_extensibility(closed))) tegata_level {
#define LEVEL(name, module, architecture, compiler, lanes, fused, x86, processor)                                      \
    TEGATA_ON_##architecture(tegata_level_##name __attribute__((swift_name(#name))), )
#include "levels.def"
#undef LEVEL
};

// A line of the list.
struct tegata_level_line {
    enum tegata_level level;
    const char *name, *module, *architecture, *processor;
    int lanes, fused, x86;
};

// The lines of this architecture, in the order of the list; the one behind the last has no name.
static inline struct tegata_level_line tegata_level_line(int index) {
    static const struct tegata_level_line lines[] = {
#define LEVEL(name, module, architecture, compiler, lanes, fused, x86, processor)                                      \
    TEGATA_ON_##architecture({tegata_level_##name, #name, #module, #architecture, processor, lanes, fused, x86}, )
#include "levels.def"
#undef LEVEL
        {},
    };
    return lines[index];
}

// The names of all levels, of every architecture, in the order of the list; null behind the last.
static inline const char *tegata_level_name(int index) {
    static const char *const names[] = {
#define LEVEL(name, module, architecture, compiler, lanes, fused, x86, processor) #name,
#include "levels.def"
#undef LEVEL
        0,
    };
    return names[index];
}

#endif
