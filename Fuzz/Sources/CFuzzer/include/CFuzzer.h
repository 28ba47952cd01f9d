#ifndef CFUZZER_H
#define CFUZZER_H

#include <stddef.h>
#include <stdint.h>

/// libFuzzer's entry point for programs with their own main function.
int LLVMFuzzerRunDriver(int *count, char ***arguments, int (*read)(const uint8_t *bytes, size_t count));

/// Applies libFuzzer's default mutation, and returns the new number of bytes.
size_t LLVMFuzzerMutate(uint8_t *bytes, size_t count, size_t capacity);

/// Memory that is allocated between these two calls does not count as a leak.
void __lsan_disable(void);
void __lsan_enable(void);

#endif
