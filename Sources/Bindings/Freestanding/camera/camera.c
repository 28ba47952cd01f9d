// Runs the device program with a camera that follows a script: program SCRIPT PICTURES WIDTH HEIGHT ARGUMENT…
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

// Defined in Camera.swift.
int32_t tegata_use_camera(
    const char *script, const char *file, int32_t width, int32_t height, void (*stop_counting)(void),
    void (*go_on_counting)(void));
// Defined in the device program's main.c.
extern intptr_t tegata_device_allocations;
int device_main(int argument_count, char **arguments);

static intptr_t counted;

static void stop_counting(void) { counted = tegata_device_allocations; }
static void go_on_counting(void) { tegata_device_allocations = counted; }

int main(int argument_count, char **arguments) {
    if (argument_count < 5) {
        fputs("usage: camera SCRIPT PICTURES WIDTH HEIGHT ARGUMENT…\n", stderr);
        return 2;
    }
    if (tegata_use_camera(
            arguments[1], arguments[2], atoi(arguments[3]), atoi(arguments[4]), stop_counting, go_on_counting)) {
        fputs("camera: there are no such pictures\n", stderr);
        return 2;
    }
    return device_main(argument_count - 4, arguments + 4);
}
