/* Tegata's own C interface. It detects hands in images and videos without copying the pixels.
 *
 * tegata_mediapipe.h declares MediaPipe's interface. This header adds IDs that stay with a hand, smoothing, search in
 * tiles, positions in metres, custom poses, actions, palms, times of all stages, cameras' pixel formats, and errors
 * that name the faulty file. One library implements both.
 *
 * - Functions that return tegata_status return TEGATA_OK or the kind of error. On failure they write only `error`,
 *   unless it is null. Free the error with tegata_error_free; it is null if there was no memory for it.
 * - You can call all functions from any thread. Calls of one tracker run one after another.
 * - Trackers are handles, not addresses. Functions return TEGATA_INVALID_ARGUMENT for a handle that is not valid or no
 *   longer valid.
 */
#ifndef TEGATA_H
#define TEGATA_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Returns the version of the library, such as "0.3.0". */
const char *tegata_version(void);

/* Returns a description of this header's structs in memory, as text for callers that do not read C. Each struct is a
 * line with its name and size, followed by a line for each field: name, type, count, offset and, for numbers, the
 * default. A type is a letter (`i`, `u` or `f`) with a number of bytes, `text`, `pointer`, or the name of a struct
 * above.
 *
 * After an empty line, `flag`, `integer` or `number` begins the line of an option that programs offer: the field in
 * tegata_options, the name in programs, the smallest and the largest value, and a summary. `choice` begins a line with
 * a field and the names of its values from 0 on, and `bones` one with the pairs of landmarks that lines connect. */
const char *tegata_layout(void);

/* Sets the number of threads, including the calling one, for trackers and tasks that are created later without a number
 * of their own. 0 means the value of the environment variable TEGATA_THREADS. If that is not set, there is one thread
 * for each processor that the process may use, up to four; fewer of them work while other programs need the processors.
 * Results do not depend on the number. */
void tegata_set_threads(int32_t threads);

/* ---- Errors ---- */

/* The outcome of a call; the numbers are those of MpStatus. */
typedef enum tegata_status {
    TEGATA_OK = 0,
    /* A file cannot be read, or is damaged. */
    TEGATA_UNREADABLE = 2,
    /* An argument, option or image is not valid, or a model is of the wrong kind. */
    TEGATA_INVALID_ARGUMENT = 3,
    /* The file does not exist, or the model has no gestures. */
    TEGATA_NOT_FOUND = 5,
    TEGATA_PERMISSION_DENIED = 7,
    /* There is not enough memory. */
    TEGATA_OUT_OF_MEMORY = 8,
    /* The processor lacks a required feature, or the tracker was created before the process forked. */
    TEGATA_UNAVAILABLE = 9,
    /* The function of tegata_networks has failed, or has not filled an output with numbers. */
    TEGATA_FAILED_NETWORK = 13
} tegata_status;

/* An error. */
typedef struct tegata_error {
    tegata_status status;
    /* One line: what is wrong; what to do. */
    const char *message;
    /* The faulty file and the place in it; empty if there is none or it is not known. */
    const char *file;
    const char *place;
} tegata_error;

/* Frees an error; null is allowed. */
void tegata_error_free(tegata_error *error);

/* ---- Images ---- */

/* The layout of 8-bit pixels in memory. */
typedef enum tegata_format {
    TEGATA_RGB = 1,
    TEGATA_RGBA = 2,
    TEGATA_BGRA = 3,
    TEGATA_GRAY = 4,
    /* A plane of luma, and a plane of half the width and height with pairs U, V. */
    TEGATA_NV12 = 5,
    /* As TEGATA_NV12, with pairs V, U. */
    TEGATA_NV21 = 6,
    /* A plane of luma, and two planes of half the width and height, U and V. */
    TEGATA_I420 = 7,
    /* Y, U, Y, V for two pixels side by side. */
    TEGATA_YUYV = 8,
    /* Blue, green, red, as in OpenCV. The only format that is copied. */
    TEGATA_BGR = 9
} tegata_format;

/* The matrix that converts luma and chroma to RGB. */
typedef enum tegata_matrix { TEGATA_BT601 = 0, TEGATA_BT709 = 1 } tegata_matrix;

