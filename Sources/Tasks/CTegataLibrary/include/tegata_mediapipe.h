/* MediaPipe's C interface for hands, as its version 1.2.2 has it: the hand landmarker, the gesture recogniser and
 * images.
 *
 * Programs and language bindings that were made for MediaPipe's library run on this one unchanged. What holds for all
 * functions:
 *
 * - Those that return MpStatus return MP_OK or say what went wrong. With `error` not null they then leave a message
 *   there, which the caller gives back with MpErrorFree. Nothing else is written on failure.
 * - Any thread may call. Calls of one task take turns, calls of different tasks do not wait for each other.
 * - Tasks and images are numbers in disguise. Whatever is none, or none any more, is answered with
 *   MP_INVALID_ARGUMENT.
 * - Options and what they point to are needed until the call returns, and copied where they are kept.
 */
#ifndef TEGATA_MEDIAPIPE_H
#define TEGATA_MEDIAPIPE_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What became of a call. */
typedef enum MpStatus {
    MP_OK = 0,
    MP_CANCELLED = 1,
    MP_UNKNOWN = 2,
    MP_INVALID_ARGUMENT = 3,
    MP_DEADLINE_EXCEEDED = 4,
    MP_NOT_FOUND = 5,
    MP_ALREADY_EXISTS = 6,
    MP_PERMISSION_DENIED = 7,
    MP_RESOURCE_EXHAUSTED = 8,
    MP_FAILED_PRECONDITION = 9,
    MP_ABORTED = 10,
    MP_OUT_OF_RANGE = 11,
    MP_UNIMPLEMENTED = 12,
    MP_INTERNAL = 13,
    MP_UNAVAILABLE = 14,
    MP_DATA_LOSS = 15,
    MP_UNAUTHENTICATED = 16
} MpStatus;

/* Gives a message back; null is allowed. */
void MpErrorFree(char *message);

/* ---- Images ---- */

/* A picture that never changes. */
typedef struct MpImageInternal *MpImagePtr;

/* What a pixel is made of: bytes, 16-bit numbers or floats. Tasks look at the first three. */
typedef enum MpImageFormat {
    MP_IMAGE_FORMAT_UNKNOWN = 0,
    MP_IMAGE_FORMAT_SRGB = 1,
    MP_IMAGE_FORMAT_SRGBA = 2,
    MP_IMAGE_FORMAT_GRAY8 = 3,
    MP_IMAGE_FORMAT_GRAY16 = 4,
    MP_IMAGE_FORMAT_SRGB48 = 7,
    MP_IMAGE_FORMAT_SRGBA64 = 8,
    MP_IMAGE_FORMAT_VEC32F1 = 9,
    MP_IMAGE_FORMAT_VEC32F2 = 12,
    MP_IMAGE_FORMAT_VEC32F4 = 13
} MpImageFormat;

/* A copy of pixels without gaps between rows. `count` is how many elements there are, at least those of the picture;
 * `format` is one whose elements have the type. */
MpStatus MpImageCreateFromUint8Data(
    int format, int width, int height, const uint8_t *pixels, int count, MpImagePtr *out, char **error);
MpStatus MpImageCreateFromUint16Data(
    int format, int width, int height, const uint16_t *pixels, int count, MpImagePtr *out, char **error);
MpStatus MpImageCreateFromFloatData(
    int format, int width, int height, const float *pixels, int count, MpImagePtr *out, char **error);

/* A second image with the same pixels, which are not copied; each of both is freed by itself. */
MpStatus MpImageCreateFromImageFrame(MpImagePtr image, MpImagePtr *out, char **error);

/* A JPEG or PNG file, or another that the library reads, turned upright as it says. Gray pictures have the format
 * GRAY8, those with alpha SRGBA, all others SRGB. */
MpStatus MpImageCreateFromFile(const char *path, MpImagePtr *out, char **error);

/* Whether there are no gaps between rows: each begins at a multiple of 16 bytes. */
bool MpImageIsContiguous(MpImagePtr image);
/* False. */
bool MpImageUsesGpu(MpImagePtr image);
/* Whether there is no image; one of 0 × 0 pixels is one. */
bool MpImageIsEmpty(MpImagePtr image);
/* Whether every row begins at a multiple of so many bytes. */
bool MpImageIsAligned(MpImagePtr image, uint32_t alignment);
/* In pixels. Like the following ones, 0 for what is no image. */
int MpImageGetWidth(MpImagePtr image);
int MpImageGetHeight(MpImagePtr image);
int MpImageGetChannels(MpImagePtr image);
/* The bytes of one channel. */
int MpImageGetByteDepth(MpImagePtr image);
/* The bytes from one row to the next. */
int MpImageGetWidthStep(MpImagePtr image);
/* An MpImageFormat. */
int MpImageGetFormat(MpImagePtr image);

