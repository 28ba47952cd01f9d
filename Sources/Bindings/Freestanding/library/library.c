// The C side of the library for devices: memory for Swift, and what happens when there is none left.
#include "tegata_device.h"

// Defined in TegataDeviceLibrary.
void *tegata_device_swift_open(
    const void *bundle, intptr_t bundle_size, const tegata_device_options *options, void (*message)(const char *text));
int32_t tegata_device_swift_push(
    void *device, int32_t format, int32_t width, int32_t height, const void *pixels, intptr_t size, intptr_t row_stride,
    int64_t milliseconds, void (*message)(const char *text));
int32_t tegata_device_swift_pull(void *device, tegata_device_hand *hand);
void tegata_device_swift_close(void *device);

// What Swift requests from the C library; these symbols are not visible outside the library.
int posix_memalign(void **memory, size_t alignment, size_t size);
void free(void *memory);
char *getenv(const char *name);
void arc4random_buf(void *bytes, size_t count);
int putchar(int character);

static tegata_device_allocator allocator;
static size_t used, peak, allocations;
static char last_message[256];
// Where opening continues when there is no memory.
static void *without_memory[5];
static int is_opening, is_exhausted;

// Precedes each piece of memory: what the allocator returned, and how much.
typedef struct {
    void *start;
    size_t size;
} header;

int posix_memalign(void **memory, size_t alignment, size_t size) {
    size_t unit = alignment < sizeof(header) ? sizeof(header) : alignment;
    char *start = size <= (size_t)PTRDIFF_MAX - unit ? allocator.allocate(allocator.context, unit + size, unit) : 0;
    if (!start) {
        is_exhausted = 1;
        if (is_opening) __builtin_longjmp(without_memory, 1);
        return 12;  // ENOMEM
    }
    header *own = (header *)(start + unit) - 1;
    own->start = start;
    own->size = unit + size;
    used += own->size;
    if (used > peak) peak = used;
    allocations += 1;
    *memory = start + unit;
    return 0;
}

void free(void *memory) {
    if (!memory) return;
    header *own = (header *)memory - 1;
    used -= own->size;
    allocator.release(allocator.context, own->start);
}

char *getenv(const char *name) {
    (void)name;
    return 0;
}

// Seeds of hash tables are always the same, so that every run is the same.
void arc4random_buf(void *bytes, size_t count) {
    for (size_t index = 0; index < count; ++index) ((unsigned char *)bytes)[index] = 0x9d;
}

// Swift would write a message here before it traps.
int putchar(int character) { return character; }

static void keep_message(const char *text) {
    size_t length = 0;
    while (text[length] && length + 1 < sizeof last_message) {
        last_message[length] = text[length];
        length += 1;
    }
    last_message[length] = 0;
}

size_t tegata_device_memory_budget(size_t bundle_size, const tegata_device_options *options) {
    // Half-precision weights become single precision, with some padding; the rest is for intermediate results and for
    // reading.
    const int32_t count = options->hand_count;
    const size_t hands = count < 0 ? 0 : count < 16 ? (size_t)count : 16;
    // The image of each network, as numbers and as bytes.
    const size_t images = options->networks ? (size_t)2 << 20 : 0;
    return bundle_size / 4 * 9 + ((size_t)6 << 20) + hands * 65536 + images;
}

tegata_device_status tegata_device_open(
    tegata_device **device, const void *bundle, size_t bundle_size, const tegata_device_options *options,
    const tegata_device_allocator *given) {
    *device = 0;
    if (is_exhausted) return TEGATA_DEVICE_NO_MEMORY;
    if (options->hand_count < 1 || options->detection_interval < 1) {
        keep_message("the number of hands and the detection interval must be at least 1");
        return TEGATA_DEVICE_BAD_ARGUMENT;
    }
    allocator = *given;
    if (__builtin_setjmp(without_memory)) {
        is_opening = 0;
        keep_message("there is not enough memory");
        return TEGATA_DEVICE_NO_MEMORY;
    }
    is_opening = 1;
    *device = tegata_device_swift_open(bundle, (intptr_t)bundle_size, options, keep_message);
    is_opening = 0;
    return *device ? TEGATA_DEVICE_OK : TEGATA_DEVICE_BAD_BUNDLE;
}

tegata_device_status tegata_device_push(
    tegata_device *device, tegata_device_format format, int32_t width, int32_t height, const void *pixels, size_t size,
    size_t row_stride, int64_t milliseconds) {
    return tegata_device_swift_push(
               device, (int32_t)format, width, height, pixels, (intptr_t)size, (intptr_t)row_stride, milliseconds,
               keep_message)
               ? TEGATA_DEVICE_OK
               : TEGATA_DEVICE_BAD_ARGUMENT;
}

int32_t tegata_device_pull(tegata_device *device, tegata_device_hand *hand) {
    return tegata_device_swift_pull(device, hand);
}

const char *tegata_device_message(void) { return last_message; }
size_t tegata_device_memory_used(void) { return used; }
size_t tegata_device_memory_peak(void) { return peak; }
size_t tegata_device_allocation_count(void) { return allocations; }
void tegata_device_close(tegata_device *device) { tegata_device_swift_close(device); }