/* Rows of an image that belong to the caller. */
typedef struct tegata_plane {
    const void *bytes;
    size_t byte_count;
    /* The bytes from the start of one row to the start of the next; 0 if there are no gaps. */
    size_t row_stride;
} tegata_plane;

/* An image in the caller's memory, which must not change until the call returns. Set unused fields to 0. */
typedef struct tegata_image {
    /* A tegata_format. */
    int32_t format;
    int32_t width;
    int32_t height;
    /* A tegata_matrix, for luma and chroma. */
    int32_t matrix;
    /* Whether luma and chroma use all of 0 to 255. */
    int32_t is_full_range;
    /* As many as the format has. If there is only one, chroma follows luma directly, with its row stride or, for
     * TEGATA_I420, half of it. */
    tegata_plane planes[3];
} tegata_image;

/* Reads an image file as the program tegata does, and turns it upright as the file says: TEGATA_RGB without gaps. The
 * image and its pixels are one block of memory that belongs to the caller. JPEG files need libjpeg, PNG files libpng,
 * and other formats than PPM, PGM, PBM and PAM the program ffmpeg. */
tegata_status tegata_image_read(const char *path, tegata_image **out, tegata_error **error);

/* Frees an image that tegata_image_read returned; null is allowed. */
void tegata_image_free(tegata_image *image);

/* How to process one image; zeros for an upright image as a whole. */
typedef struct tegata_frame {
    /* The angle by which the image must be turned clockwise to be upright, a multiple of 90. Results keep the
     * coordinates of the image as it was given. With is_mirrored, the angle counts without the mirror: an image that
     * must be turned by 90 as it is then needs 270. */
    int32_t rotation_degrees;
    /* Whether the image is mirrored. The handedness of its hands is then still right. */
    int32_t is_mirrored;
    /* Whether to process only the following region, in fractions of the image. */
    int32_t has_region;
    float left;
    float top;
    float right;
    float bottom;
} tegata_frame;

/* ---- Options ---- */

/* The gestures that a classifier may return. */
typedef struct tegata_gesture_options {
    /* The lowest score that counts. A number above 0 overrides the model's. */
    float score_threshold;
    /* If there are any, the only gestures that count. Names that the model does not have are ignored; if it has none of
     * them, all count. */
    const char *const *allowed;
    size_t allowed_count;
    /* Gestures that do not count, unless some are allowed. */
    const char *const *denied;
    size_t denied_count;
} tegata_gesture_options;

/* The area that is searched for new hands. */
typedef enum tegata_search_area {
    /* The whole image at once. */
    TEGATA_SEARCH_WHOLE = 0,
    /* The whole image and overlapping tiles, which finds hands several times smaller. */
    TEGATA_SEARCH_TILES = 1,
    /* Tiles if the image's longer side is more than twice that of a tile, otherwise the whole image. */
    TEGATA_SEARCH_AUTO = 2,
    /* The whole image, and further views of it while hands are missing: zoomed out, turned, and parts. */
    TEGATA_SEARCH_THOROUGH = 3
} tegata_search_area;

/* The arithmetic of the networks. Half precision takes a processor that computes with it, and less memory, and moves
 * landmarks by a few tenths of a pixel of the crop. 8 bits take a processor that multiplies bytes, and move landmarks
 * by up to two pixels of the crop. */
typedef enum tegata_precision {
    TEGATA_PRECISION_SINGLE = 0,
    /* The landmark network has half precision. */
    TEGATA_PRECISION_HALF = 1,
    /* So does the palm network. */
    TEGATA_PRECISION_ALL_HALF = 2,
    /* The landmark network multiplies numbers of 8 bits. */
    TEGATA_PRECISION_INT8 = 3
} tegata_precision;

