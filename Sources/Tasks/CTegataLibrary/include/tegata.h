/* Tegata's own C interface: hands in pictures and videos, without a copy of the pixels.
 *
 * tegata_mediapipe.h has MediaPipe's interface; this one has what that lacks: numbers that stay with a hand,
 * smoothing, search in tiles, hands in metres, custom poses, actions, palms, times of all stages, cameras' pixel
 * formats, and errors that say where the fault is. The same library has both.
 *
 * - Functions that return tegata_status return TEGATA_OK or say what went wrong. With `error` not null they then leave
 *   there what tegata_error_free frees; null where there was no memory for it. Nothing else is written on failure.
 * - Any thread may call. Calls of one tracker take turns.
 * - Trackers are numbers in disguise. Whatever is none, or none any more, is answered with TEGATA_INVALID_ARGUMENT.
 */
#ifndef TEGATA_H
#define TEGATA_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of the library, such as "0.2.0". */
const char *tegata_version(void);

/* The structs of this header as they lie in memory, in text for callers that do not read C. Each struct is a line with
 * its name and size, followed by a line for each field: name, type, count, offset and, for numbers, the usual value. A
 * type is a letter (`i`, `u` or `f`) with a number of bytes, `text`, `pointer`, or the name of a struct above. */
const char *tegata_layout(void);

/* From now on, trackers and tasks that do not say how many threads compute have so many, the calling one included. 0 is
 * the number of the environment variable TEGATA_THREADS, or without it one for each processor that the process may use,
 * up to four, of which fewer work while others need the processors. Results do not depend on it. */
void tegata_set_threads(int32_t threads);

/* ---- Errors ---- */

/* What became of a call; numbers are those of MpStatus. */
typedef enum tegata_status {
    TEGATA_OK = 0,
    /* A file cannot be read, or is damaged. */
    TEGATA_UNREADABLE = 2,
    /* An argument, option or picture is not possible, or a model is another one than is needed. */
    TEGATA_INVALID_ARGUMENT = 3,
    /* There is no such file, or a model has no gestures. */
    TEGATA_NOT_FOUND = 5,
    TEGATA_PERMISSION_DENIED = 7,
    /* There is not enough memory. */
    TEGATA_OUT_OF_MEMORY = 8,
    /* The processor lacks what is needed, or the tracker was made before the process was forked. */
    TEGATA_UNAVAILABLE = 9
} tegata_status;

/* What went wrong. */
typedef struct tegata_error {
    tegata_status status;
    /* One line: what is wrong and what to do about it. */
    const char *message;
    /* The file that is at fault, and where in it; empty where there is none or it is not known. */
    const char *file;
    const char *place;
} tegata_error;

/* Null is allowed. */
void tegata_error_free(tegata_error *error);

/* ---- Pictures ---- */

/* How 8-bit pixels lie in memory. */
typedef enum tegata_format {
    TEGATA_RGB = 1,
    TEGATA_RGBA = 2,
    TEGATA_BGRA = 3,
    TEGATA_GRAY = 4,
    /* A plane of luma, and one of half the width and height with pairs U, V. */
    TEGATA_NV12 = 5,
    /* The same with pairs V, U. */
    TEGATA_NV21 = 6,
    /* A plane of luma, and two of half the width and height, U and V. */
    TEGATA_I420 = 7,
    /* Y, U, Y, V for two pixels side by side. */
    TEGATA_YUYV = 8,
    /* Blue, green, red, as OpenCV has them. The only format that is copied. */
    TEGATA_BGR = 9
} tegata_format;

/* What luma and chroma stand for. */
typedef enum tegata_matrix { TEGATA_BT601 = 0, TEGATA_BT709 = 1 } tegata_matrix;

/* Rows of a picture that belong to the caller. */
typedef struct tegata_plane {
    const void *bytes;
    size_t byte_count;
    /* From the start of one row to that of the next; 0 where there are no gaps. */
    size_t row_stride;
} tegata_plane;