/* The pixels without gaps between rows, as long as the image lives. */
MpStatus MpImageDataUint8(MpImagePtr image, const uint8_t **out, char **error);
MpStatus MpImageDataUint16(MpImagePtr image, const uint16_t **out, char **error);
MpStatus MpImageDataFloat32(MpImagePtr image, const float **out, char **error);

/* One element. `position` has `size` numbers: row, column, channel; the last may be left out where there is one
 * channel. */
MpStatus MpImageGetValueUint8(MpImagePtr image, int *position, int size, uint8_t *out, char **error);
MpStatus MpImageGetValueUint16(MpImagePtr image, int *position, int size, uint16_t *out, char **error);
MpStatus MpImageGetValueFloat32(MpImagePtr image, int *position, int size, float *out, char **error);

/* Ends an image; null is allowed. Calls that are under way with it end well. */
void MpImageFree(MpImagePtr image);

/* ---- Options ---- */

/* What a task is given, and how it answers. */
typedef enum MpRunningMode {
    /* Single pictures. */
    MP_RUNNING_MODE_IMAGE = 1,
    /* Frames of a video, each answered before the call returns. */
    MP_RUNNING_MODE_VIDEO = 2,
    /* Frames as they come, answered by a callback. */
    MP_RUNNING_MODE_LIVE_STREAM = 3
} MpRunningMode;

/* What was asked to compute. The processor does in any case. */
typedef enum MpDelegate { MP_DELEGATE_DEFAULT = 0, MP_DELEGATE_CPU = 1, MP_DELEGATE_GPU = 2 } MpDelegate;

/* Where the model is: bytes before a descriptor before a path. Of the rest nothing is used. */
typedef struct MpBaseOptions {
    const char *model_asset_buffer;
    unsigned int model_asset_buffer_count;
    const char *model_asset_path;
    /* Of a file that is open; 0 and less is none. */
    int file_descriptor;
    /* An MpDelegate. */
    int delegate;
    int host_environment;
    int host_system;
    const char *host_version;
    const char *ca_bundle_path;
    const char *app_id;
    const char *app_version;
} MpBaseOptions;

/* Which classes of a classifier may be the answer. */
typedef struct MpClassifierOptions {
    const char *display_names_locale;
    /* Negative is all. */
    int max_results;
    /* A number above 0 takes the place of the one in the model. */
    float score_threshold;
    /* If it has names of the model, the only classes that count. */
    const char **category_allowlist;
    uint32_t category_allowlist_count;
    /* Classes that do not count; where there is an allowlist, that decides. */
    const char **category_denylist;
    uint32_t category_denylist_count;
} MpClassifierOptions;

/* A part of a picture. The two hand tasks look at whole pictures and refuse it. */
typedef struct MpRectF {
    float left;
    float top;
    float bottom;
    float right;
} MpRectF;

/* How to look at one picture. */
typedef struct MpImageProcessingOptions {
    /* Its lowest byte says it; 0 is none. */
    int has_region_of_interest;
    MpRectF region_of_interest;
    /* By how much the picture must be turned clockwise to be upright: a multiple of 90. */
    int rotation_degrees;
} MpImageProcessingOptions;

/* ---- Results ---- */

/* A class and how sure the classifier is. */
typedef struct MpCategory {
    int index;
    float score;
    char *category_name;
    char *display_name;
} MpCategory;

typedef struct MpCategories {
    MpCategory *categories;
    uint32_t categories_count;
} MpCategories;

/* A point in metres around the middle of the hand. */
typedef struct MpLandmark {
    float x;
    float y;
    float z;
    bool has_visibility;
    float visibility;
    bool has_presence;
    float presence;
    char *name;
} MpLandmark;

typedef struct MpLandmarks {
    MpLandmark *landmarks;
    uint32_t landmarks_count;
} MpLandmarks;

/* A point in fractions of the picture's width and height. */
typedef struct MpNormalizedLandmark {
    float x;
    float y;
    float z;
    bool has_visibility;
    float visibility;
    bool has_presence;
    float presence;
    char *name;
} MpNormalizedLandmark;

typedef struct MpNormalizedLandmarks {
    MpNormalizedLandmark *landmarks;
    uint32_t landmarks_count;
} MpNormalizedLandmarks;

/* The hands of a picture; all lists have one element for each. */
typedef struct MpHandLandmarkerResult {
    MpCategories *handedness;
    uint32_t handedness_count;
    MpNormalizedLandmarks *hand_landmarks;
    uint32_t hand_landmarks_count;
    MpLandmarks *hand_world_landmarks;
    uint32_t hand_world_landmarks_count;
} MpHandLandmarkerResult;

/* The hands of a picture and what they show. As in MediaPipe, hands that show nothing that counts have no element in
 * `gestures`, and all lists are empty where no hand shows anything. */
typedef struct MpGestureRecognizerResult {
    MpCategories *gestures;
    uint32_t gestures_count;
    MpCategories *handedness;
    uint32_t handedness_count;
    MpNormalizedLandmarks *hand_landmarks;
    uint32_t hand_landmarks_count;
    MpLandmarks *hand_world_landmarks;
    uint32_t hand_world_landmarks_count;
} MpGestureRecognizerResult;