/* The area and the detail of the search for hands. With TEGATA_SEARCH_WHOLE, the other fields are ignored. */
typedef struct tegata_search {
    /* A tegata_search_area. Default: TEGATA_SEARCH_WHOLE. */
    int32_t area;
    /* The sides of the smallest tiles in pixels, 64 to 32767. Default: 432. With TEGATA_SEARCH_TILES, images whose
     * longer side is less are an error. */
    int32_t tile_side;
    /* The fraction of a tile that overlaps its neighbour, 0 to 0.75. Default: 0.25. */
    float tile_overlap;
    /* The score below which a palm in a tile does not count, 0 to 1. Default: 0.3. */
    float min_tile_confidence;
    /* The number of tiles per frame of a video, 1 or more. Default: 4. */
    int32_t tiles_per_frame;
    /* The approximate time for tiles in each frame of a video, in milliseconds, instead of tiles_per_frame. Results
     * then depend on the speed of the machine. Default: 0, which means that tiles_per_frame counts. */
    int32_t tile_ms;
    /* Whether the search in a video skips tiles that show an even surface or have not changed since they were last
     * searched. Default: 1. */
    int32_t skips_unchanged;
} tegata_search;

/* The known properties of a camera. */
typedef enum tegata_camera_kind {
    TEGATA_CAMERA_UNKNOWN = 0,
    /* Focal lengths and principal point. */
    TEGATA_CAMERA_INTRINSICS = 1,
    /* Field of view. */
    TEGATA_CAMERA_FIELD_OF_VIEW = 2
} tegata_camera_kind;

/* The camera that takes the images. */
typedef struct tegata_camera {
    /* A tegata_camera_kind, which decides the fields that count. Default: TEGATA_CAMERA_UNKNOWN. */
    int32_t kind;
    /* Focal lengths across and down, more than 0, and the principal point from the upper left corner. All are in pixels
     * of the images as they are given, as a calibration reports them. */
    float focal_x;
    float focal_y;
    float center_x;
    float center_y;
    /* The angle that an image shows from left to right, more than 0 and less than 180 degrees. */
    float field_of_view_degrees;
} tegata_camera;

/* A classifier that `tegata train` wrote, or a gesture bundle that contains one. `bytes`, which are copied, take
 * precedence over `path`. With neither, there is no classifier. */
typedef struct tegata_classifier {
    const void *bytes;
    size_t byte_count;
    const char *path;
} tegata_classifier;

/* The types of the elements of tensors. */
typedef enum tegata_element {
    TEGATA_FLOAT32 = 0,
    TEGATA_FLOAT16 = 1,
    TEGATA_UINT8 = 2,
    TEGATA_INT8 = 3
} tegata_element;

/* How the elements of a tensor encode numbers; zeros for TEGATA_FLOAT32. */
typedef struct tegata_encoding {
    /* A tegata_element. */
    int32_t element;
    /* A byte stands for scale * (byte - zero_point). Ignored for floats. */
    float scale;
    int32_t zero_point;
} tegata_encoding;

/* A tensor without gaps in memory that belongs to the library. */
typedef struct tegata_tensor {
    void *data;
    size_t byte_count;
    /* The sizes of the dimensions; the first is the number of images. */
    int32_t dimension_count;
    int32_t shape[4];
    tegata_encoding encoding;
} tegata_tensor;

/* The networks that find hands. */
typedef enum tegata_network_kind { TEGATA_PALM_DETECTOR = 0, TEGATA_HAND_LANDMARKS = 1 } tegata_network_kind;

/* A call of a network. */
typedef struct tegata_network_call {
    /* A tegata_network_kind. */
    int32_t network;
    /* The number of images. */
    int32_t count;
    /* Rows of red, green and blue from 0 for black to 1 for white: 192×192 pixels to find palms, 224×224 to find the
     * points of a hand. */
    tegata_tensor input;
    /* The memory to fill. To find palms, 2016×18 numbers (boxes and points relative to anchors) and 2016 logits; to
     * find the points of a hand, 63 coordinates in pixels, the presence, the probability of a right hand, and 63
     * coordinates in metres. */
    int32_t output_count;
    tegata_tensor outputs[4];
    /* If the function fails, it can set this to the message of the error, which is copied. */
    const char *message;
} tegata_network_call;

/* Computes the outputs of a call. Returns 0, or another number if it fails. */
typedef int32_t (*tegata_network_function)(void *context, tegata_network_call *call);

