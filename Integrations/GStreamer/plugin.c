// The plugin of GStreamer with the elements for hands.
#include "tegatahands.h"

static gboolean init(GstPlugin *plugin) {
    static const gchar *tags[] = {NULL};
    if (gst_meta_get_info(TEGATA_JSON_META) == NULL)
        (void)gst_meta_register_custom(TEGATA_JSON_META, tags, NULL, NULL, NULL);
    return gst_element_register(plugin, "tegatahands", GST_RANK_NONE, tegata_hands_get_type()) &&
           gst_element_register(plugin, "tegatajson", GST_RANK_NONE, tegata_json_get_type());
}

#define PACKAGE "tegata"
GST_PLUGIN_DEFINE(
    GST_VERSION_MAJOR, GST_VERSION_MINOR, tegata, "Hands in frames", init, TEGATA_VERSION, "Apache-2.0", "Tegata",
    "Unknown package origin")