/* ---- Hand landmarker ---- */

typedef struct MpHandLandmarkerInternal *MpHandLandmarkerPtr;

/* Tells what came of a frame of a live stream, on a thread of the library and for one frame at a time. Where `status`
 * is not MP_OK there is no result. Result and image end when this returns; MpImageCreateFromImageFrame keeps an image.
 */
typedef void (*MpHandLandmarkerCallback)(
    int32_t status, const MpHandLandmarkerResult *result, MpImagePtr image, int64_t timestamp_ms);

typedef struct MpHandLandmarkerOptions {
    MpBaseOptions base_options;
    /* An MpRunningMode. */
    int running_mode;
    /* The most hands that are found, at least 1. */
    int num_hands;
    /* The score from which on a palm counts. */
    float min_hand_detection_confidence;
    /* The presence that a hand must exceed, from 0 to 1. */
    float min_hand_presence_confidence;
    /* In videos, the overlap beyond which a palm belongs to a hand that is known. */
    float min_tracking_confidence;
    /* Needed in live streams. */
    MpHandLandmarkerCallback result_callback;
} MpHandLandmarkerOptions;

/* Makes a landmarker. Older layouts of the options, those of mediapipe 0.10.32 and 0.10.35, are recognised. */
MpStatus MpHandLandmarkerCreate(MpHandLandmarkerOptions *options, MpHandLandmarkerPtr *out, char **error);
/* The hands of a single picture. What the result points to is given back with MpHandLandmarkerCloseResult. */
MpStatus MpHandLandmarkerDetectImage(
    MpHandLandmarkerPtr landmarker, MpImagePtr image, const MpImageProcessingOptions *options,
    MpHandLandmarkerResult *result, char **error);
/* The hands of the next frame of a video; times increase. */
MpStatus MpHandLandmarkerDetectForVideo(
    MpHandLandmarkerPtr landmarker, MpImagePtr image, const MpImageProcessingOptions *options, int64_t timestamp_ms,
    MpHandLandmarkerResult *result, char **error);
/* Sends the next frame of a live stream on its way; times increase. While one frame is worked on one waits, and a
 * newer one takes its place. */
MpStatus MpHandLandmarkerDetectAsync(
    MpHandLandmarkerPtr landmarker, MpImagePtr image, const MpImageProcessingOptions *options, int64_t timestamp_ms,
    char **error);
/* Frees what a result points to, and empties it; null is allowed. */
void MpHandLandmarkerCloseResult(MpHandLandmarkerResult *result);
/* Ends a landmarker when calls and frames under way are done; their callbacks still come. From inside a callback, of
 * this or another stream, it does not wait for that. */
MpStatus MpHandLandmarkerClose(MpHandLandmarkerPtr landmarker, char **error);

/* ---- Gesture recogniser ---- */

typedef struct MpGestureRecognizerInternal *MpGestureRecognizerPtr;

/* As MpHandLandmarkerCallback. */
typedef void (*MpGestureRecognizerCallback)(
    int32_t status, const MpGestureRecognizerResult *result, MpImagePtr image, int64_t timestamp_ms);

/* As MpHandLandmarkerOptions, with options for both classifiers. */
typedef struct MpGestureRecognizerOptions {
    MpBaseOptions base_options;
    int running_mode;
    int num_hands;
    float min_hand_detection_confidence;
    float min_hand_presence_confidence;
    float min_tracking_confidence;
    /* For the gestures that come with the model. */
    MpClassifierOptions canned_gestures_classifier_options;
    /* For gestures of one's own, whose answer goes before. */
    MpClassifierOptions custom_gestures_classifier_options;
    MpGestureRecognizerCallback result_callback;
} MpGestureRecognizerOptions;

/* All as for the hand landmarker. */
MpStatus MpGestureRecognizerCreate(MpGestureRecognizerOptions *options, MpGestureRecognizerPtr *out, char **error);
MpStatus MpGestureRecognizerRecognizeImage(
    MpGestureRecognizerPtr recognizer, MpImagePtr image, const MpImageProcessingOptions *options,
    MpGestureRecognizerResult *result, char **error);
MpStatus MpGestureRecognizerRecognizeForVideo(
    MpGestureRecognizerPtr recognizer, MpImagePtr image, const MpImageProcessingOptions *options, int64_t timestamp_ms,
    MpGestureRecognizerResult *result, char **error);
MpStatus MpGestureRecognizerRecognizeAsync(
    MpGestureRecognizerPtr recognizer, MpImagePtr image, const MpImageProcessingOptions *options, int64_t timestamp_ms,
    char **error);
void MpGestureRecognizerCloseResult(MpGestureRecognizerResult *result);
MpStatus MpGestureRecognizerClose(MpGestureRecognizerPtr recognizer, char **error);

#ifdef __cplusplus
}
#endif

#endif