/* The form in which the function takes and returns the tensors of a network; zeros for floats, one image at a time. */
typedef struct tegata_network {
    tegata_encoding input;
    tegata_encoding outputs[4];
    /* The largest number of images in a call, up to 64. 0 means 1. */
    int32_t batch;
} tegata_network;

/* Networks that the caller runs, such as on a graphics processor or an accelerator; the library does everything else.
 * It calls the function from the thread that calls the tracker, and waits until it returns. */
typedef struct tegata_networks {
    tegata_network_function run;
    void *context;
    tegata_network palm_detector;
    tegata_network hand_landmarks;
} tegata_networks;

/* The options of a tracker; tegata_options_init sets all fields to their defaults. New fields are added at the end, so
 * that callers compiled without them keep working. */
typedef struct tegata_options {
    /* The size of this struct when the caller was compiled. */
    size_t size;

    /* The model. `model` takes precedence over `model_path`. */
    const void *model;
    size_t model_size;
    const char *model_path;
    /* The number of threads, including the calling one; 0 means the number of tegata_set_threads. Results do not depend
     * on it. */
    int32_t threads;

    /* The maximum number of hands. Default: 2. */
    int32_t max_hands;
    /* Thresholds from 0 to 1: the score from which a palm counts, the presence that a hand must exceed, and the overlap
     * beyond which a palm belongs to a tracked hand. Default: 0.5 each. */
    float min_detection_confidence;
    float min_presence_confidence;
    float min_tracking_confidence;

    /* Whether gestures are recognised; the model must have them. */
    int32_t gestures;
    tegata_gesture_options canned;
    tegata_gesture_options custom;

    /* All following options are off by default. In single images, whether each hand is processed twice, the second time
     * as precisely as in videos. */
    int32_t refines_stills;
    /* Whether the largest palms take precedence, rather than those with the highest scores. */
    int32_t prefers_large_hands;
    /* The interval in frames at which a video is searched for new hands. A lost hand also starts a search.
     * Default: 1. */
    int32_t detection_interval;
    /* In videos, whether hands have IDs that stay the same when hands cross, and while a hand is out of sight for up to
     * identity_timeout_ms milliseconds. Default: 1000. */
    int32_t identifies_hands;
    int32_t identity_timeout_ms;
    /* In videos, whether the handedness is the mean over all frames of a hand. */
    int32_t averages_handedness;
    /* In videos, whether landmarks are smoothed, and how strongly: the cutoff frequency of a hand at rest in hertz (1),
     * its rise with the speed, in hertz per palm length and second (4), and the cutoff frequency of the speed itself
     * (1). */
    int32_t smooths;
    float smoothing_cutoff_hz;
    float smoothing_speed_coefficient;
    float smoothing_speed_cutoff_hz;
    /* Whether to reproduce Python's mediapipe.solutions.hands, another graph. Handedness then assumes mirrored images.
     * New hands come before those of the last frame, and a frame of a video can have up to 2 max_hands − 1. The
     * presence that a hand must exceed is min_tracking_confidence, even in single images. min_presence_confidence is
     * ignored, and all confidences may be any numbers. */
    int32_t legacy;
    /* Ignored. It makes the next field begin at the same offset with every compiler. */
    int32_t reserved;

    /* The search for new hands; tiles cannot be combined with `legacy`. */
    tegata_search search;
    /* With a known camera, results include positions in metres. */
    tegata_camera camera;
    /* The distance between the middles of the knuckles of the index and little fingers of the person in the image, in
     * metres, 0.02 to 0.15. 0 means the mean of adults, 0.06; all distances are then as uncertain as this mean. */
    float palm_width;

    /* Custom poses. If a hand shows one, it becomes the hand's gesture. For the background class, called "None", and
     * for unknown poses the model's gestures count, if `gestures` is set. `custom` selects the poses that count. */
    tegata_classifier poses;
    /* In videos, actions of hands. Hands then have IDs, as with identifies_hands. */
    tegata_classifier actions;

    /* Whether results include the bend of the joints, the states of the fingers and the visibility of the points. */
    int32_t joints;
    /* A tegata_precision. Default: TEGATA_PRECISION_SINGLE. */
    int32_t precision;

    /* The name of the image or video; if it is not null, results have their `json`, where it is the member "source". */
    const char *source_name;

    /* In videos, whether results include the events of hands, gestures and actions. Hands then have IDs, as with
     * identifies_hands. */
    int32_t events;
    /* Whether events include fingers that are extended or curled. */
    int32_t finger_events;
    /* The time for which a hand must make a gesture before it begins, and for which it must not make it before it ends,
     * in milliseconds. Default: 150 each. */
    int32_t gesture_dwell_ms;
    int32_t gesture_release_ms;
    /* Whether a hand with constant bones is fitted to the landmarks of each hand, which makes joints more accurate.
     * Results then include it, and joints and metric hands get its shape. */
    int32_t skeleton;
    /* In videos, the time in milliseconds by which results are ahead, 0 to 1000: each hand is where it will be then if
     * it keeps moving as it does. Default: 0. */
    int32_t prediction_ms;
    /* Networks that replace the model's; null if there are none. They are copied, and `precision` is ignored. Only
     * gestures then need a model. */
    const tegata_networks *networks;
    /* Whether the tracker keeps all results of a video, for tegata_tracker_revised and tegata_tracker_report; they take
     * about 4 kB for a frame with two hands. Hands then have IDs, as with identifies_hands. */
    int32_t offline;
} tegata_options;

