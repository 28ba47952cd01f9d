/* Calls the library in every wrong way that it can detect, and checks that it does: misuse HANDS GESTURES PICTURE. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <fcntl.h>
#include <unistd.h>
#include "expectations.h"

static MpHandLandmarkerOptions hand_options(const char *model) {
    MpHandLandmarkerOptions options;
    memset(&options, 0, sizeof options);
    options.base_options.model_asset_path = model;
    options.running_mode = MP_RUNNING_MODE_IMAGE;
    options.num_hands = 1;
    options.min_hand_detection_confidence = 0.5f;
    options.min_hand_presence_confidence = 0.5f;
    options.min_tracking_confidence = 0.5f;
    return options;
}

static MpGestureRecognizerOptions gesture_options(const char *model) {
    MpGestureRecognizerOptions options;
    memset(&options, 0, sizeof options);
    options.base_options.model_asset_path = model;
    options.running_mode = MP_RUNNING_MODE_IMAGE;
    options.num_hands = 1;
    options.min_hand_detection_confidence = 0.5f;
    options.min_hand_presence_confidence = 0.5f;
    options.min_tracking_confidence = 0.5f;
    options.canned_gestures_classifier_options.max_results = -1;
    options.custom_gestures_classifier_options.max_results = -1;
    return options;
}

static void images(const char *picture) {
    static const uint8_t bytes[48] = {1, 2, 3, 4};
    static const uint16_t words[16] = {1, 2, 3, 4};
    static const float floats[16] = {1, 2, 3, 4};
    MpImagePtr image = NULL, second = NULL, none = NULL;
    const uint8_t *pixels = NULL;
    const float *float_pixels = NULL;
    uint8_t value = 0;
    int place[3] = {0, 0, 0};
    int format;
    MP(3, "null pointer", MpImageCreateFromUint8Data(1, 4, 4, NULL, 48, &image, &error));
    MP(3, "null pointer", MpImageCreateFromUint8Data(1, 4, 4, bytes, 48, NULL, &error));
    MP(3, "too small: 47 (expected 48)", MpImageCreateFromUint8Data(1, 4, 4, bytes, 47, &image, &error));
    MP(3, "too small", MpImageCreateFromUint8Data(1, 2147483647, 2147483647, bytes, 48, &image, &error));
    MP(3, "not possible", MpImageCreateFromUint8Data(1, -1, 4, bytes, 48, &image, &error));
    MP(3, "not possible", MpImageCreateFromUint8Data(1, 4, -2147483647, bytes, 48, &image, &error));
    MP(3, "too small: -5", MpImageCreateFromUint8Data(1, 4, 4, bytes, -5, &image, &error));
    for (format = -3; format < 20; format += 1) {
        if (format < 1 || format > 3)
            MP(3, "Unsupported", MpImageCreateFromUint8Data(format, 1, 1, bytes, 48, &image, &error));
        if (format != 4 && format != 7 && format != 8)
            MP(3, "Unsupported", MpImageCreateFromUint16Data(format, 1, 1, words, 16, &image, &error));
        if (format != 9 && format != 12 && format != 13)
            MP(3, "Unsupported", MpImageCreateFromFloatData(format, 1, 1, floats, 16, &image, &error));
    }
    CHECK(image == NULL);
    MP(0, NULL, MpImageCreateFromUint8Data(1, 4, 4, bytes, 48, &image, &error));
    MP(0, NULL, MpImageCreateFromImageFrame(image, &second, &error));
    MpImageFree(image);
    /* The pixels stay valid, but the first image does not. */
    MP(3, "no such image", MpImageCreateFromImageFrame(image, &none, &error));
    MP(3, "no such image", MpImageDataUint8(image, &pixels, &error));
    CHECK(MpImageGetWidth(image) == 0 && MpImageGetWidth(NULL) == 0 && MpImageIsEmpty(NULL));
    CHECK(MpImageGetWidth(second) == 4 && MpImageGetWidthStep(second) == 16 && !MpImageIsContiguous(second));
    CHECK(!MpImageIsAligned(second, 0) && MpImageIsAligned(second, 16) && !MpImageUsesGpu(second));
    MP(0, NULL, MpImageDataUint8(second, &pixels, &error));
    CHECK(pixels != NULL && pixels[1] == 2);
    MP(3, "null pointer", MpImageDataUint8(second, NULL, &error));
    MP(3, "Unsupported", MpImageDataFloat32(second, &float_pixels, &error));
    MP(0, NULL, MpImageGetValueUint8(second, place, 3, &value, &error));
    CHECK(value == 1);
    MP(3, "dimension: 2", MpImageGetValueUint8(second, place, 2, &value, &error));
    MP(3, "null pointer", MpImageGetValueUint8(second, NULL, 3, &value, &error));
    for (place[0] = -1; place[0] <= 4; place[0] += 5)
        MP(11, "no element", MpImageGetValueUint8(second, place, 3, &value, &error));
    place[0] = 0;
    place[2] = 3;
    MP(11, "no element", MpImageGetValueUint8(second, place, 3, &value, &error));
    MpImageFree(second);
    MpImageFree(second);
    MpImageFree(NULL);
    MpImageFree((MpImagePtr)(uintptr_t)0xdeadbeef);
    MP(5, "Can't find file", MpImageCreateFromFile("/nowhere.png", &image, &error));
    MP(3, "null pointer", MpImageCreateFromFile(NULL, &image, &error));
    MP(3, "null pointer", MpImageCreateFromFile(picture, NULL, &error));
    /* A message that the caller does not request. */
    CHECK(MpImageCreateFromFile("/nowhere.png", &image, NULL) == MP_NOT_FOUND);
}

