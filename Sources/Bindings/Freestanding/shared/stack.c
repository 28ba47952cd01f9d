// What functions that guard their stack compare with, and where they end: some C libraries have neither.
#include <stdint.h>
#if __STDC_HOSTED__
#include <limits.h>
#endif

// For these processors glibc has a value that is another one in each process; for x86-64 it is nowhere that Swift
// looks.
#if !(defined(__GLIBC__) && (defined(__aarch64__) || defined(__arm__) || defined(__riscv)))
__attribute__((weak)) uintptr_t __stack_chk_guard = (uintptr_t)0x9d3c17f20a5be461;
#endif

#if !__STDC_HOSTED__
_Noreturn void __stack_chk_fail(void);
_Noreturn void __stack_chk_fail(void) { __builtin_trap(); }
#endif
