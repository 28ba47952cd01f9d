// The function with which Swift seeds its hash tables; older C libraries do not have it.
#include <stddef.h>
#include <sys/random.h>
#include <sys/types.h>

void arc4random_buf(void *buffer, size_t count);
void arc4random_buf(void *buffer, size_t count) {
    while (count > 0) {
        const ssize_t got = getrandom(buffer, count, 0);
        if (got <= 0) continue;
        buffer = (char *)buffer + got;
        count -= (size_t)got;
    }
}