/* Sets all fields that the caller knows to their defaults; pass sizeof(tegata_options). */
void tegata_options_init(tegata_options *options, size_t size);

/* ---- Results ---- */

typedef struct tegata_point {
    float x;
    float y;
    float z;
} tegata_point;

/* A rotated rectangle: centre and size in fractions of the image, and the rotation in radians, clockwise. */
typedef struct tegata_rectangle {
    float center_x;
    float center_y;
    float width;
    float height;
    float rotation;
} tegata_rectangle;

typedef enum tegata_handedness { TEGATA_RIGHT = 0, TEGATA_LEFT = 1 } tegata_handedness;

enum { TEGATA_LANDMARK_COUNT = 21, TEGATA_PALM_KEYPOINT_COUNT = 7 };

/* A hand in an image. */
typedef struct tegata_hand {
    /* The ID of the hand, the same in all frames, if identifies_hands is set; otherwise −1. */
    int64_t id;
    /* The points in fractions of the image's width and height. Depths, in the unit of x, are relative to the wrist and
     * negative towards the camera. */
    tegata_point landmarks[21];
    /* The points in metres around the centre of the hand. */
    tegata_point world_landmarks[21];
    /* The region in which the landmarks were found. */
    tegata_rectangle rectangle;
    /* The confidence that there is a hand. */
    float presence;
    /* A tegata_handedness of the person, for an image that is not mirrored, and its score. */
    int32_t handedness;
    float handedness_score;
    /* The gesture; null if it was not requested or none counts. */
    const char *gesture;
    float gesture_score;
    /* Whether the gesture is a custom pose or comes from the model's custom classifier, not from the canned
     * gestures. */
    int32_t gesture_is_custom;
} tegata_hand;

/* A hand in space, in metres from the camera's centre: x to the right, y down, z away from the camera. */
typedef struct tegata_metric_hand {
    /* Whether the landmarks form a palm that a camera could see; if not, all other fields are NaN. */
    int32_t is_known;
    /* The centre of the palm. */
    tegata_point position;
    /* The standard deviation of the distance. It includes that of the palm's width unless palm_width is given. All
     * points are then off by the same fraction of their distance. */
    float distance_uncertainty;
    /* Directions of length 1: the way the inside of the hand faces, and the way the index finger points from
     * landmark 5. */
    tegata_point palm_normal;
    tegata_point pointing_direction;
    /* The distance from the tip of the thumb to the tip of the index finger. */
    float pinch_aperture;
    /* The 21 points. */
    tegata_point landmarks[21];
} tegata_metric_hand;