static void forget(int32_t status, const MpHandLandmarkerResult *result, MpImagePtr image, int64_t time) {
    (void)status;
    (void)result;
    (void)image;
    (void)time;
}

static void landmarkers(const char *hands, const char *picture) {
    MpHandLandmarkerOptions options = hand_options(hands);
    MpHandLandmarkerPtr landmarker = NULL, none = NULL;
    MpHandLandmarkerResult result;
    MpImageProcessingOptions how;
    MpImagePtr image = NULL;
    memset(&result, 0xAA, sizeof result);
    memset(&how, 0, sizeof how);
    MP(0, NULL, MpImageCreateFromFile(picture, &image, &error));
    MP(3, "null pointer", MpHandLandmarkerCreate(NULL, &none, &error));
    MP(3, "null pointer", MpHandLandmarkerCreate(&options, NULL, &error));
    options.running_mode = 4;
    MP(3, "running mode", MpHandLandmarkerCreate(&options, &none, &error));
    options.running_mode = 3;
    MP(3, "callback", MpHandLandmarkerCreate(&options, &none, &error));
    options.running_mode = 1;
    options.base_options.delegate = 3;
    options.base_options.file_descriptor = -1;
    MP(3, "delegate", MpHandLandmarkerCreate(&options, &none, &error));
    options.base_options.delegate = -1;
    MP(3, "delegate", MpHandLandmarkerCreate(&options, &none, &error));
    options.base_options.delegate = 2;
    options.num_hands = 0;
    MP(13, "num_hands", MpHandLandmarkerCreate(&options, &none, &error));
    options.num_hands = 2;
    options.min_hand_presence_confidence = 1.5f;
    MP(3, "range [0.0, 1.0]", MpHandLandmarkerCreate(&options, &none, &error));
    options.min_hand_presence_confidence = 0.5f;
    options.min_tracking_confidence = (float)NAN;
    options.base_options.model_asset_path = NULL;
    MP(3, "must specify at least one", MpHandLandmarkerCreate(&options, &none, &error));
    options.base_options.model_asset_path = "/nowhere.task";
    MP(5, "Unable to open file at /nowhere.task", MpHandLandmarkerCreate(&options, &none, &error));
    options.base_options.file_descriptor = 99;
    MP(5, "Unable to open file at file descriptor 99", MpHandLandmarkerCreate(&options, &none, &error));
    options.base_options.model_asset_buffer = "PK\003\004 but no more";
    options.base_options.model_asset_buffer_count = 16;
    MP(2, "Unable to open zip archive", MpHandLandmarkerCreate(&options, &none, &error));
    CHECK(none == NULL);
    options.base_options.model_asset_buffer = NULL;
    options.base_options.file_descriptor = open(hands, O_RDONLY);
    CHECK(options.base_options.file_descriptor > 0);
    MP(0, NULL, MpHandLandmarkerCreate(&options, &landmarker, &error));
    close(options.base_options.file_descriptor);
    MP(3, "null pointer", MpHandLandmarkerDetectImage(landmarker, image, NULL, NULL, &error));
    MP(3, "no such image", MpHandLandmarkerDetectImage(landmarker, NULL, NULL, &result, &error));
    MP(3, "no such image", MpHandLandmarkerDetectImage(landmarker, (MpImagePtr)landmarker, NULL, &result, &error));
    MP(3, "no such hand landmarker", MpHandLandmarkerDetectImage(NULL, image, NULL, &result, &error));
    MP(3, "no such hand landmarker",
       MpHandLandmarkerDetectImage((MpHandLandmarkerPtr)image, image, NULL, &result, &error));
    MP(3, "video mode. Current running mode:image mode",
       MpHandLandmarkerDetectForVideo(landmarker, image, NULL, 1, &result, &error));
    MP(3, "live stream mode", MpHandLandmarkerDetectAsync(landmarker, image, NULL, 1, &error));
    how.has_region_of_interest = 1;
    MP(3, "region-of-interest", MpHandLandmarkerDetectImage(landmarker, image, &how, &result, &error));
    how.has_region_of_interest = 0x7700;
    how.rotation_degrees = 91;
    MP(3, "multiple of 90", MpHandLandmarkerDetectImage(landmarker, image, &how, &result, &error));
    how.rotation_degrees = -2147483647 - 1;
    MP(3, "multiple of 90", MpHandLandmarkerDetectImage(landmarker, image, &how, &result, &error));
    /* A call that fails writes nothing. */
    CHECK(result.handedness_count == 0xAAAAAAAA);
    how.rotation_degrees = 0;
    MP(0, NULL, MpHandLandmarkerDetectImage(landmarker, image, &how, &result, &error));
    CHECK(result.handedness_count == 1 && result.hand_landmarks_count == 1 && result.hand_world_landmarks_count == 1);
    CHECK(strcmp(result.handedness[0].categories[0].category_name, "Left") == 0);
    CHECK(result.hand_landmarks[0].landmarks_count == 21 && !result.hand_landmarks[0].landmarks[20].has_presence);
    MpHandLandmarkerCloseResult(&result);
    CHECK(result.handedness == NULL && result.handedness_count == 0 && result.hand_world_landmarks_count == 0);
    MpHandLandmarkerCloseResult(&result);
    MpHandLandmarkerCloseResult(NULL);
    MP(0, NULL, MpHandLandmarkerClose(landmarker, &error));
    MP(3, "no such hand landmarker", MpHandLandmarkerClose(landmarker, &error));
    MP(3, "no such hand landmarker", MpHandLandmarkerDetectImage(landmarker, image, NULL, &result, &error));
    MP(3, "no such hand landmarker", MpHandLandmarkerClose(NULL, &error));

    options = hand_options(hands);
    options.running_mode = MP_RUNNING_MODE_LIVE_STREAM;
    options.result_callback = forget;
    MP(0, NULL, MpHandLandmarkerCreate(&options, &landmarker, &error));
    MP(0, NULL, MpHandLandmarkerDetectAsync(landmarker, image, NULL, -9, &error));
    MP(3, "monotonically", MpHandLandmarkerDetectAsync(landmarker, image, NULL, -9, &error));
    /* Calls in progress keep the objects that they need. */
    MpImageFree(image);
    MP(0, NULL, MpHandLandmarkerClose(landmarker, &error));
}

