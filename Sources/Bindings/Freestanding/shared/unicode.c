// What Swift strings look up in the Unicode tables. In device programs, they are compared by bytes and cut at ASCII
// characters, and their case is never changed, so no tables are needed: every scalar stands for itself.
#include <stdbool.h>
#include <stdint.h>

// Nothing is a combining mark, and everything is already normalised.
uint16_t _swift_stdlib_getNormData(uint32_t scalar);
uint16_t _swift_stdlib_getNormData(uint32_t scalar) {
    (void)scalar;
    return 0;
}

// Nothing is decomposed,
const uint8_t *const _swift_stdlib_nfd_decompositions = 0;
uint32_t _swift_stdlib_getDecompositionEntry(uint32_t scalar);
uint32_t _swift_stdlib_getDecompositionEntry(uint32_t scalar) { return scalar; }

// and nothing is composed.
uint32_t _swift_stdlib_getComposition(uint32_t first, uint32_t second);
uint32_t _swift_stdlib_getComposition(uint32_t first, uint32_t second) {
    (void)first;
    (void)second;
    return UINT32_MAX;
}

// Each scalar is a character by itself,
uint8_t _swift_stdlib_getGraphemeBreakProperty(uint32_t scalar);
uint8_t _swift_stdlib_getGraphemeBreakProperty(uint32_t scalar) {
    (void)scalar;
    return UINT8_MAX;
}

// not a picture,
bool _swift_stdlib_isExtendedPictographic(uint32_t scalar);
bool _swift_stdlib_isExtendedPictographic(uint32_t scalar) {
    (void)scalar;
    return false;
}

// and not a consonant that joins others.
bool _swift_stdlib_isInCB_Consonant(uint32_t scalar);
bool _swift_stdlib_isInCB_Consonant(uint32_t scalar) {
    (void)scalar;
    return false;
}
