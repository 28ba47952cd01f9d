/* Follows the hands of a camera through Tegata's interface, which takes the frames as they are:
 *
 *     cc camera.c $(pkg-config --cflags --libs tegata) -o camera
 *     ffmpeg -v error -f v4l2 -video_size 640x480 -i /dev/video0 -f rawvideo -pix_fmt nv12 - |
 *         ./camera gesture_recognizer.task 640 480
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tegata.h>

/* Prints the error, and returns the exit status of the program. */
static int fail(tegata_error *error) {
    fprintf(stderr, "%s\n", error != NULL ? error->message : "no memory");
    tegata_error_free(error);
    return 1;
}

static void print_hands(long frame, const tegata_result *result) {
    size_t index;
    for (index = 0; index < result->hand_count; index += 1) {
        const tegata_hand *hand = &result->hands[index];
        printf(
            "frame %ld: #%ld %s at %.3f %.3f, %s\n", frame, (long)hand->id,
            hand->handedness == TEGATA_RIGHT ? "Right" : "Left", hand->landmarks[8].x, hand->landmarks[8].y,
            hand->gesture != NULL ? hand->gesture : "no gesture");
    }
}

int main(int count, char **arguments) {
    tegata_options options;
    tegata_image image;
    tegata_tracker *tracker = NULL;
    tegata_error *error = NULL;
    unsigned char *pixels;
    size_t size, given = 0;
    long frame = 0;
    int status = 0;
    if (count != 4) {
        fprintf(stderr, "usage: camera MODEL WIDTH HEIGHT < FRAMES\n");
        return 2;
    }
    tegata_options_init(&options, sizeof options);
    options.model_path = arguments[1];
    options.gestures = 1;
    options.identifies_hands = 1;
    options.smooths = 1;
    if (tegata_tracker_create(&options, &tracker, &error) != TEGATA_OK) return fail(error);

    memset(&image, 0, sizeof image);
    image.format = TEGATA_NV12;
    image.width = atoi(arguments[2]);
    image.height = atoi(arguments[3]);
    if (image.width <= 0 || image.height <= 0) {
        fprintf(stderr, "%s x %s is not a valid image size\n", arguments[2], arguments[3]);
        tegata_tracker_free(tracker);
        return 2;
    }
    size = (size_t)image.width * (size_t)image.height +
           2 * (((size_t)image.width + 1) / 2) * (((size_t)image.height + 1) / 2);
    pixels = malloc(size);
    image.planes[0].bytes = pixels;
    image.planes[0].byte_count = size;
    if (pixels == NULL) status = fail(NULL);
    while (status == 0 && (given = fread(pixels, 1, size, stdin)) == size) {
        tegata_result *result = NULL;
        /* Assume 30 frames per second; a program that reads a camera passes the frame's timestamp. */
        if (tegata_tracker_track(tracker, &image, NULL, frame * 1000 / 30, &result, &error) != TEGATA_OK) {
            status = fail(error);
        } else {
            print_hands(frame, result);
            tegata_result_free(result);
        }
        frame += 1;
    }
    if (status == 0 && (given > 0 || ferror(stdin))) {
        fprintf(stderr, "frame %ld is cut short; check WIDTH and HEIGHT\n", frame);
        status = 1;
    }
    free(pixels);
    tegata_tracker_free(tracker);
    return status;
}