/* A picture in memory of the caller, which must stay as it is until the call returns. What is not used is 0. */
typedef struct tegata_image {
    /* A tegata_format. */
    int32_t format;
    int32_t width;
    int32_t height;
    /* A tegata_matrix, for luma and chroma. */
    int32_t matrix;
    /* Whether luma and chroma use all of 0 to 255. */
    int32_t is_full_range;
    /* As many as the format has. With one alone, chroma follows luma directly, with its row stride or, for
     * TEGATA_I420, half of that. */
    tegata_plane planes[3];
} tegata_image;

/* How to look at one picture; zeros for an upright one as a whole. */
typedef struct tegata_frame {
    /* By how much the picture must be turned clockwise to be upright, a multiple of 90. Results stay in the picture as
     * it was given. With is_mirrored this counts without the mirror: a picture that must be turned by 90 as it is then
     * needs 270. */
    int32_t rotation_degrees;
    /* Whether the picture shows the world as a mirror does. Hands are then called by their right names. */
    int32_t is_mirrored;
    /* Whether the following region is the only part to look at, in fractions of the picture. */
    int32_t has_region;
    float left;
    float top;
    float right;
    float bottom;
} tegata_frame;

/* ---- Options ---- */

/* Which gestures of a classifier may be the answer. */
typedef struct tegata_gesture_options {
    /* A number above 0 takes the place of the one in the model. */
    float score_threshold;
    /* If there are any, the only gestures that count. Names that the model does not have are ignored; if it has none of
       them, all count. */
    const char *const *allowed;
    size_t allowed_count;
    /* Gestures that do not count, unless some are allowed. */
    const char *const *denied;
    size_t denied_count;
} tegata_gesture_options;

/* Where hands are looked for that are not known yet. */
typedef enum tegata_search_area {
    /* In the whole picture at once. */
    TEGATA_SEARCH_WHOLE = 0,
    /* In the whole picture and in overlapping tiles, which shows hands several times smaller. */
    TEGATA_SEARCH_TILES = 1,
    /* In tiles where the picture's longer side is more than twice that of a tile, otherwise in the whole picture. */
    TEGATA_SEARCH_AUTO = 2
} tegata_search_area;

/* Where and how finely hands are looked for. With TEGATA_SEARCH_WHOLE, only the area is looked at. */
typedef struct tegata_search {
    /* A tegata_search_area: TEGATA_SEARCH_WHOLE. */
    int32_t area;
    /* The sides of the smallest tiles in pixels, 64 to 32767: 432. With TEGATA_SEARCH_TILES, pictures whose longer side
     * is less are an error. */
    int32_t tile_side;
    /* How much of a tile its neighbour shows, too, 0 to 0.75: 0.25. */
    float tile_overlap;
    /* The score below which a palm in a tile does not count, 0 to 1: 0.3. */
    float min_tile_confidence;
    /* In videos, how many tiles are looked at in a frame, 1 or more: 4. */
    int32_t tiles_per_frame;
    /* In videos, for about how many milliseconds of each frame tiles are looked at, instead of tiles_per_frame; 0 where
     * that counts, as usual. What is found then depends on how fast the machine is. */
    int32_t tile_ms;
    /* In videos, whether tiles are left out that show an even surface or have not changed since they were looked at:
     * 1. */
    int32_t skips_unchanged;
} tegata_search;

/* What is known of a camera. */
typedef enum tegata_camera_kind {
    TEGATA_CAMERA_UNKNOWN = 0,
    /* Focal lengths and middle. */
    TEGATA_CAMERA_INTRINSICS = 1,
    /* Its field of view. */
    TEGATA_CAMERA_FIELD_OF_VIEW = 2
} tegata_camera_kind;