static void recognizers(const char *gestures, const char *hands, const char *picture) {
    const char *names[2] = {"Victory", NULL};
    MpGestureRecognizerOptions options = gesture_options(gestures);
    MpGestureRecognizerPtr recognizer = NULL;
    MpGestureRecognizerResult result;
    MpImagePtr image = NULL;
    memset(&result, 0, sizeof result);
    MP(0, NULL, MpImageCreateFromFile(picture, &image, &error));
    options.canned_gestures_classifier_options.category_allowlist_count = 2;
    MP(3, "category_allowlist", MpGestureRecognizerCreate(&options, &recognizer, &error));
    options.canned_gestures_classifier_options.category_allowlist = names;
    MP(3, "category_allowlist[1]", MpGestureRecognizerCreate(&options, &recognizer, &error));
    options.canned_gestures_classifier_options.category_allowlist_count = 1;
    options.base_options.model_asset_path = hands;
    MP(5, "No file with name: hand_landmarker.task", MpGestureRecognizerCreate(&options, &recognizer, &error));
    CHECK(recognizer == NULL);
    options.base_options.model_asset_path = gestures;
    MP(0, NULL, MpGestureRecognizerCreate(&options, &recognizer, &error));
    MP(3, "no such hand landmarker", MpHandLandmarkerClose((MpHandLandmarkerPtr)recognizer, &error));
    MP(0, NULL, MpGestureRecognizerRecognizeImage(recognizer, image, NULL, &result, &error));
    CHECK(result.gestures_count == 1 && strcmp(result.gestures[0].categories[0].category_name, "Victory") == 0);
    MpGestureRecognizerCloseResult(&result);
    MP(0, NULL, MpGestureRecognizerClose(recognizer, &error));
    MpImageFree(image);
}

