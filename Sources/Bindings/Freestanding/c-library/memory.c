// Ends the process if Swift cannot get memory, as its runtime does elsewhere; Embedded Swift would continue with null.
#include <stddef.h>
#include <stdlib.h>

int __real_posix_memalign(void **memory, size_t alignment, size_t size);
int __wrap_posix_memalign(void **memory, size_t alignment, size_t size);
int __wrap_posix_memalign(void **memory, size_t alignment, size_t size) {
    if (__real_posix_memalign(memory, alignment, size) != 0) abort();
    return 0;
}
