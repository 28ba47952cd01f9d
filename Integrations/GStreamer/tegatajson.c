// The element tegatajson: one line of JSON for each frame that tegatahands has added its JSON to.
#include "tegatahands.h"

#include <string.h>

struct _TegataJSON {
    GstBaseTransform parent;
};

G_DEFINE_TYPE(TegataJSON, tegata_json, GST_TYPE_BASE_TRANSFORM)

#define JSON_CAPS "application/x-json"
static GstStaticPadTemplate sink_template =
    GST_STATIC_PAD_TEMPLATE("sink", GST_PAD_SINK, GST_PAD_ALWAYS, GST_STATIC_CAPS("video/x-raw(ANY)"));
static GstStaticPadTemplate src_template =
    GST_STATIC_PAD_TEMPLATE("src", GST_PAD_SRC, GST_PAD_ALWAYS, GST_STATIC_CAPS(JSON_CAPS));

static GstCaps *transform_caps(GstBaseTransform *transform, GstPadDirection direction, GstCaps *caps, GstCaps *filter) {
    (void)caps;
    GstPad *pad = direction == GST_PAD_SINK ? transform->srcpad : transform->sinkpad;
    GstCaps *other = gst_pad_get_pad_template_caps(pad);
    if (filter == NULL) return other;
    GstCaps *both = gst_caps_intersect_full(filter, other, GST_CAPS_INTERSECT_FIRST);
    gst_caps_unref(other);
    return both;
}

static GstFlowReturn prepare_output_buffer(GstBaseTransform *transform, GstBuffer *input, GstBuffer **output) {
    (void)transform;
    GstCustomMeta *meta = gst_buffer_get_custom_meta(input, TEGATA_JSON_META);
    const char *text = meta != NULL ? gst_structure_get_string(gst_custom_meta_get_structure(meta), "json") : NULL;
    // Late frames have no metadata, and no line.
    if (text == NULL) return GST_BASE_TRANSFORM_FLOW_DROPPED;
    gchar *line = g_strconcat(text, "\n", NULL);
    *output = gst_buffer_new_wrapped(line, strlen(line));
    (void)gst_buffer_copy_into(*output, input, GST_BUFFER_COPY_TIMESTAMPS, 0, -1);
    return GST_FLOW_OK;
}

static GstFlowReturn transform(GstBaseTransform *self, GstBuffer *input, GstBuffer *output) {
    (void)self, (void)input, (void)output;
    return GST_FLOW_OK;
}

static void tegata_json_init(TegataJSON *self) { gst_base_transform_set_in_place(GST_BASE_TRANSFORM(self), FALSE); }

static void tegata_json_class_init(TegataJSONClass *class) {
    GstElementClass *element = GST_ELEMENT_CLASS(class);
    GstBaseTransformClass *base = GST_BASE_TRANSFORM_CLASS(class);
    gst_element_class_add_static_pad_template(element, &sink_template);
    gst_element_class_add_static_pad_template(element, &src_template);
    gst_element_class_set_static_metadata(
        element, "Hands as JSON", "Filter/Converter/Video", "Turns frames into the JSON that tegatahands has added",
        "The Tegata authors");
    base->transform_caps = transform_caps;
    base->prepare_output_buffer = prepare_output_buffer;
    base->transform = transform;
}
