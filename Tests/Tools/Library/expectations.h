/* The expectations of programs that test the library's calls. */
#ifndef EXPECTATIONS_H
#define EXPECTATIONS_H

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <tegata.h>
#include <tegata_mediapipe.h>

static atomic_int failures;

static inline void expect(int line, int status, int wanted, const char *message, const char *words) {
    int is_right = status == wanted && (wanted == 0) == (message == NULL) &&
                   (words == NULL || (message != NULL && strstr(message, words) != NULL));
    if (is_right) return;
    fprintf(stderr, "line %d: status %d instead of %d, %s\n", line, status, wanted, message ? message : "no message");
    failures += 1;
}

/* One call of MediaPipe's interface, with `error` for its message. */
#define MP(wanted, words, call)                         \
    do {                                                \
        char *error = NULL;                             \
        int status = (int)(call);                       \
        expect(__LINE__, status, wanted, error, words); \
        MpErrorFree(error);                             \
    } while (0)

/* One call of Tegata's interface. */
#define TEGATA(wanted, words, call)                                                     \
    do {                                                                                \
        tegata_error *error = NULL;                                                     \
        int status = (int)(call);                                                       \
        expect(__LINE__, status, wanted, error != NULL ? error->message : NULL, words); \
        tegata_error_free(error);                                                       \
    } while (0)

#define CHECK(condition)                                                    \
    do {                                                                    \
        if (!(condition)) {                                                 \
            fprintf(stderr, "line %d: not so: %s\n", __LINE__, #condition); \
            failures += 1;                                                  \
        }                                                                   \
    } while (0)

/* Returns the pixels of an image, which `source` owns. */
static inline tegata_image picture_of(MpImagePtr source) {
    tegata_image image;
    const uint8_t *pixels = NULL;
    memset(&image, 0, sizeof image);
    MP(0, NULL, MpImageDataUint8(source, &pixels, &error));
    image.format = TEGATA_RGB;
    image.width = MpImageGetWidth(source);
    image.height = MpImageGetHeight(source);
    image.planes[0].bytes = pixels;
    image.planes[0].byte_count = (size_t)3 * image.width * image.height;
    return image;
}

#endif
