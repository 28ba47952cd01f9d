// What functions that guard their stacks compare, and where they end on failure; some C libraries have neither.
#include <stdint.h>
#if __STDC_HOSTED__
#include <limits.h>
#endif

// For these processors, glibc has a value that differs in each process; for x86-64, it is not where Swift looks for it.
#if !(defined(__GLIBC__) && (defined(__aarch64__) || defined(__arm__) || defined(__riscv)))
__attribute__((weak)) uintptr_t __stack_chk_guard = (uintptr_t)0x9d3c17f20a5be461;
#endif

#if !__STDC_HOSTED__
_Noreturn void __stack_chk_fail(void);
_Noreturn void __stack_chk_fail(void) { __builtin_trap(); }
#endif
