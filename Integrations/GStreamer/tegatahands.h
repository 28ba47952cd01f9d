#pragma once

#include <gst/base/gstbasetransform.h>
#include <gst/gst.h>
#include <gst/video/video.h>

G_BEGIN_DECLS

// The metadata of a frame that hands were searched in: the JSON object of the frame, as text.
#define TEGATA_JSON_META "TegataJSONMeta"

G_DECLARE_FINAL_TYPE(TegataHands, tegata_hands, TEGATA, HANDS, GstBaseTransform)
G_DECLARE_FINAL_TYPE(TegataJSON, tegata_json, TEGATA, JSON, GstBaseTransform)

G_END_DECLS
