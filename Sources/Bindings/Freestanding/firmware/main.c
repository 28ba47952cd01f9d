// Firmware without an operating system that finds the hands of a picture in read-only memory and prints them.
#include "tegata_device.h"

// Defined in start.S.
void put(const char *text);
extern const unsigned char bundle[], bundle_end[], picture[], picture_end[];

// All the memory that the library is given.
static unsigned char memory[MEMORY] __attribute__((aligned(64)));

static char line[8192];
static size_t length;

static void add(const char *text) {
    while (*text && length + 1 < sizeof line) line[length++] = *text++;
    line[length] = 0;
}

static void add_number(unsigned long value, int digits) {
    char text[24];
    int place = sizeof text - 1;
    text[place] = 0;
    do {
        text[--place] = (char)('0' + value % 10);
        value /= 10;
        digits -= 1;
    } while (value || digits > 0);
    add(text + place);
}

// With six decimals.
static void add_fraction(float value) {
    if (value < 0) add("-");
    double scaled = (value < 0 ? -(double)value : (double)value) * 1e6 + 0.5;
    unsigned long whole = (unsigned long)scaled;
    add_number(whole / 1000000, 1);
    add(".");
    add_number(whole % 1000000, 6);
}

static void print_line(void) {
    add("\n");
    put(line);
    length = 0;
}

static int fail(const char *what) {
    add(what);
    add(": ");
    add(tegata_device_message());
    print_line();
    return 1;
}

int main(void) {
    const tegata_device_options options = {.hand_count = 2, .tracks = 1, .detection_interval = 1};
    const size_t bundle_size = (size_t)(bundle_end - bundle);
    if (tegata_device_memory_budget(bundle_size, &options) > sizeof memory) {
        put("too little memory is set aside\n");
        return 1;
    }
    tegata_device_allocator allocator = tegata_device_fixed_memory(memory, sizeof memory);
    tegata_device *device;
    const tegata_device_options none = {0};
    if (tegata_device_open(&device, bundle, bundle_size, &none, &allocator) != TEGATA_DEVICE_BAD_ARGUMENT) {
        return fail("impossible options");
    }
    if (tegata_device_open(&device, bundle, bundle_size, &options, &allocator)) return fail("open");
    const size_t after_opening = tegata_device_allocation_count();
    // Run three times, so that the tracker is used as well.
    for (int frame = 0; frame < 3; ++frame) {
        if (tegata_device_push(
                device, TEGATA_DEVICE_RGB, WIDTH, HEIGHT, picture, (size_t)(picture_end - picture), 0, 40 * frame)) {
            return fail("push");
        }
        tegata_device_hand hand;
        while (tegata_device_pull(device, &hand)) {
            add("frame ");
            add_number((unsigned long)frame, 1);
            add(" hand ");
            add_number((unsigned long)hand.identifier, 1);
            add(" right ");
            add_fraction(hand.right_probability);
            add(":");
            for (int point = 0; point < 21; ++point) {
                add(" ");
                add_fraction(hand.landmarks[point].x);
                add(",");
                add_fraction(hand.landmarks[point].y);
            }
            print_line();
        }
    }
    add("memory ");
    add_number(tegata_device_memory_peak(), 1);
    add(" of ");
    add_number(tegata_device_memory_budget(bundle_size, &options), 1);
    add(", allocations after opening ");
    add_number(tegata_device_allocation_count() - after_opening, 1);
    print_line();
    tegata_device_close(device);
    return 0;
}
