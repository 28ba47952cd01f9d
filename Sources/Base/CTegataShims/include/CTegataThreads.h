// Atomics, waiting and processor state for the thread team. This is header-only.
#ifndef TEGATA_THREADS_H
#define TEGATA_THREADS_H

#include <stdint.h>

#if defined(__linux__)
#include <errno.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#endif

static inline uint32_t tegata_load_acquire(const uint32_t *word) { return __atomic_load_n(word, __ATOMIC_ACQUIRE); }
static inline void tegata_store_release(uint32_t *word, uint32_t value) {
    __atomic_store_n(word, value, __ATOMIC_RELEASE);
}
static inline uint32_t tegata_fetch_add(uint32_t *word, uint32_t value) {
    return __atomic_fetch_add(word, value, __ATOMIC_SEQ_CST);
}
static inline uint32_t tegata_exchange(uint32_t *word, uint32_t value) {
    return __atomic_exchange_n(word, value, __ATOMIC_SEQ_CST);
}
static inline uint64_t tegata_load_acquire_64(const uint64_t *word) { return __atomic_load_n(word, __ATOMIC_ACQUIRE); }
static inline void tegata_store_release_64(uint64_t *word, uint64_t value) {
    __atomic_store_n(word, value, __ATOMIC_RELEASE);
}
static inline uint64_t tegata_exchange_64(uint64_t *word, uint64_t value) {
    return __atomic_exchange_n(word, value, __ATOMIC_SEQ_CST);
}
static inline uint64_t tegata_fetch_add_64(uint64_t *word, uint64_t value) {
    return __atomic_fetch_add(word, value, __ATOMIC_RELAXED);
}
// Replaces the word with `value` if it is `expected`; returns whether it did.
static inline _Bool tegata_replace_64(uint64_t *word, uint64_t expected, uint64_t value) {
    return __atomic_compare_exchange_n(word, &expected, value, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
}

// Tells the processor that this is a spin-wait loop.
static inline void tegata_pause(void) {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__) || defined(__arm__)
    __asm__ volatile("yield");
#endif
}

#if defined(__linux__)
// Returns a number that no other thread has at the same time.
static inline uintptr_t tegata_thread_identity(void) { return (uintptr_t)__builtin_thread_pointer(); }

// Sleeps while *word is `expected`; may return early.
static inline void tegata_wait(uint32_t *word, uint32_t expected) {
    syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, expected, 0, 0, 0);
}
static inline void tegata_wake_all(uint32_t *word) {
    syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, 0x7fffffff, 0, 0, 0);
}

// Returns the number of processors that this process may use; 0 if the system does not report it.
static inline int tegata_processor_count(void) {
    unsigned long mask[1024 / (8 * sizeof(unsigned long))];
    long size = syscall(SYS_sched_getaffinity, 0, sizeof mask, mask);
    int count = 0;
    for (long word = 0; word < size / (long)sizeof mask[0]; ++word) count += __builtin_popcountl(mask[word]);
    return count;
}

static inline uint64_t tegata_monotonic_nanoseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}
#else
static inline uintptr_t tegata_thread_identity(void) { return 0; }
static inline void tegata_wait(uint32_t *word, uint32_t expected) {
    (void)word;
    (void)expected;
}
static inline void tegata_wake_all(uint32_t *word) { (void)word; }
static inline int tegata_processor_count(void) { return 0; }
static inline uint64_t tegata_monotonic_nanoseconds(void) { return 0; }
#endif

// Makes this thread treat denormal operands and results as zero; returns the previous state, to be restored later.
static inline uint64_t tegata_flush_denormals(void) {
#if defined(__x86_64__)
    uint32_t saved = __builtin_ia32_stmxcsr();
    __builtin_ia32_ldmxcsr(saved | 0x8040u);
    return saved;
#elif defined(__aarch64__)
    uint64_t saved;
    __asm__ volatile("mrs %0, fpcr" : "=r"(saved));
    __asm__ volatile("msr fpcr, %0" : : "r"(saved | (1u << 24)));
    return saved;
#elif defined(__arm__)
    // Vector instructions always do this.
    uint32_t saved;
    __asm__ volatile("vmrs %0, fpscr" : "=r"(saved));
    __asm__ volatile("vmsr fpscr, %0" : : "r"(saved | (1u << 24)));
    return saved;
#else
    return 0;
#endif
}
static inline void tegata_restore_floating_point(uint64_t saved) {
#if defined(__x86_64__)
    __builtin_ia32_ldmxcsr((uint32_t)saved);
#elif defined(__aarch64__)
    __asm__ volatile("msr fpcr, %0" : : "r"(saved));
#elif defined(__arm__)
    __asm__ volatile("vmsr fpscr, %0" : : "r"((uint32_t)saved));
#else
    (void)saved;
#endif
}

#endif