static void files(const char *picture) {
    tegata_image *image = NULL;
    TEGATA(0, NULL, tegata_image_read(picture, &image, &error));
    CHECK(image->format == TEGATA_RGB && image->width > 0 && image->planes[0].row_stride == 3 * (size_t)image->width);
    CHECK(image->planes[0].byte_count == image->planes[0].row_stride * (size_t)image->height);
    tegata_image_free(image);
    image = NULL;
    TEGATA(5, "/nowhere.png", tegata_image_read("/nowhere.png", &image, &error));
    TEGATA(3, "null pointer", tegata_image_read(NULL, &image, &error));
    TEGATA(3, "null pointer", tegata_image_read(picture, NULL, &error));
    CHECK(image == NULL);
    tegata_image_free(NULL);
}

static void trackers(const char *hands, const char *gestures) {
    static uint8_t pixels[64 * 48 * 4];
    tegata_tracker *tracker = NULL, *none = NULL;
    tegata_result *result = NULL;
    tegata_palms *palms = NULL;
    tegata_options options;
    tegata_image image;
    tegata_frame frame;
    int format;
    tegata_options_init(NULL, sizeof options);
    memset(&options, 0, sizeof options);
    options.model_path = hands;
    TEGATA(3, "tegata_options_init", tegata_tracker_create(&options, &none, &error));
    tegata_options_init(&options, sizeof options);
    TEGATA(3, "model_path", tegata_tracker_create(&options, &none, &error));
    options.model_path = hands;
    TEGATA(3, "null pointer", tegata_tracker_create(NULL, &none, &error));
    TEGATA(3, "null pointer", tegata_tracker_create(&options, NULL, &error));
    options.max_hands = 0;
    TEGATA(3, "max_hands is 0", tegata_tracker_create(&options, &none, &error));
    options.max_hands = 2;
    options.min_tracking_confidence = 2;
    TEGATA(3, "min_tracking_confidence is 2.0", tegata_tracker_create(&options, &none, &error));
    options.min_tracking_confidence = 0.5f;
    options.threads = -1;
    TEGATA(3, "threads is -1", tegata_tracker_create(&options, &none, &error));
    options.threads = 1;
    options.gestures = 1;
    TEGATA(5, "no gesture networks", tegata_tracker_create(&options, &none, &error));
    options.model_path = gestures;
    options.canned.denied_count = 3;
    TEGATA(3, "canned.denied", tegata_tracker_create(&options, &none, &error));
    options.canned.denied_count = 0;
    CHECK(none == NULL);
    options.canned.denied_count = SIZE_MAX;
    TEGATA(3, "canned.denied_count", tegata_tracker_create(&options, &none, &error));
    options.canned.denied_count = 0;
    options.model_size = SIZE_MAX;
    TEGATA(3, "model_size", tegata_tracker_create(&options, &none, &error));
    options.model_size = 0;
    options.poses.byte_count = SIZE_MAX;
    TEGATA(3, "poses.byte_count", tegata_tracker_create(&options, &none, &error));
    options.poses.byte_count = 0;
    options.poses.path = "/nowhere.tegata";
    TEGATA(5, "/nowhere.tegata", tegata_tracker_create(&options, &none, &error));
    options.poses.path = hands;
    TEGATA(5, "no classifier", tegata_tracker_create(&options, &none, &error));
    options.poses.path = NULL;
    options.actions.bytes = pixels;
    options.actions.byte_count = sizeof pixels;
    TEGATA(3, "not a classifier", tegata_tracker_create(&options, &none, &error));
    options.actions.byte_count = 0;
    CHECK(none == NULL);
    /* The struct ends in the middle of the model's path. */
    options.size = 28;
    TEGATA(3, "the options is 28,", tegata_tracker_create(&options, &none, &error));
    CHECK(none == NULL);
    /* A caller whose options contain only the model. */
    options.size = offsetof(tegata_options, threads);
    options.gestures = 77;
    options.max_hands = -5;
    TEGATA(0, NULL, tegata_tracker_create(&options, &tracker, &error));

    memset(&image, 0, sizeof image);
    memset(&frame, 0, sizeof frame);
    TEGATA(3, "null pointer", tegata_tracker_detect(tracker, NULL, NULL, &result, &error));
    TEGATA(3, "no format 0", tegata_tracker_detect(tracker, &image, NULL, &result, &error));
    for (format = 1; format <= 9; format += 1) {
        image.format = format;
        image.width = image.height = 0;
        TEGATA(3, NULL, tegata_tracker_detect(tracker, &image, NULL, &result, &error));
        image.width = 64;
        image.height = 48;
        TEGATA(3, NULL, tegata_tracker_detect(tracker, &image, NULL, &result, &error));
        image.planes[0].bytes = pixels;
        image.planes[0].byte_count = 64;
        TEGATA(3, NULL, tegata_tracker_detect(tracker, &image, NULL, &result, &error));
        image.planes[0].byte_count = sizeof pixels;
        image.planes[0].row_stride = 3;
        TEGATA(3, "row stride of 3", tegata_tracker_detect(tracker, &image, NULL, &result, &error));
        image.planes[0].row_stride = SIZE_MAX;
        TEGATA(3, "row_stride", tegata_tracker_detect(tracker, &image, NULL, &result, &error));
        image.planes[0].row_stride = 0;
        image.width = 2000000000;
        TEGATA(3, "neither side may exceed", tegata_tracker_detect(tracker, &image, NULL, &result, &error));
        image.width = 64;
        TEGATA(0, NULL, tegata_tracker_detect(tracker, &image, NULL, &result, &error));
        CHECK(result != NULL && result->hand_count == 0 && result->timings.total > 0);
        tegata_result_free(result);
        result = NULL;
        memset(&image, 0, sizeof image);
    }
    image.format = TEGATA_RGB;
    image.width = 64;
    image.height = 48;
    image.planes[0].bytes = pixels;
    image.planes[0].byte_count = sizeof pixels;
    image.matrix = 2;
    TEGATA(3, "no matrix 2", tegata_tracker_detect(tracker, &image, NULL, &result, &error));
    image.matrix = 0;
    frame.rotation_degrees = 1;
    TEGATA(3, "rotation is 1", tegata_tracker_detect(tracker, &image, &frame, &result, &error));
    frame.rotation_degrees = 90;
    frame.has_region = 1;
    TEGATA(3, "region of interest", tegata_tracker_detect(tracker, &image, &frame, &result, &error));
    frame.right = frame.bottom = 0.5f;
    TEGATA(0, NULL, tegata_tracker_palms(tracker, &image, &frame, &palms, &error));
    CHECK(palms != NULL && palms->palm_count == 0);
    tegata_palms_free(palms);
    TEGATA(3, "null pointer", tegata_tracker_palms(tracker, &image, &frame, NULL, &error));
    TEGATA(0, NULL, tegata_tracker_track(tracker, &image, &frame, 5, &result, &error));
    tegata_result_free(result);
    TEGATA(3, "timestamps must increase", tegata_tracker_track(tracker, &image, &frame, 5, &result, &error));
    TEGATA(0, NULL, tegata_tracker_reset(tracker, &error));
    TEGATA(0, NULL, tegata_tracker_track(tracker, &image, &frame, -5, &result, &error));
    tegata_result_free(result);
    tegata_tracker_free(tracker);
    tegata_tracker_free(tracker);
    TEGATA(3, "no such tracker", tegata_tracker_reset(tracker, &error));
    tegata_result_free(NULL);
    tegata_palms_free(NULL);
    tegata_error_free(NULL);
}

