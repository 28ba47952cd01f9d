/* Prints the events of a video in RGB: events GESTURES WIDTH HEIGHT <FRAMES, each frame 40 ms after the last one. */
#include <stdio.h>
#include <stdlib.h>
#include "expectations.h"

static void print(tegata_result *result) {
    for (size_t index = 0; index < result->event_count; index += 1) puts(result->events[index].json);
    tegata_result_free(result);
}

int main(int argument_count, char **arguments) {
    CHECK(argument_count == 4);
    const int32_t width = atoi(arguments[2]), height = atoi(arguments[3]);
    const size_t row = 3 * (size_t)width, size = row * (size_t)height;
    unsigned char *pixels = malloc(size);
    tegata_image image = {.format = TEGATA_RGB, .width = width, .height = height};
    image.planes[0] = (tegata_plane){.bytes = pixels, .byte_count = size, .row_stride = row};
    tegata_options options;
    tegata_tracker *tracker = NULL;
    tegata_result *result = NULL;
    tegata_options_init(&options, sizeof options);
    options.model_path = arguments[1];
    options.gestures = options.events = 1;
    options.source_name = "video";
    TEGATA(0, NULL, tegata_tracker_create(&options, &tracker, &error));
    for (int64_t time = 0; fread(pixels, 1, size, stdin) == size; time += 40) {
        TEGATA(0, NULL, tegata_tracker_track(tracker, &image, NULL, time, &result, &error));
        print(result);
    }
    TEGATA(0, NULL, tegata_tracker_finish(tracker, &result, &error));
    print(result);
    tegata_tracker_free(tracker);
    free(pixels);
    return 0;
}
