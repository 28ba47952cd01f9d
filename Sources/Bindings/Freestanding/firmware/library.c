// What the library for devices, and the math functions that it uses, need from a C library.
#include <stddef.h>

__thread int errno;

// The math functions guard their stacks.
const unsigned long __stack_chk_guard = 0x5bd1e995a3c4f107;

void finish(int status);
void __stack_chk_fail(void) { finish(1); }

void *memcpy(void *restrict target, const void *restrict source, size_t count) {
    for (size_t index = 0; index < count; ++index) ((char *)target)[index] = ((const char *)source)[index];
    return target;
}

void *memmove(void *target, const void *source, size_t count) {
    if (target < source) return memcpy(target, source, count);
    while (count--) ((char *)target)[count] = ((const char *)source)[count];
    return target;
}

void *memset(void *target, int value, size_t count) {
    for (size_t index = 0; index < count; ++index) ((char *)target)[index] = (char)value;
    return target;
}

size_t strlen(const char *text) {
    size_t length = 0;
    while (text[length]) length += 1;
    return length;
}

int memcmp(const void *first, const void *second, size_t count) {
    const unsigned char *a = first, *b = second;
    for (size_t index = 0; index < count; ++index) {
        if (a[index] != b[index]) return a[index] < b[index] ? -1 : 1;
    }
    return 0;
}