/* Legacy mode uses another graph, accepts any confidence, and does not exist for earlier callers. */
static void graphs(const char *hands, const char *picture) {
    tegata_tracker *tracker = NULL;
    tegata_result *result = NULL;
    tegata_options options;
    tegata_image image;
    MpImagePtr source = NULL;
    int way;
    MP(0, NULL, MpImageCreateFromFile(picture, &source, &error));
    image = picture_of(source);
    for (way = 0; way < 4; way += 1) {
        /* The default, legacy mode, legacy mode with a presence that no hand reaches, and an earlier caller. */
        tegata_options_init(&options, sizeof options);
        CHECK(options.legacy == 0);
        options.model_path = hands;
        options.legacy = way > 0;
        options.min_presence_confidence = way > 0 && way < 3 ? 5 : 0.5f;
        options.min_tracking_confidence = way == 2 ? 1.5f : 0.5f;
        if (way == 3) options.size = offsetof(tegata_options, legacy);
        TEGATA(0, NULL, tegata_tracker_create(&options, &tracker, &error));
        TEGATA(0, NULL, tegata_tracker_detect(tracker, &image, NULL, &result, &error));
        CHECK(result != NULL && result->hand_count == (way == 2 ? 0u : 1u));
        if (way != 2) CHECK(result->hands[0].handedness == (way == 1 ? TEGATA_RIGHT : TEGATA_LEFT));
        tegata_result_free(result);
        tegata_tracker_free(tracker);
    }
    MpImageFree(source);
}

