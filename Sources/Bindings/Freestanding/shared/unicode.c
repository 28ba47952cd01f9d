// What strings of Swift ask the tables of Unicode. In device programs they are compared by their bytes and cut at
// ASCII, and nobody changes their case, so that no tables are needed: every scalar stands for itself.
#include <stdbool.h>
#include <stdint.h>

// No mark, and normalised as it is.
uint16_t _swift_stdlib_getNormData(uint32_t scalar);
uint16_t _swift_stdlib_getNormData(uint32_t scalar) {
    (void)scalar;
    return 0;
}

// Nothing is decomposed,
const uint8_t *const _swift_stdlib_nfd_decompositions = 0;
uint32_t _swift_stdlib_getDecompositionEntry(uint32_t scalar);
uint32_t _swift_stdlib_getDecompositionEntry(uint32_t scalar) { return scalar; }

// and nothing composed.
uint32_t _swift_stdlib_getComposition(uint32_t first, uint32_t second);
uint32_t _swift_stdlib_getComposition(uint32_t first, uint32_t second) {
    (void)first;
    (void)second;
    return UINT32_MAX;
}

// Each is a character by itself,
uint8_t _swift_stdlib_getGraphemeBreakProperty(uint32_t scalar);
uint8_t _swift_stdlib_getGraphemeBreakProperty(uint32_t scalar) {
    (void)scalar;
    return UINT8_MAX;
}

// no picture
bool _swift_stdlib_isExtendedPictographic(uint32_t scalar);
bool _swift_stdlib_isExtendedPictographic(uint32_t scalar) {
    (void)scalar;
    return false;
}

// and no consonant that joins others.
bool _swift_stdlib_isInCB_Consonant(uint32_t scalar);
bool _swift_stdlib_isInCB_Consonant(uint32_t scalar) {
    (void)scalar;
    return false;
}