/* A hand with constant bones that was fitted to the landmarks of a hand. */
typedef struct tegata_skeleton {
    /* Whether the landmarks form a hand; if not, all points are NaN. */
    int32_t is_known;
    /* The 21 points in metres around the middle of the knuckles: x to the right, y down, z away from the camera. */
    tegata_point landmarks[21];
} tegata_skeleton;

/* The rotation of a joint against the bone before it, in radians: first the flexion towards the palm, then the
 * abduction to a side, then the twist about the bone itself. */
typedef struct tegata_joint_angles {
    float flexion;
    float abduction;
    float twist;
} tegata_joint_angles;

/* A rotation in space; w is the real part. */
typedef struct tegata_quaternion {
    float x;
    float y;
    float z;
    float w;
} tegata_quaternion;

typedef enum tegata_finger_state {
    TEGATA_FINGER_CURLED = 0,
    TEGATA_FINGER_BETWEEN = 1,
    TEGATA_FINGER_EXTENDED = 2
} tegata_finger_state;

enum { TEGATA_FINGER_COUNT = 5, TEGATA_BENT_JOINT_COUNT = 15, TEGATA_SKELETON_JOINT_COUNT = 26 };

/* Joints and states of a hand. Fingers are listed from the thumb on. */
typedef struct tegata_joints {
    /* The hand's presence; 0 if its points form no hand, and the other fields then mean nothing. */
    float confidence;
    /* For each finger: a tegata_finger_state, its confidence, and the curl from 0 (straight) to 1 (folded). */
    int32_t finger_states[5];
    float finger_confidences[5];
    float finger_curls[5];
    /* Three joints of each finger, from its base on. */
    tegata_joint_angles angles[15];
    /* The visibility of each landmark, from 0 to 1. */
    float visibility[21];
    /* Between the thumb and each finger from the index finger on: 1 if they touch, and the distance of their tips in
     * metres. */
    float pinch_strengths[4];
    float pinch_distances[4];
    /* From 0 for an open hand to 1 for a fist. */
    float grab_strength;
    /* The following fields have OpenXR's axes: metres to the right, upwards, and towards the camera. The knuckle of the
     * index finger, and the direction of length 1 in which the finger points. */
    tegata_point pointing_origin;
    tegata_point pointing_direction;
    /* OpenXR's joints, in its order: positions, rotations in space and against the joint before, and depths below the
     * skin in metres. The palm, 0, and the metacarpals 6, 11, 16 and 21 are inferred. */
    tegata_point positions[26];
    tegata_quaternion orientations[26];
    tegata_quaternion local_orientations[26];
    float radii[26];
} tegata_joints;

/* The action of a hand in a video. */
typedef struct tegata_action {
    /* Null while the hand does nothing that the classifier knows. */
    const char *name;
    /* The confidence of the classifier, 0 to 1. */
    float score;
} tegata_action;

/* The start of an action of a hand in a video. */
typedef struct tegata_action_event {
    /* The `id` of the hand. */
    int64_t hand_id;
    const char *name;
} tegata_action_event;

/* An event of a hand in a video. */
typedef struct tegata_event {
    /* The `id` of the hand. */
    int64_t hand_id;
    /* "appeared" or "disappeared" for a hand, "began" or "ended" for a gesture, "action" for an action that begins,
     * "extended" or "curled" for a finger. */
    const char *kind;
    /* The hand ("Left", "Right"), the gesture, the action or the finger. */
    const char *name;
    /* The time for which the hand was in sight, the gesture was made, or the finger has been in this state. */
    int64_t duration_ms;
    /* The JSON object that `tegata track --events --json` writes, without an end of line, if `source_name` is set;
     * otherwise null. */
    const char *json;
} tegata_event;

/* The time of each stage over all hands, in nanoseconds. */
typedef struct tegata_timings {
    uint64_t palm_image;
    uint64_t palm_network;
    uint64_t palm_decoding;
    uint64_t hand_images;
    uint64_t hand_network;
    uint64_t hand_decoding;
    uint64_t gestures;
    uint64_t total;
} tegata_timings;

