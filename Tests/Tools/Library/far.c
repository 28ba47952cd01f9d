/* Searches in tiles and computes places in metres, with valid and invalid options: far HANDS PICTURE. */
#include <math.h>
#include <stddef.h>
#include "expectations.h"

/* Returns the hands that a tracker with these options finds in an image. */
static tegata_result *found(const tegata_options *options, const tegata_image *image) {
    tegata_tracker *tracker = NULL;
    tegata_result *result = NULL;
    TEGATA(0, NULL, tegata_tracker_create(options, &tracker, &error));
    TEGATA(0, NULL, tegata_tracker_detect(tracker, image, NULL, &result, &error));
    tegata_tracker_free(tracker);
    return result;
}

/* Invalid tiles, and the hands that valid ones find. */
static void searches(const char *hands, const char *picture) {
    tegata_tracker *tracker = NULL, *none = NULL;
    tegata_result *result = NULL;
    tegata_options options;
    tegata_image image;
    MpImagePtr source = NULL;
    MP(0, NULL, MpImageCreateFromFile(picture, &source, &error));
    image = picture_of(source);
    tegata_options_init(&options, sizeof options);
    CHECK(options.search.area == TEGATA_SEARCH_WHOLE && options.search.tile_side == 432);
    CHECK(options.search.tile_overlap == 0.25f && options.search.min_tile_confidence == 0.3f);
    CHECK(options.search.tiles_per_frame == 4 && options.search.tile_ms == 0 && options.search.skips_unchanged == 1);
    options.model_path = hands;
    options.search.area = 4;
    TEGATA(3, "no search area 4", tegata_tracker_create(&options, &none, &error));
    options.search.area = -1;
    TEGATA(3, "no search area -1", tegata_tracker_create(&options, &none, &error));
    options.search.area = TEGATA_SEARCH_TILES;
    options.search.tile_side = 63;
    TEGATA(3, "tile_side is 63", tegata_tracker_create(&options, &none, &error));
    options.search.tile_side = 32768;
    TEGATA(3, "tile_side is 32768", tegata_tracker_create(&options, &none, &error));
    options.search.tile_side = 432;
    options.search.tile_overlap = 0.8f;
    TEGATA(3, "tile_overlap is", tegata_tracker_create(&options, &none, &error));
    options.search.tile_overlap = (float)NAN;
    TEGATA(3, "tile_overlap is", tegata_tracker_create(&options, &none, &error));
    options.search.tile_overlap = 0.25f;
    options.search.min_tile_confidence = -0.1f;
    TEGATA(3, "min_tile_confidence is", tegata_tracker_create(&options, &none, &error));
    options.search.min_tile_confidence = 0.3f;
    options.search.tiles_per_frame = 0;
    TEGATA(3, "tiles_per_frame is 0", tegata_tracker_create(&options, &none, &error));
    options.search.tiles_per_frame = 4;
    options.search.tile_ms = -1;
    TEGATA(3, "is -1 ms", tegata_tracker_create(&options, &none, &error));
    options.search.tile_ms = 0;
    options.legacy = 1;
    TEGATA(3, "legacy mode searches whole images", tegata_tracker_create(&options, &none, &error));
    options.legacy = 0;
    CHECK(none == NULL);
    /* The image has 384 pixels on a side. */
    TEGATA(0, NULL, tegata_tracker_create(&options, &tracker, &error));
    TEGATA(3, "larger than the image of 384×384", tegata_tracker_detect(tracker, &image, NULL, &result, &error));
    tegata_tracker_free(tracker);
    options.search.tile_side = 256;
    result = found(&options, &image);
    CHECK(result != NULL && result->hand_count == 1 && result->metric_hands == NULL);
    tegata_result_free(result);
    /* A caller from before tiles existed: the library must not read any of these fields, nor the padding of the
     * options. */
    options.size = offsetof(tegata_options, search);
    options.search.area = 77;
    options.reserved = 77;
    result = found(&options, &image);
    CHECK(result != NULL && result->hand_count == 1);
    tegata_result_free(result);
    MpImageFree(source);
}

