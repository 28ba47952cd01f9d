// What functions of Swift that guard their stack compare with, and where they end: some C libraries have neither.
#include <stdint.h>

__attribute__((weak)) uintptr_t __stack_chk_guard = (uintptr_t)0x9d3c17f20a5be461;

#if !__STDC_HOSTED__
_Noreturn void __stack_chk_fail(void);
_Noreturn void __stack_chk_fail(void) { __builtin_trap(); }
#endif
