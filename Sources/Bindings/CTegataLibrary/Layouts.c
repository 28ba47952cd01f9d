// Programs depend on these sizes and offsets of the structs, for 64-bit pointers.

#include "tegata.h"
#include "tegata_mediapipe.h"

#include <stddef.h>

#if UINTPTR_MAX > 0xffffffff
#define SIZE(type, size) _Static_assert(sizeof(type) == size, #type)
#define PLACE(type, field, place) _Static_assert(offsetof(type, field) == place, #type "." #field)

SIZE(MpBaseOptions, 72);
PLACE(MpBaseOptions, model_asset_path, 16);
PLACE(MpBaseOptions, file_descriptor, 24);
PLACE(MpBaseOptions, host_version, 40);
SIZE(MpHandLandmarkerOptions, 104);
PLACE(MpHandLandmarkerOptions, running_mode, 72);
PLACE(MpHandLandmarkerOptions, result_callback, 96);
SIZE(MpGestureRecognizerOptions, 200);
PLACE(MpGestureRecognizerOptions, canned_gestures_classifier_options, 96);
PLACE(MpGestureRecognizerOptions, custom_gestures_classifier_options, 144);
PLACE(MpGestureRecognizerOptions, result_callback, 192);
SIZE(MpClassifierOptions, 48);
PLACE(MpClassifierOptions, category_denylist, 32);
SIZE(MpImageProcessingOptions, 24);
PLACE(MpImageProcessingOptions, rotation_degrees, 20);
SIZE(MpCategory, 24);
SIZE(MpCategories, 16);
SIZE(MpLandmark, 40);
PLACE(MpLandmark, visibility, 16);
PLACE(MpLandmark, presence, 24);
PLACE(MpLandmark, name, 32);
SIZE(MpNormalizedLandmark, 40);
SIZE(MpNormalizedLandmarks, 16);
SIZE(MpHandLandmarkerResult, 48);
PLACE(MpHandLandmarkerResult, hand_world_landmarks, 32);
SIZE(MpGestureRecognizerResult, 64);
PLACE(MpGestureRecognizerResult, hand_landmarks, 32);

// Older programs know only the beginning of the options, so new fields must not lie in their padding.
PLACE(tegata_options, legacy, 176);
PLACE(tegata_options, search, 184);
PLACE(tegata_options, camera, 212);
PLACE(tegata_options, palm_width, 236);
PLACE(tegata_options, poses, 240);
PLACE(tegata_options, actions, 264);
PLACE(tegata_options, joints, 288);
PLACE(tegata_options, source_name, 296);
PLACE(tegata_options, events, 304);
PLACE(tegata_options, gesture_dwell_ms, 312);
PLACE(tegata_options, skeleton, 320);
PLACE(tegata_options, networks, 328);
// Lists of hands have the same stride for all programs.
SIZE(tegata_hand, 560);
SIZE(tegata_metric_hand, 300);
SIZE(tegata_skeleton, 256);
PLACE(tegata_result, timings, 16);
SIZE(tegata_joints, 1636);
SIZE(tegata_action, 16);
SIZE(tegata_action_event, 16);
PLACE(tegata_result, metric_hands, 80);
PLACE(tegata_result, actions, 88);
PLACE(tegata_result, action_events, 104);
PLACE(tegata_result, joints, 112);
PLACE(tegata_result, json, 120);
PLACE(tegata_result, events, 136);
PLACE(tegata_result, skeletons, 144);
SIZE(tegata_frame, 28);
#endif