/* The hands in an image. One block of memory that belongs to the caller. New fields are added at the end. */
typedef struct tegata_result {
    size_t hand_count;
    const tegata_hand *hands;
    tegata_timings timings;
    /* One for each hand, in the same order, if the camera is known; otherwise null. */
    const tegata_metric_hand *metric_hands;
    /* One for each hand, in the same order, if there is a classifier of actions; otherwise null. */
    const tegata_action *actions;
    /* The actions that began in this frame. */
    size_t action_event_count;
    const tegata_action_event *action_events;
    /* One for each hand, in the same order, if `joints` is set; otherwise null. */
    const tegata_joints *joints;
    /* The JSON object that the program `tegata` writes with --json, without an end of line, if `source_name` is set;
     * otherwise null. Frames of a video are counted from 0 on, and from 0 again after tegata_tracker_reset. */
    const char *json;
    /* The events of this frame, if `events` is set. */
    size_t event_count;
    const tegata_event *events;
    /* One for each hand, in the same order, if `skeleton` is set; otherwise null. */
    const tegata_skeleton *skeletons;
} tegata_result;

/* Frees a result; null is allowed. */
void tegata_result_free(tegata_result *result);

/* A palm, in fractions of the image's width and height. */
typedef struct tegata_palm {
    float score;
    /* The upright box around the palm. */
    float x;
    float y;
    float width;
    float height;
    /* Points as pairs of x and y: the wrist, the knuckles of the four fingers from the index finger on, and the two
     * joints of the thumb nearest to the wrist. */
    float keypoints[14];
    /* The rectangle of the hand that the palm belongs to. */
    tegata_rectangle hand;
} tegata_palm;

/* The palms in an image, by falling score. One block of memory that belongs to the caller. */
typedef struct tegata_palms {
    size_t palm_count;
    const tegata_palm *palms;
} tegata_palms;

/* Frees palms; null is allowed. */
void tegata_palms_free(tegata_palms *palms);

/* ---- Trackers ---- */

/* Detects hands in single images and tracks them in one video. */
typedef struct tegata_tracker tegata_tracker;

/* Creates a tracker. */
tegata_status tegata_tracker_create(const tegata_options *options, tegata_tracker **out, tegata_error **error);
/* Detects the hands in a single image, without any effect on a video. `frame` may be null. */
tegata_status tegata_tracker_detect(
    tegata_tracker *tracker, const tegata_image *image, const tegata_frame *frame, tegata_result **out,
    tegata_error **error);
/* Tracks the hands in the next frame of a video; times must increase. */
tegata_status tegata_tracker_track(
    tegata_tracker *tracker, const tegata_image *image, const tegata_frame *frame, int64_t milliseconds,
    tegata_result **out, tegata_error **error);
/* Detects the palms in an image, without a limit on their number and without any effect on a video. */
tegata_status tegata_tracker_palms(
    tegata_tracker *tracker, const tegata_image *image, const tegata_frame *frame, tegata_palms **out,
    tegata_error **error);
/* Returns the result for a frame of the video so far, counted from 0 on, with revised tracks: IDs that follow the hands
 * where they meet, one side for each track, and hands in gaps of up to half a second, whose presence is 0. Needs
 * `offline`. The first call after a new frame revises all frames. */
tegata_status tegata_tracker_revised(tegata_tracker *tracker, size_t frame, tegata_result **out, tegata_error **error);
/* Returns a result without hands whose `json` is the report of the revised tracks, as `tegata report` writes it. Needs
 * `offline`. */
tegata_status tegata_tracker_report(tegata_tracker *tracker, tegata_result **out, tegata_error **error);
/* Ends the video like tegata_tracker_reset, and returns a result without hands that has the events of all hands and
 * gestures that end with it. */
tegata_status tegata_tracker_finish(tegata_tracker *tracker, tegata_result **out, tegata_error **error);
/* Forgets the video, so that the next frame can belong to another video and have any time. */
tegata_status tegata_tracker_reset(tegata_tracker *tracker, tegata_error **error);
/* Frees a tracker. Null and invalid handles are allowed. Calls that are still running finish normally. */
void tegata_tracker_free(tegata_tracker *tracker);

#ifdef __cplusplus
}
#endif

#endif