/* The camera that makes the pictures. */
typedef struct tegata_camera {
    /* A tegata_camera_kind, which says what of the rest is looked at: TEGATA_CAMERA_UNKNOWN. */
    int32_t kind;
    /* In pixels of the pictures as they are given, as a calibration gives them: focal lengths across and down, more
     * than 0, and the pixel that the camera points at, from the upper left corner. */
    float focal_x;
    float focal_y;
    float center_x;
    float center_y;
    /* How many degrees a picture shows from left to right, more than 0 and less than 180. */
    float field_of_view_degrees;
} tegata_camera;

/* A classifier that `tegata train` wrote, or a gesture bundle with one: these bytes, which are copied, or else the file.
 * With neither there is none. */
typedef struct tegata_classifier {
    const void *bytes;
    size_t byte_count;
    const char *path;
} tegata_classifier;

/* What a tracker does; tegata_options_init gives all fields their usual values. New fields come at its end, where
 * callers that do not know them have none. */
typedef struct tegata_options {
    /* Of this struct, as the caller was compiled with it. */
    size_t size;

    /* Where the model is: these bytes, or else the file. */
    const void *model;
    size_t model_size;
    const char *model_path;
    /* How many threads compute, the calling one included; 0 is the number of tegata_set_threads. Results do not depend
     * on it. */
    int32_t threads;

    /* The most hands that are found: 2. */
    int32_t max_hands;
    /* From 0 to 1: the score from which on a palm counts, the presence that a hand must exceed, and the overlap beyond
     * which a palm belongs to a hand that is known. All 0.5. */
    float min_detection_confidence;
    float min_presence_confidence;
    float min_tracking_confidence;

    /* Whether gestures are recognised; the model must have them. */
    int32_t gestures;
    tegata_gesture_options canned;
    tegata_gesture_options custom;

    /* Everything from here on is off. In single pictures, whether each hand is looked at twice, the second time as
     * precisely as in videos. */
    int32_t refines_stills;
    /* Whether the largest palms count first, not those that score highest. */
    int32_t prefers_large_hands;
    /* In videos, new hands are looked for in every frame with this number (1), and whenever one was lost. */
    int32_t detection_interval;
    /* In videos, whether hands have numbers that stay when they cross, and are out of sight for so many milliseconds
     * (1000). */
    int32_t identifies_hands;
    int32_t identity_timeout_ms;
    /* In videos, whether the handedness is the mean over all frames of a hand. */
    int32_t averages_handedness;
    /* In videos, whether landmarks are smoothed, and how strongly: cutoff of a hand at rest in hertz (1), how much it
     * rises with the speed, in hertz per palm length and second (4), cutoff of the speed itself (1). */
    int32_t smooths;
    float smoothing_cutoff_hz;
    float smoothing_speed_coefficient;
    float smoothing_speed_cutoff_hz;
    /* Whether the answers are those of Python's mediapipe.solutions.hands, which is another graph. Hands are then
     * called as is right in mirrored pictures. New hands come before those of the last frame, and a frame of a video
     * can have up to 2 max_hands − 1. The presence that a hand must exceed is min_tracking_confidence, in pictures too;
     * min_presence_confidence is not looked at, and all confidences may be any numbers. */
    int32_t legacy;
    /* Not looked at; what follows begins behind it in every compiler. */
    int32_t reserved;

    /* Where hands are looked for; tiles do not go with `legacy`. */
    tegata_search search;
    /* With a camera that is known, results say where hands are in metres. */
    tegata_camera camera;
    /* The distance between the middles of the knuckles of index and little finger of whoever is seen, in metres, 0.02
     * to 0.15; 0 is the mean of adults, 0.06, and all distances are then as uncertain as that is. */
    float palm_width;

    /* Custom poses. If a hand shows one, that is its gesture. For the background class, called "None", and for unknown
     * poses the model's gestures count, if `gestures` asks for them. `custom` says which poses count. */
    tegata_classifier poses;
    /* In videos, actions of hands. Hands then have IDs, as with identifies_hands. */
    tegata_classifier actions;

    /* Whether results say how joints are bent, which fingers are up and which points can be seen. */
    int32_t joints;
    /* Not looked at. */
    int32_t reserved_end;
} tegata_options;

