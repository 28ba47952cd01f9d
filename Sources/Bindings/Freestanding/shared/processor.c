// Ends the process with a one-line message on processors that lack features that the 32-bit ARM code requires.
#if defined(__arm__) && __STDC_HOSTED__
#include <sys/auxv.h>
#include <unistd.h>

enum { NEON = 1 << 12, FUSED_MULTIPLY_ADD = 1 << 16 };

static __attribute__((constructor)) void check_processor(void) {
    if ((getauxval(AT_HWCAP) & (NEON | FUSED_MULTIPLY_ADD)) == (NEON | FUSED_MULTIPLY_ADD)) return;
    static const char message[] = "tegata: this processor has no NEON with VFPv4; take a board from Cortex-A7 on\n";
    ssize_t ignored = write(STDERR_FILENO, message, sizeof message - 1);
    (void)ignored;
    _exit(7);
}
#else
// A C file must not be empty.
typedef int no_processor_check;
#endif
