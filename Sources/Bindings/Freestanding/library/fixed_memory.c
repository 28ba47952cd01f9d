// An allocator within one piece of memory: blocks are in address order, and the first one that fits is used.
#include "tegata_device.h"

// Each block begins with this header; the caller's bytes follow, aligned to `UNIT`.
typedef struct {
    size_t size;  // Including this header.
    size_t is_free;
} block;

enum { UNIT = 64 };

static char *first, *end;

static block *next(block *at) { return (block *)((char *)at + at->size); }

static void join_free(block *at) {
    while ((char *)next(at) < end && next(at)->is_free) at->size += next(at)->size;
}

// Splits a free block in two; the second begins after this many bytes.
static block *split(block *at, size_t size) {
    block *rest = (block *)((char *)at + size);
    rest->size = at->size - size;
    rest->is_free = 1;
    at->size = size;
    return rest;
}

static void *allocate(void *context, size_t size, size_t alignment) {
    (void)context;
    if (size > (size_t)(end - first)) return 0;
    size_t unit = alignment > UNIT ? alignment : UNIT;
    size_t wanted = (size + UNIT - 1) / UNIT * UNIT + UNIT;
    for (block *at = (block *)first; (char *)at < end; at = next(at)) {
        if (!at->is_free) continue;
        join_free(at);
        // Anything before the first aligned place stays unused.
        uintptr_t memory = (uintptr_t)at + UNIT;
        size_t before = (size_t)((memory + unit - 1) / unit * unit - memory);
        if (at->size < wanted || at->size - wanted < before) continue;
        if (before) at = split(at, before);
        if (at->size > wanted) split(at, wanted);
        at->is_free = 0;
        return (char *)at + UNIT;
    }
    return 0;
}

static void release(void *context, void *memory) {
    (void)context;
    block *at = (block *)((char *)memory - UNIT);
    at->is_free = 1;
    join_free(at);
}

tegata_device_allocator tegata_device_fixed_memory(void *memory, size_t size) {
    uintptr_t start = ((uintptr_t)memory + UNIT - 1) / UNIT * UNIT;
    size_t lost = (size_t)(start - (uintptr_t)memory);
    size_t usable = size > lost ? (size - lost) / UNIT * UNIT : 0;
    first = (char *)start;
    end = first + usable;
    if (usable) {
        ((block *)first)->size = usable;
        ((block *)first)->is_free = 1;
    }
    return (tegata_device_allocator){allocate, release, 0};
}
