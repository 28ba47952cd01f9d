// Header-only helpers that Swift cannot express: vector selects, CPU identification, processor state, math.
// No API of its own; everything is static inline and needs no C library header.
#ifndef TEGATA_SHIMS_H
#define TEGATA_SHIMS_H

// Double-precision functions of the C library, declared without its headers so that freestanding targets compile too.
static inline double tegata_exp(double x) { return __builtin_exp(x); }
static inline double tegata_tanh(double x) { return __builtin_tanh(x); }
static inline double tegata_sin(double x) { return __builtin_sin(x); }
static inline double tegata_cos(double x) { return __builtin_cos(x); }
static inline double tegata_atan2(double y, double x) { return __builtin_atan2(y, x); }

#endif
