#ifndef CFUZZER_H
#define CFUZZER_H

#include <stddef.h>
#include <stdint.h>

/// libFuzzer's own entry, for programs that have a main function of their own.
int LLVMFuzzerRunDriver(int *count, char ***arguments, int (*read)(const uint8_t *bytes, size_t count));

/// Changes bytes as libFuzzer does by itself, and returns how many there are then.
size_t LLVMFuzzerMutate(uint8_t *bytes, size_t count, size_t capacity);

/// What is asked for between these two calls is no leak.
void __lsan_disable(void);
void __lsan_enable(void);

#endif
