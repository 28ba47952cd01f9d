#pragma once

#include <gst/base/gstbasetransform.h>
#include <gst/gst.h>
#include <gst/video/video.h>
#include <tegata.h>

G_BEGIN_DECLS

// The metadata of a frame that hands were searched in: the JSON object of the frame, as text.
#define TEGATA_JSON_META "TegataJSONMeta"

G_DECLARE_FINAL_TYPE(TegataHands, tegata_hands, TEGATA, HANDS, GstBaseTransform)
G_DECLARE_FINAL_TYPE(TegataJSON, tegata_json, TEGATA, JSON, GstBaseTransform)

#define TEGATA_BONE_COUNT 21
// The pairs of landmarks that lines connect.
extern const gint tegata_bones[TEGATA_BONE_COUNT][2];

void tegata_draw_hand(GstVideoFrame *frame, const tegata_hand *hand);
void tegata_add_analytics(
    GstBuffer *buffer, const tegata_hand *hand, const GstVideoRegionOfInterestMeta *box, const GstVideoInfo *info);

G_END_DECLS