/* A forked process may close the objects of its parent, and nothing else. */
static void forks(const char *hands, const char *picture) {
    MpHandLandmarkerOptions options = hand_options(hands);
    MpHandLandmarkerPtr landmarker = NULL;
    MpHandLandmarkerResult result;
    MpImagePtr image = NULL;
    int status = 0;
    pid_t child;
    memset(&result, 0, sizeof result);
    MP(0, NULL, MpImageCreateFromFile(picture, &image, &error));
    MP(0, NULL, MpHandLandmarkerCreate(&options, &landmarker, &error));
    child = fork();
    if (child == 0) {
        failures = 0;
        MP(9, "forked", MpHandLandmarkerDetectImage(landmarker, image, NULL, &result, &error));
        MP(0, NULL, MpHandLandmarkerClose(landmarker, &error));
        MP(0, NULL, MpHandLandmarkerCreate(&options, &landmarker, &error));
        MP(0, NULL, MpHandLandmarkerDetectImage(landmarker, image, NULL, &result, &error));
        CHECK(result.handedness_count == 1);
        _exit(failures != 0);
    }
    CHECK(child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0);
    MP(0, NULL, MpHandLandmarkerDetectImage(landmarker, image, NULL, &result, &error));
    MpHandLandmarkerCloseResult(&result);
    MP(0, NULL, MpHandLandmarkerClose(landmarker, &error));
    MpImageFree(image);
}

int main(int count, char **arguments) {
    if (count != 4) return 2;
    images(arguments[3]);
    landmarkers(arguments[1], arguments[3]);
    recognizers(arguments[2], arguments[1], arguments[3]);
    files(arguments[3]);
    trackers(arguments[1], arguments[2]);
    graphs(arguments[1], arguments[3]);
    forks(arguments[1], arguments[3]);
    CHECK(strlen(tegata_version()) >= 5);
    tegata_set_threads(-1);
    tegata_set_threads(0);
    if (failures == 0) puts("all noticed");
    return failures != 0;
}
