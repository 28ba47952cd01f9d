/* Many threads, streams that end in all ways, and constant memory: threads HANDS PICTURE FRAMES CREATIONS. */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
#include "expectations.h"

enum { THREAD_COUNT = 8 };

static const char *model;
static long frame_count;
static MpImagePtr picture;
static MpHandLandmarkerPtr shared;
static MpNormalizedLandmark expected;

static MpHandLandmarkerPtr make(int mode, MpHandLandmarkerCallback callback) {
    MpHandLandmarkerOptions options = {
        .base_options = {.model_asset_path = model, .file_descriptor = -1},
        .running_mode = mode,
        .num_hands = 1,
        .min_hand_detection_confidence = 0.5f,
        .min_hand_presence_confidence = 0.5f,
        .min_tracking_confidence = 0.5f,
        .result_callback = callback,
    };
    MpHandLandmarkerPtr landmarker = NULL;
    char *error = NULL;
    if (MpHandLandmarkerCreate(&options, &landmarker, &error) != MP_OK) {
        fprintf(stderr, "%s\n", error);
        exit(1);
    }
    return landmarker;
}

static void look(MpHandLandmarkerPtr landmarker) {
    MpHandLandmarkerResult result = {0};
    MpImagePtr image = NULL;
    CHECK(MpImageCreateFromImageFrame(picture, &image, NULL) == MP_OK);
    CHECK(MpHandLandmarkerDetectImage(landmarker, image, NULL, &result, NULL) == MP_OK);
    MpImageFree(image);
    CHECK(result.hand_landmarks_count == 1 && result.hand_landmarks[0].landmarks[8].x == expected.x);
    MpHandLandmarkerCloseResult(&result);
}

static void *work(void *unused) {
    MpHandLandmarkerPtr own = make(MP_RUNNING_MODE_VIDEO, NULL);
    long frame;
    (void)unused;
    for (frame = 0; frame < frame_count; frame += 1) {
        MpHandLandmarkerResult result = {0};
        CHECK(MpHandLandmarkerDetectForVideo(own, picture, NULL, frame, &result, NULL) == MP_OK);
        CHECK(result.hand_landmarks_count == 1);
        MpHandLandmarkerCloseResult(&result);
        if (frame % 4 == 0) look(shared);
    }
    CHECK(MpHandLandmarkerClose(own, NULL) == MP_OK);
    return NULL;
}

static atomic_int told;
static _Atomic int64_t last_time;
static MpImagePtr kept;

static void tell(int32_t status, const MpHandLandmarkerResult *result, MpImagePtr image, int64_t time) {
    CHECK(status == MP_OK && result->hand_landmarks_count == 1 && MpImageGetWidth(image) == MpImageGetWidth(picture));
    CHECK(time > last_time);
    last_time = time;
    told += 1;
    if (kept == NULL) CHECK(MpImageCreateFromImageFrame(image, &kept, NULL) == MP_OK);
}

static void stream(void) {
    MpHandLandmarkerPtr landmarker = make(MP_RUNNING_MODE_LIVE_STREAM, tell);
    int64_t time;
    int before;
    last_time = -1;
    told = 0;
    for (time = 0; time < 50; time += 1)
        CHECK(MpHandLandmarkerDetectAsync(landmarker, picture, NULL, time, NULL) == MP_OK);
    CHECK(MpHandLandmarkerClose(landmarker, NULL) == MP_OK);
    /* The first frame was processed at once, and nothing replaced the last one. */
    before = told;
    CHECK(before >= 2 && before <= 50 && last_time == 49);
    usleep(20000);
    CHECK(told == before && MpImageGetWidth(kept) == MpImageGetWidth(picture));
    MpImageFree(kept);
    kept = NULL;
}

static _Atomic(MpHandLandmarkerPtr) closing;
static atomic_int is_closed;

static void close_inside(int32_t status, const MpHandLandmarkerResult *result, MpImagePtr image, int64_t time) {
    (void)status;
    (void)result;
    (void)image;
    (void)time;
    if (closing == NULL) return;
    CHECK(MpHandLandmarkerClose(closing, NULL) == MP_OK);
    closing = NULL;
    is_closed = 1;
}

static void stream_that_closes_itself(void) {
    MpHandLandmarkerPtr landmarker = make(MP_RUNNING_MODE_LIVE_STREAM, close_inside);
    is_closed = 0;
    closing = landmarker;
    CHECK(MpHandLandmarkerDetectAsync(landmarker, picture, NULL, 0, NULL) == MP_OK);
    while (!is_closed) usleep(1000);
    CHECK(MpHandLandmarkerDetectAsync(landmarker, picture, NULL, 1, NULL) == MP_INVALID_ARGUMENT);
}

static MpHandLandmarkerPtr mutual[2];
static atomic_int begun, ended;

static void close_other(int32_t status, const MpHandLandmarkerResult *result, MpImagePtr image, int64_t time) {
    (void)status;
    (void)result;
    (void)image;
    begun += 1;
    while (begun < 2) usleep(1000);
    CHECK(MpHandLandmarkerClose(mutual[1 - time], NULL) == MP_OK);
    ended += 1;
}

static void streams_that_close_each_other(void) {
    int64_t which;
    begun = ended = 0;
    for (which = 0; which < 2; which += 1) mutual[which] = make(MP_RUNNING_MODE_LIVE_STREAM, close_other);
    for (which = 0; which < 2; which += 1)
        CHECK(MpHandLandmarkerDetectAsync(mutual[which], picture, NULL, which, NULL) == MP_OK);
    while (ended < 2) usleep(1000);
}

/* Returns the number of resident pages of the process. */
static long resident(void) {
    long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file == NULL || fscanf(file, "%*s %ld", &pages) != 1) exit(1);
    fclose(file);
    return pages;
}

int main(int count, char **arguments) {
    pthread_t threads[THREAD_COUNT];
    MpHandLandmarkerResult result = {0};
    long index, creations, before = 0;
    if (count != 5) return 2;
    model = arguments[1];
    frame_count = atol(arguments[3]);
    creations = atol(arguments[4]);
    if (MpImageCreateFromFile(arguments[2], &picture, NULL) != MP_OK) return 1;
    shared = make(MP_RUNNING_MODE_IMAGE, NULL);
    CHECK(
        MpHandLandmarkerDetectImage(shared, picture, NULL, &result, NULL) == MP_OK && result.hand_landmarks_count == 1);
    expected = result.hand_landmarks[0].landmarks[8];
    MpHandLandmarkerCloseResult(&result);
    for (index = 0; index < THREAD_COUNT; index += 1) CHECK(pthread_create(&threads[index], NULL, work, NULL) == 0);
    for (index = 0; index < THREAD_COUNT; index += 1) pthread_join(threads[index], NULL);
    MpHandLandmarkerClose(shared, NULL);
    stream();
    stream_that_closes_itself();
    streams_that_close_each_other();
    for (index = 0; index < creations; index += 1) {
        MpHandLandmarkerPtr landmarker = make(index % 2 ? MP_RUNNING_MODE_IMAGE : MP_RUNNING_MODE_LIVE_STREAM, tell);
        if (index % 8 == 1) look(landmarker);
        MpHandLandmarkerClose(landmarker, NULL);
        if (index == creations / 4) before = resident();
    }
    if (creations >= 40 && resident() - before > before / 20) {
        fprintf(stderr, "memory grew from %ld to %ld pages\n", before, resident());
        failures += 1;
    }
    MpImageFree(picture);
    if (failures == 0) puts("all well");
    return failures != 0;
}
