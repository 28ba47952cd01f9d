/* MediaPipe's C interface for hands, version 1.2.2: the hand landmarker, the gesture recogniser and images.
 *
 * Programs and language bindings made for MediaPipe's library run unchanged with this one. The following applies to all
 * functions:
 *
 * - Functions that return MpStatus return MP_OK or the kind of error. On failure, they write only a message to `error`,
 *   unless it is null; free it with MpErrorFree.
 * - All functions can be called from any thread. Calls to one task run one after another; calls to different tasks do
 *   not wait for each other.
 * - Tasks and images are handles, not addresses. Functions return MP_INVALID_ARGUMENT for a handle that is invalid or
 *   no longer valid.
 * - Options, and the data they point to, must exist until the call returns. The library copies what it keeps.
 */
#ifndef TEGATA_MEDIAPIPE_H
#define TEGATA_MEDIAPIPE_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The outcome of a call. */
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

/* Frees a message; null is allowed. */
void MpErrorFree(char *message);

/* ---- Images ---- */

/* An image that never changes. */
typedef struct MpImageInternal *MpImagePtr;

/* The type of a pixel's channels: bytes, 16-bit numbers or floats. Tasks accept the first three formats. */
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

/* Creates an image from a copy of pixels without gaps between rows. `count` is the number of elements, which must be
 * at least the image's. The elements of `format` must have the type of `pixels`. */
MpStatus MpImageCreateFromUint8Data(
    int format, int width, int height, const uint8_t *pixels, int count, MpImagePtr *out, char **error);
MpStatus MpImageCreateFromUint16Data(
    int format, int width, int height, const uint16_t *pixels, int count, MpImagePtr *out, char **error);
MpStatus MpImageCreateFromFloatData(
    int format, int width, int height, const float *pixels, int count, MpImagePtr *out, char **error);

/* Creates a second image with the same pixels, which are not copied. Both images must be freed. */
MpStatus MpImageCreateFromImageFrame(MpImagePtr image, MpImagePtr *out, char **error);

/* Reads a JPEG or PNG file, or a file in another format that the library supports, and turns the image upright as
 * specified in the file. Grey images get the format GRAY8, images with alpha SRGBA, and all others SRGB. */
MpStatus MpImageCreateFromFile(const char *path, MpImagePtr *out, char **error);

/* Returns whether there are no gaps between rows; each row begins at a multiple of 16 bytes. */
bool MpImageIsContiguous(MpImagePtr image);
/* Returns false. */
bool MpImageUsesGpu(MpImagePtr image);
/* Returns whether the handle is not an image; an image of 0 × 0 pixels is an image. */
bool MpImageIsEmpty(MpImagePtr image);
/* Returns whether every row begins at a multiple of `alignment` bytes. */
bool MpImageIsAligned(MpImagePtr image, uint32_t alignment);
/* Return the size in pixels. Like the following functions, they return 0 for an invalid handle. */
int MpImageGetWidth(MpImagePtr image);
int MpImageGetHeight(MpImagePtr image);
int MpImageGetChannels(MpImagePtr image);
/* Returns the number of bytes per channel. */
int MpImageGetByteDepth(MpImagePtr image);
/* Returns the number of bytes from one row to the next. */
int MpImageGetWidthStep(MpImagePtr image);
/* Returns an MpImageFormat. */
int MpImageGetFormat(MpImagePtr image);

/* Return the pixels without gaps between rows, valid until the image is freed. */
MpStatus MpImageDataUint8(MpImagePtr image, const uint8_t **out, char **error);
MpStatus MpImageDataUint16(MpImagePtr image, const uint16_t **out, char **error);
MpStatus MpImageDataFloat32(MpImagePtr image, const float **out, char **error);

/* Return one element. `position` contains `size` numbers: row, column, channel. The last may be omitted if there is
 * only one channel. */
MpStatus MpImageGetValueUint8(MpImagePtr image, int *position, int size, uint8_t *out, char **error);
MpStatus MpImageGetValueUint16(MpImagePtr image, int *position, int size, uint16_t *out, char **error);
MpStatus MpImageGetValueFloat32(MpImagePtr image, int *position, int size, float *out, char **error);

/* Frees an image; null is allowed. Calls that are still using it finish normally. */
void MpImageFree(MpImagePtr image);

/* ---- Options ---- */

/* A task's input, and the way in which it returns results. */
typedef enum MpRunningMode {
    /* Single images. */
    MP_RUNNING_MODE_IMAGE = 1,
    /* Frames of a video; the call returns the result. */
    MP_RUNNING_MODE_VIDEO = 2,
    /* Frames of a live stream; the result is passed to a callback. */
    MP_RUNNING_MODE_LIVE_STREAM = 3
} MpRunningMode;

/* The requested device. All computation takes place on the CPU in any case. */
typedef enum MpDelegate { MP_DELEGATE_DEFAULT = 0, MP_DELEGATE_CPU = 1, MP_DELEGATE_GPU = 2 } MpDelegate;

/* The model. The buffer takes precedence over the descriptor, and the descriptor over the path. The other fields are
 * ignored. */
