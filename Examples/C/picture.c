/* Prints which hands a picture shows and where their index fingers point, through MediaPipe's interface:
 *
 *     cc picture.c $(pkg-config --cflags --libs tegata) -o picture
 *     ./picture hand_landmarker.task photo.jpg
 */
#include <stdio.h>
#include <tegata_mediapipe.h>

/* Prints the error, and returns the exit status of the program. */
static int fail(const char *what, char *message) {
    fprintf(stderr, "%s: %s\n", what, message != NULL ? message : "no memory");
    MpErrorFree(message);
    return 1;
}

int main(int count, char **arguments) {
    MpHandLandmarkerOptions options = {0};
    MpHandLandmarkerResult result = {0};
    MpHandLandmarkerPtr landmarker = NULL;
    MpImagePtr image = NULL;
    char *error = NULL;
    int status = 1;
    if (count != 3) {
        fprintf(stderr, "usage: picture MODEL PICTURE\n");
        return 2;
    }
    options.base_options.model_asset_path = arguments[1];
    options.running_mode = MP_RUNNING_MODE_IMAGE;
    options.num_hands = 2;
    options.min_hand_detection_confidence = 0.5f;
    options.min_hand_presence_confidence = 0.5f;
    options.min_tracking_confidence = 0.5f;
    if (MpHandLandmarkerCreate(&options, &landmarker, &error) != MP_OK) return fail(arguments[1], error);
    if (MpImageCreateFromFile(arguments[2], &image, &error) != MP_OK) {
        status = fail(arguments[2], error);
    } else if (MpHandLandmarkerDetectImage(landmarker, image, NULL, &result, &error) != MP_OK) {
        status = fail("detection", error);
    } else {
        uint32_t hand;
        for (hand = 0; hand < result.handedness_count; hand += 1) {
            const MpCategory side = result.handedness[hand].categories[0];
            const MpNormalizedLandmark tip = result.hand_landmarks[hand].landmarks[8];
            printf("%s %.3f, index finger at %.3f %.3f\n", side.category_name, side.score, tip.x, tip.y);
        }
        MpHandLandmarkerCloseResult(&result);
        status = 0;
    }
    MpImageFree(image);
    MpHandLandmarkerClose(landmarker, NULL);
    return status;
}
