// Ends the process with one line on processors that lack what the code for 32-bit ARM was compiled for.
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
// A file of C has something in it.
typedef int no_processor_check;
#endif