/* Invalid cameras, and the places of hands with a valid one. */
static void cameras(const char *hands, const char *picture) {
    static uint8_t black[64 * 64 * 3];
    tegata_tracker *none = NULL;
    tegata_result *result = NULL;
    tegata_options options;
    tegata_image image;
    MpImagePtr source = NULL;
    float depth[3], uncertainty[3];
    int way, axis;
    MP(0, NULL, MpImageCreateFromFile(picture, &source, &error));
    image = picture_of(source);
    tegata_options_init(&options, sizeof options);
    CHECK(options.camera.kind == TEGATA_CAMERA_UNKNOWN && options.palm_width == 0);
    options.model_path = hands;
    options.palm_width = 0.06f;
    TEGATA(3, "palm_width needs a camera", tegata_tracker_create(&options, &none, &error));
    options.camera.kind = 9;
    TEGATA(3, "no camera kind 9", tegata_tracker_create(&options, &none, &error));
    options.camera.kind = TEGATA_CAMERA_FIELD_OF_VIEW;
    TEGATA(3, "field of view is 0", tegata_tracker_create(&options, &none, &error));
    options.camera.field_of_view_degrees = 180;
    TEGATA(3, "field of view is 180", tegata_tracker_create(&options, &none, &error));
    options.camera.kind = TEGATA_CAMERA_INTRINSICS;
    TEGATA(3, "camera with focal lengths of 0", tegata_tracker_create(&options, &none, &error));
    options.camera.focal_x = options.camera.focal_y = 400;
    options.camera.center_x = (float)NAN;
    TEGATA(3, "camera with focal lengths", tegata_tracker_create(&options, &none, &error));
    options.camera.center_x = options.camera.center_y = 192;
    options.palm_width = 0.01f;
    TEGATA(3, "palm is 0.01 m wide", tegata_tracker_create(&options, &none, &error));
    CHECK(none == NULL);
    for (way = 0; way < 3; way += 1) {
        /* A known palm, one that is half as wide again, and an unknown one. */
        const tegata_metric_hand *hand;
        const tegata_point *wrist;
        float length = 0;
        options.palm_width = way == 0 ? 0.06f : way == 1 ? 0.09f : 0;
        result = found(&options, &image);
        CHECK(result != NULL && result->hand_count == 1 && result->metric_hands != NULL);
        hand = &result->metric_hands[0];
        wrist = &hand->landmarks[0];
        CHECK(hand->is_known);
        depth[way] = hand->position.z;
        uncertainty[way] = hand->distance_uncertainty;
        for (axis = 0; axis < 3; axis += 1) length += (&hand->palm_normal.x)[axis] * (&hand->palm_normal.x)[axis];
        CHECK(fabsf(length - 1) < 1e-4f && hand->pinch_aperture > 0.01f && hand->pinch_aperture < 0.3f);
        /* The wrist projects to its place in the image, within a few pixels. */
        CHECK(fabsf(400 * wrist->x / wrist->z + 192 - 384 * result->hands[0].landmarks[0].x) < 20);
        CHECK(fabsf(400 * wrist->y / wrist->z + 192 - 384 * result->hands[0].landmarks[0].y) < 20);
        tegata_result_free(result);
    }
    CHECK(depth[0] > 0.1f && depth[0] < 2 && fabsf(depth[1] / depth[0] - 1.5f) < 1e-3f);
    CHECK(depth[2] == depth[0] && uncertainty[2] > uncertainty[0]);
    /* An image without hands has no places. */
    image.width = image.height = 64;
    image.planes[0].bytes = black;
    image.planes[0].byte_count = sizeof black;
    result = found(&options, &image);
    CHECK(result != NULL && result->hand_count == 0 && result->metric_hands == NULL);
    tegata_result_free(result);
    /* A caller from before cameras existed gets results without these fields. */
    options.size = offsetof(tegata_options, search);
    image = picture_of(source);
    result = found(&options, &image);
    CHECK(result != NULL && result->hand_count == 1 && result->metric_hands == NULL);
    tegata_result_free(result);
    MpImageFree(source);
}

int main(int count, char **arguments) {
    if (count != 3) return 2;
    searches(arguments[1], arguments[2]);
    cameras(arguments[1], arguments[2]);
    if (failures == 0) puts("all noticed");
    return failures != 0;
}