/* Gives all fields that the caller knows their usual values; pass sizeof(tegata_options). */
void tegata_options_init(tegata_options *options, size_t size);

/* ---- Results ---- */

typedef struct tegata_point {
    float x;
    float y;
    float z;
} tegata_point;

/* A turned rectangle: middle and size in fractions of the picture, the turn in radians, clockwise. */
typedef struct tegata_rectangle {
    float center_x;
    float center_y;
    float width;
    float height;
    float rotation;
} tegata_rectangle;

typedef enum tegata_handedness { TEGATA_RIGHT = 0, TEGATA_LEFT = 1 } tegata_handedness;

enum { TEGATA_LANDMARK_COUNT = 21, TEGATA_PALM_KEYPOINT_COUNT = 7 };

/* A hand in a picture. */
typedef struct tegata_hand {
    /* The same number for the same hand in all frames, if asked for; otherwise −1. */
    int64_t id;
    /* The points in fractions of the picture's width and height; depths in the unit of x, from the wrist, negative
     * towards the camera. */
    tegata_point landmarks[21];
    /* The points in metres around the middle of the hand. */
    tegata_point world_landmarks[21];
    /* What the landmarks were found in. */
    tegata_rectangle rectangle;
    /* How sure it is that there is a hand. */
    float presence;
    /* A tegata_handedness, of the person in a picture that is not mirrored, and how sure it is. */
    int32_t handedness;
    float handedness_score;
    /* What the hand shows; null where that was not asked for or nothing counts. */
    const char *gesture;
    float gesture_score;
    /* Whether the gesture is a custom pose or one of the model's own gestures, not of those that come with the task. */
    int32_t gesture_is_custom;
} tegata_hand;

/* A hand in space, in metres from the camera's centre: x to the right, y down, z away from it. */
typedef struct tegata_metric_hand {
    /* Whether the landmarks make a palm that a camera could see; all other fields are NaN where they do not. */
    int32_t is_known;
    /* The middle of the palm. */
    tegata_point position;
    /* How far off the distance is to be expected, one standard deviation, with that of the palm's width unless it is
     * given. All points are then off by the same part of their distance. */
    float distance_uncertainty;
    /* Directions of length 1: where the inside of the hand faces, and where the index finger points from landmark 5. */
    tegata_point palm_normal;
    tegata_point pointing_direction;
    /* From the tip of the thumb to that of the index finger. */
    float pinch_aperture;
    /* The 21 points. */
    tegata_point landmarks[21];
} tegata_metric_hand;

/* How a joint is turned against the bone before it, in radians: first by the flexion towards the palm, then by the
 * abduction to a side, then by the twist about the bone itself. */
typedef struct tegata_joint_angles {
    float flexion;
    float abduction;
    float twist;
} tegata_joint_angles;

/* A turn in space; w is the real part. */
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

/* What the points of a hand mean. Fingers are listed from the thumb on. */
typedef struct tegata_joints {
    /* The hand's presence; 0 if its points make no hand, and the rest then says nothing. */
    float confidence;
    /* Each a tegata_finger_state, how sure it is, and from 0 for a straight finger to 1 for a folded one. */
    int32_t finger_states[5];
    float finger_confidences[5];
    float finger_curls[5];
    /* Three joints of each finger, from its base on. */
    tegata_joint_angles angles[15];
    /* How far each landmark can be seen, 0 to 1. */
    float visibility[21];
    /* Of the thumb and each finger from the index finger on: 1 if they touch, and the metres between their tips. */
    float pinch_strengths[4];
    float pinch_distances[4];
    /* From 0 for an open hand to 1 for a fist. */
    float grab_strength;
    /* What follows has OpenXR's axes: metres to the right, upwards, and towards the camera. Where the index finger
     * points, from its knuckle, in a direction of length 1. */
    tegata_point pointing_origin;
    tegata_point pointing_direction;
    /* OpenXR's joints, in its order: where they are, how they are turned in space and against the joint before, and
     * how many metres they are below the skin. The palm, 0, and the metacarpals 6, 11, 16 and 21 are inferred. */
    tegata_point positions[26];
    tegata_quaternion orientations[26];
    tegata_quaternion local_orientations[26];
    float radii[26];
} tegata_joints;

