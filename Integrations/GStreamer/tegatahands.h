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

// What properties of tegatahands set. Names begin with the kinds of tegata_layout.
typedef struct {
    tegata_options options;
    gchar *model, *source_name;
    gint rotation;
    gboolean is_mirrored, attaches, posts, draws;
} TegataSettings;

typedef enum { TEGATA_FLAG, TEGATA_INTEGER, TEGATA_NUMBER, TEGATA_CHOICE, TEGATA_TEXT } TegataKind;

// A property of tegatahands.
typedef struct {
    TegataKind kind;
    const gchar *name, *about;
    // The place of the value in the settings.
    gsize place;
    gdouble least, most;
    // Whether a tracker goes on when the property changes.
    gboolean keeps_tracker;
} TegataProperty;

// Returns the properties; their number is written to the address. The library's description of its options is one part.
const TegataProperty *tegata_properties(guint *count);
// Returns the defaults; texts are copies.
TegataSettings tegata_usual_settings(void);
// Returns the specification of a property for GObject.
GParamSpec *tegata_specification(const TegataProperty *property, const TegataSettings *usual);

// Returns the pairs of landmarks that lines connect; the number of landmarks is written to the address.
const gint *tegata_bones(gsize *count);

void tegata_draw_hand(GstVideoFrame *frame, const tegata_hand *hand);
void tegata_add_analytics(
    GstBuffer *buffer, const tegata_hand *hand, const GstVideoRegionOfInterestMeta *box, const GstVideoInfo *info);

G_END_DECLS
