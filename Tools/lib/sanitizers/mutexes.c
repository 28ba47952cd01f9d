/* Reports the waiting of Swift's Mutex to the thread sanitizer. Its slow path is in the runtime's library, which is not
 * instrumented, while the fast path for a free lock is compiled into its callers. Load this library first. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>

void __tsan_acquire(void *address) __attribute__((weak));
void __tsan_release(void *address) __attribute__((weak));

#define SWIFT_METHOD __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *self

static void *real(const char *name) {
    void *function = dlsym(RTLD_NEXT, name);
    if (function == NULL) abort();
    return function;
}

SWIFT_METHOD void lock(uint32_t thread, SELF) __asm__("$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF");
SWIFT_METHOD void unlock(SELF) __asm__("$s15Synchronization12_MutexHandleV11_unlockSlowyyF");

SWIFT_METHOD void lock(uint32_t thread, SELF) {
    SWIFT_METHOD void (*next)(uint32_t, SELF) = real("$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF");
    next(thread, self);
    if (__tsan_acquire != NULL) __tsan_acquire(self);
}

SWIFT_METHOD void unlock(SELF) {
    SWIFT_METHOD void (*next)(SELF) = real("$s15Synchronization12_MutexHandleV11_unlockSlowyyF");
    if (__tsan_release != NULL) __tsan_release(self);
    next(self);
}