/* What a hand of a video does. */
typedef struct tegata_action {
    /* Null while the hand does nothing that the classifier knows. */
    const char *name;
    /* How sure the classifier is, 0 to 1. */
    float score;
} tegata_action;

/* A hand of a video has begun an action. */
typedef struct tegata_action_event {
    /* The `id` of the hand. */
    int64_t hand_id;
    const char *name;
} tegata_action_event;

/* Nanoseconds of each stage over all hands. */
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

/* What was found in a picture. Belongs to the caller, in one piece. New fields come at its end. */
typedef struct tegata_result {
    size_t hand_count;
    const tegata_hand *hands;
    tegata_timings timings;
    /* As many as hands, in their order, where the camera is known; otherwise null. */
    const tegata_metric_hand *metric_hands;
    /* As many as hands, in their order, if actions are asked for; otherwise null. */
    const tegata_action *actions;
    /* The actions that began in this frame. */
    size_t action_event_count;
    const tegata_action_event *action_events;
    /* As many as hands, in their order, if joints are asked for; otherwise null. */
    const tegata_joints *joints;
} tegata_result;

/* Null is allowed. */
void tegata_result_free(tegata_result *result);

/* A palm, in fractions of the picture's width and height. */
typedef struct tegata_palm {
    float score;
    /* The upright box around it. */
    float x;
    float y;
    float width;
    float height;
    /* Places in pairs of x and y: the wrist, the knuckles of the four fingers from the index finger on, the two joints
     * of the thumb nearest to the wrist. */
    float keypoints[14];
    /* The rectangle of the hand that the palm belongs to. */
    tegata_rectangle hand;
} tegata_palm;

/* The palms of a picture, by falling score. Belong to the caller, in one piece. */
typedef struct tegata_palms {
    size_t palm_count;
    const tegata_palm *palms;
} tegata_palms;

/* Null is allowed. */
void tegata_palms_free(tegata_palms *palms);

/* ---- Trackers ---- */

/* Finds hands in single pictures and in one video. */
typedef struct tegata_tracker tegata_tracker;

/* Makes a tracker. */
tegata_status tegata_tracker_create(const tegata_options *options, tegata_tracker **out, tegata_error **error);
/* The hands of a single picture; does not disturb a video. `frame` may be null. */
tegata_status tegata_tracker_detect(
    tegata_tracker *tracker, const tegata_image *image, const tegata_frame *frame, tegata_result **out,
    tegata_error **error);
/* The hands of the next frame of a video; times increase. */
tegata_status tegata_tracker_track(
    tegata_tracker *tracker, const tegata_image *image, const tegata_frame *frame, int64_t milliseconds,
    tegata_result **out, tegata_error **error);
/* The palms of a picture, however many there are; does not disturb a video. */
tegata_status tegata_tracker_palms(
    tegata_tracker *tracker, const tegata_image *image, const tegata_frame *frame, tegata_palms **out,
    tegata_error **error);
/* Forgets the video, so that the next frame may be of another one and have any time. */
tegata_status tegata_tracker_reset(tegata_tracker *tracker, tegata_error **error);
/* Ends a tracker; null, and what is no tracker, are allowed. Calls that are under way with it end well. */
void tegata_tracker_free(tegata_tracker *tracker);

#ifdef __cplusplus
}
#endif

#endif