typedef struct MpBaseOptions {
    const char *model_asset_buffer;
    unsigned int model_asset_buffer_count;
    const char *model_asset_path;
    /* An open file; 0 or less means none. */
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

/* The classes that a classifier may return. */
typedef struct MpClassifierOptions {
    const char *display_names_locale;
    /* The maximum number of classes; a negative number means all. */
    int max_results;
    /* The lowest score to accept. A number above 0 overrides the model's threshold. */
    float score_threshold;
    /* The only classes to accept, if the list contains at least one of the model's names. */
    const char **category_allowlist;
    uint32_t category_allowlist_count;
    /* The classes to ignore; not used if there is an allowlist. */
    const char **category_denylist;
    uint32_t category_denylist_count;
} MpClassifierOptions;

/* A region of an image. The two hand tasks process whole images and return an error for a region. */
typedef struct MpRectF {
    float left;
    float top;
    float bottom;
    float right;
} MpRectF;

/* How to process an image. */
typedef struct MpImageProcessingOptions {
    /* Whether there is a region. Only the lowest byte matters; 0 means that there is none. */
    int has_region_of_interest;
    MpRectF region_of_interest;
    /* The clockwise angle by which the image must be rotated to be upright, a multiple of 90. */
    int rotation_degrees;
} MpImageProcessingOptions;

/* ---- Results ---- */

/* A class and its score. */
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

/* A point in metres, relative to the centre of the hand. */
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

/* A point in fractions of the image's width and height. */
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

/* The hands in an image; all lists have one element for each hand. */
typedef struct MpHandLandmarkerResult {
    MpCategories *handedness;
    uint32_t handedness_count;
    MpNormalizedLandmarks *hand_landmarks;
    uint32_t hand_landmarks_count;
    MpLandmarks *hand_world_landmarks;
    uint32_t hand_world_landmarks_count;
} MpHandLandmarkerResult;

/* The hands in an image and their gestures. As in MediaPipe, hands without a qualifying gesture have no element in
 * `gestures`, and all lists are empty if no hand has one. */
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

/* Receives the result for a frame of a live stream, on a library thread, one frame at a time. If `status` is not
 * MP_OK, there is no result. Result and image are valid until the callback returns; to keep an image, use
 * MpImageCreateFromImageFrame. */
typedef void (*MpHandLandmarkerCallback)(
    int32_t status, const MpHandLandmarkerResult *result, MpImagePtr image, int64_t timestamp_ms);

typedef struct MpHandLandmarkerOptions {
    MpBaseOptions base_options;
    /* An MpRunningMode. */
    int running_mode;
    /* The maximum number of hands, at least 1. */
    int num_hands;
    /* The minimum score of a palm. */
    float min_hand_detection_confidence;
    /* The presence that a hand must exceed, from 0 to 1. */
    float min_hand_presence_confidence;
    /* In videos, the overlap beyond which a palm is considered part of a tracked hand. */
    float min_tracking_confidence;
    /* Required for live streams. */
    MpHandLandmarkerCallback result_callback;
} MpHandLandmarkerOptions;

/* Creates a landmarker. Also accepts the options of mediapipe 0.10.32 and 0.10.35, which have older layouts. */
MpStatus MpHandLandmarkerCreate(MpHandLandmarkerOptions *options, MpHandLandmarkerPtr *out, char **error);
/* Detects the hands in a single image. Free the result's contents with MpHandLandmarkerCloseResult. */
MpStatus MpHandLandmarkerDetectImage(
    MpHandLandmarkerPtr landmarker, MpImagePtr image, const MpImageProcessingOptions *options,
    MpHandLandmarkerResult *result, char **error);
/* Tracks the hands in the next frame of a video; times must increase. */
MpStatus MpHandLandmarkerDetectForVideo(
    MpHandLandmarkerPtr landmarker, MpImagePtr image, const MpImageProcessingOptions *options, int64_t timestamp_ms,
    MpHandLandmarkerResult *result, char **error);
/* Queues the next frame of a live stream; times must increase. While one frame is being processed, another can wait,
 * and a newer frame replaces it. */
MpStatus MpHandLandmarkerDetectAsync(
    MpHandLandmarkerPtr landmarker, MpImagePtr image, const MpImageProcessingOptions *options, int64_t timestamp_ms,
    char **error);
/* Frees the contents of a result and empties it; null is allowed. */
void MpHandLandmarkerCloseResult(MpHandLandmarkerResult *result);
/* Frees a landmarker after its calls and frames have finished, including their callbacks. When called inside a
 * callback of this or another stream, it does not wait for them. */
MpStatus MpHandLandmarkerClose(MpHandLandmarkerPtr landmarker, char **error);

/* ---- Gesture recogniser ---- */

typedef struct MpGestureRecognizerInternal *MpGestureRecognizerPtr;

/* Like MpHandLandmarkerCallback. */
typedef void (*MpGestureRecognizerCallback)(
    int32_t status, const MpGestureRecognizerResult *result, MpImagePtr image, int64_t timestamp_ms);

/* Like MpHandLandmarkerOptions, with options for both classifiers. */
typedef struct MpGestureRecognizerOptions {
    MpBaseOptions base_options;
    int running_mode;
    int num_hands;
    float min_hand_detection_confidence;
    float min_hand_presence_confidence;
    float min_tracking_confidence;
    /* For the gestures that come with the model. */
    MpClassifierOptions canned_gestures_classifier_options;
    /* For custom gestures, which take precedence. */
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
