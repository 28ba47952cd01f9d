// Adds hands to the metadata of GStreamer's analytics library: a box with ID, side and gesture; from 1.30 on,
// keypoints.
#include "tegatahands.h"

#ifdef TEGATA_ANALYTICS
#include <gst/analytics/analytics.h>
#include <math.h>

void tegata_add_analytics(
    GstBuffer *buffer, const tegata_hand *hand, const GstVideoRegionOfInterestMeta *box, const GstVideoInfo *info) {
    GstAnalyticsRelationMeta *meta = gst_buffer_get_analytics_relation_meta(buffer);
    if (meta == NULL) meta = gst_buffer_add_analytics_relation_meta(buffer);
    GstAnalyticsODMtd found;
    if (!gst_analytics_relation_meta_add_od_mtd(
            meta, g_quark_from_static_string("hand"), (gint)box->x, (gint)box->y, (gint)box->w, (gint)box->h,
            hand->presence, &found))
        return;
    GstAnalyticsTrackingMtd tracked;
    if (gst_analytics_relation_meta_add_tracking_mtd(meta, (guint64)hand->id, GST_BUFFER_PTS(buffer), &tracked))
        (void)gst_analytics_relation_meta_set_relation(meta, GST_ANALYTICS_REL_TYPE_RELATE_TO, found.id, tracked.id);
    GstAnalyticsClsMtd class;
    const GQuark side = g_quark_from_static_string(hand->handedness == TEGATA_LEFT ? "Left" : "Right");
    if (gst_analytics_relation_meta_add_one_cls_mtd(meta, hand->handedness_score, side, &class))
        (void)gst_analytics_relation_meta_set_relation(meta, GST_ANALYTICS_REL_TYPE_RELATE_TO, found.id, class.id);
    if (hand->gesture != NULL && gst_analytics_relation_meta_add_one_cls_mtd(
                                     meta, hand->gesture_score, g_quark_from_string(hand->gesture), &class))
        (void)gst_analytics_relation_meta_set_relation(meta, GST_ANALYTICS_REL_TYPE_RELATE_TO, found.id, class.id);
#if GST_CHECK_VERSION(1, 29, 0)
    gint places[2 * TEGATA_LANDMARK_COUNT];
    gfloat confidences[TEGATA_LANDMARK_COUNT];
    for (int index = 0; index < TEGATA_LANDMARK_COUNT; index += 1) {
        places[2 * index] = (gint)lrintf(hand->landmarks[index].x * (float)GST_VIDEO_INFO_WIDTH(info));
        places[2 * index + 1] = (gint)lrintf(hand->landmarks[index].y * (float)GST_VIDEO_INFO_HEIGHT(info));
        confidences[index] = hand->presence;
    }
    gsize count;
    const gint *bones = tegata_bones(&count);
    GstAnalyticsGroupMtd group;
    if (gst_analytics_relation_meta_add_keypoints_group(
            meta, "hand-21-kp", GST_ANALYTICS_KEYPOINT_DIMENSIONS_2D, G_N_ELEMENTS(places), places,
            TEGATA_LANDMARK_COUNT, confidences, NULL, count, bones, &group))
        (void)gst_analytics_relation_meta_set_relation(meta, GST_ANALYTICS_REL_TYPE_CONTAIN, found.id, group.id);
#else
    (void)info;
#endif
}
#endif
