// Lets a device run networks of this program, which find the same hand in every image: alone, in bytes, and failing.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tegata_device.h"

enum { SIDE = 64, ANCHORS = 2016 };

static unsigned char memory[16 << 20];
static unsigned char picture[SIDE * SIDE * 3];
static int calls[2], fails;
static float brightest;

static void expect(int holds, const char *what) {
    if (holds) return;
    printf("%s (%s)\n", what, tegata_device_message());
    exit(1);
}

// One upright palm in the middle of the image; its wrist lies below the middle finger.
static void find_palm(float *boxes, float *scores) {
    for (int anchor = 0; anchor < ANCHORS; ++anchor) scores[anchor] = -100;
    scores[0] = 5;
    // The first anchor lies half a step of 8 pixels from the corner.
    const float middle = 96 - 4, wrist = 126 - 4, finger = 86 - 4;
    memset(boxes, 0, sizeof(float) * ANCHORS * 18);
    float *box = boxes;
    box[0] = box[1] = middle;
    box[2] = box[3] = 60;
    for (int point = 0; point < 7; ++point) {
        box[4 + 2 * point] = middle;
        box[5 + 2 * point] = point == 0 ? wrist : finger;
    }
}

static int32_t run(void *context, int32_t network, const void *input, void *const outputs[4]) {
    const int is_bytes = *(int *)context;
    calls[network] += 1;
    if (fails) return 1;
    if (network == 0) {
        find_palm(outputs[0], outputs[1]);
        return 0;
    }
    const size_t count = 224 * 224 * 3;
    brightest = 0;
    for (size_t at = 0; at < count; ++at) {
        const float value = is_bytes ? ((const unsigned char *)input)[at] / 255.0f : ((const float *)input)[at];
        brightest = fmaxf(brightest, value);
    }
    float *points = outputs[0], *world = outputs[3];
    for (int point = 0; point < 21; ++point) {
        points[3 * point] = 112;
        points[3 * point + 1] = 200 - 8.0f * (float)point;
        points[3 * point + 2] = 0;
        world[3 * point] = 0;
        world[3 * point + 1] = 0.001f * (float)point;
        world[3 * point + 2] = 0.5f;
    }
    *(float *)outputs[1] = 0.875f;
    if (is_bytes) {
        // The side's scale is 1/256.
        *(unsigned char *)outputs[2] = 192;
    } else {
        *(float *)outputs[2] = 0.75f;
    }
    return 0;
}

int main(void) {
    memset(picture, 51, sizeof picture);
    const tegata_device_allocator allocator = tegata_device_fixed_memory(memory, sizeof memory);
    for (int is_bytes = 0; is_bytes < 2; ++is_bytes) {
        tegata_device_networks networks = {.run = run, .context = &is_bytes};
        if (is_bytes) {
            networks.hand_landmarks.input = (tegata_device_encoding){2, 1 / 255.0f, 0};
            networks.hand_landmarks.outputs[2] = (tegata_device_encoding){2, 1 / 256.0f, 0};
        }
        tegata_device_options options = {.hand_count = 1, .tracks = 1, .detection_interval = 1, .networks = &networks};
        expect(tegata_device_memory_budget(0, &options) <= sizeof memory, "the budget is too large");
        tegata_device *device;
        // No bundle is needed.
        expect(!tegata_device_open(&device, "", 0, &options, &allocator), "it does not open");
        const size_t allocations = tegata_device_allocation_count();
        calls[0] = calls[1] = 0;
        for (int frame = 0; frame < 2; ++frame) {
            expect(
                !tegata_device_push(device, TEGATA_DEVICE_RGB, SIDE, SIDE, picture, sizeof picture, 0, 40 * frame),
                "it does not take a frame");
            tegata_device_hand hand;
            expect(tegata_device_pull(device, &hand) == 1, "it finds no hand");
            expect(hand.presence == 0.875f && hand.right_probability == 0.75f, "scores differ");
            // The middle of the crop lies half a palm above the palm, in a direction that is rotated by 90 radians.
            expect(
                frame > 0 ||
                    (fabsf(hand.landmarks[11].x - 0.570f) < 1e-3f && fabsf(hand.landmarks[11].y - 0.360f) < 1e-3f),
                "the hand is elsewhere");
            expect(fabsf(hand.world_landmarks[20].z - 0.5f) < 1e-6f, "metres differ");
            expect(fabsf(brightest - 0.2f) < 1e-6f, "the image differs");
            expect(tegata_device_pull(device, &hand) == 0, "it finds two hands");
        }
        expect(tegata_device_allocation_count() == allocations, "it allocates memory for frames");
        // The second frame is tracked.
        expect(calls[0] == 1 && calls[1] == 2, "the networks run too often");
        fails = 1;
        expect(
            tegata_device_push(device, TEGATA_DEVICE_RGB, SIDE, SIDE, picture, sizeof picture, 0, 80) ==
                TEGATA_DEVICE_BAD_ARGUMENT,
            "a failing network is not reported");
        expect(!!strstr(tegata_device_message(), "function"), "the error says nothing");
        fails = 0;
        tegata_device_close(device);
        networks.palm_detector.input = (tegata_device_encoding){3, 0, 0};
        expect(tegata_device_open(&device, "", 0, &options, &allocator) != TEGATA_DEVICE_OK, "bytes without a scale");
        expect(!!strstr(tegata_device_message(), "scale"), "the error does not name the scale");
    }
    return 0;
}
