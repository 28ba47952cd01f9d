// The element tegatahands: finds hands in frames, and adds them to the frames as metadata.
#include "tegatahands.h"

#include <string.h>

GST_DEBUG_CATEGORY_STATIC(tegata_hands_debug);
#define GST_CAT_DEFAULT tegata_hands_debug

struct _TegataHands {
    GstBaseTransform parent;
    TegataSettings settings;
    // Whether a property has changed that only a new tracker takes up.
    gboolean is_outdated;
    tegata_tracker *tracker;
    GstVideoInfo info;
    // Frames before it, in running time, come too late.
    GstClockTime earliest_time;
    gint64 last_milliseconds;
    // The time of the last frame.
    GstClockTime last_time;
    guint64 passed_frames;
};

G_DEFINE_TYPE(TegataHands, tegata_hands, GST_TYPE_BASE_TRANSFORM)

#define FORMATS "{ RGB, BGR, RGBx, RGBA, BGRx, BGRA, NV12, NV21, I420, YUY2, GRAY8 }"
static GstStaticPadTemplate sink_template =
    GST_STATIC_PAD_TEMPLATE("sink", GST_PAD_SINK, GST_PAD_ALWAYS, GST_STATIC_CAPS(GST_VIDEO_CAPS_MAKE(FORMATS)));
static GstStaticPadTemplate src_template =
    GST_STATIC_PAD_TEMPLATE("src", GST_PAD_SRC, GST_PAD_ALWAYS, GST_STATIC_CAPS(GST_VIDEO_CAPS_MAKE(FORMATS)));

static int32_t format_of(const GstVideoInfo *info) {
    switch (GST_VIDEO_INFO_FORMAT(info)) {
        case GST_VIDEO_FORMAT_RGB: return TEGATA_RGB;
        case GST_VIDEO_FORMAT_BGR: return TEGATA_BGR;
        case GST_VIDEO_FORMAT_RGBx:
        case GST_VIDEO_FORMAT_RGBA: return TEGATA_RGBA;
        case GST_VIDEO_FORMAT_BGRx:
        case GST_VIDEO_FORMAT_BGRA: return TEGATA_BGRA;
        case GST_VIDEO_FORMAT_NV12: return TEGATA_NV12;
        case GST_VIDEO_FORMAT_NV21: return TEGATA_NV21;
        case GST_VIDEO_FORMAT_I420: return TEGATA_I420;
        case GST_VIDEO_FORMAT_YUY2: return TEGATA_YUYV;
        default: return TEGATA_GRAY;
    }
}

static void post(TegataHands *self, GstStructure *structure) {
    gst_structure_set(structure, "timestamp", G_TYPE_UINT64, self->last_time, NULL);
    (void)gst_element_post_message(GST_ELEMENT(self), gst_message_new_element(GST_OBJECT(self), structure));
}

// Posts a message for each event, with the members of the JSON of events.
static void post_events(TegataHands *self, const tegata_result *result) {
    for (size_t index = 0; index < result->event_count; index += 1) {
        const tegata_event *event = &result->events[index];
        post(
            self,
            gst_structure_new(
                "hand-event", "id", G_TYPE_INT64, event->hand_id, "event", G_TYPE_STRING, event->kind, "categoryName",
                G_TYPE_STRING, event->name, "durationMs", G_TYPE_INT64, event->duration_ms, NULL));
    }
}

// Ends all hands and gestures at the time of the last frame. Tracking starts again with the next frame.
static void end_video(TegataHands *self) {
    self->earliest_time = GST_CLOCK_TIME_NONE;
    self->last_milliseconds = G_MININT64;
    tegata_result *result = NULL;
    if (self->tracker == NULL || tegata_tracker_finish(self->tracker, &result, NULL) != TEGATA_OK) return;
    post_events(self, result);
    tegata_result_free(result);
}

// Posts the library's message, and frees the error.
static void post_error(TegataHands *self, tegata_error *error) {
    GST_ELEMENT_ERROR(
        self, STREAM, FAILED, ("%s", error != NULL ? error->message : "there is not enough memory"), (NULL));
    tegata_error_free(error);
}

// Makes a tracker with the present properties. Called with the object's lock held.
static tegata_tracker *make_tracker(TegataHands *self, tegata_error **error) {
    tegata_options options = self->settings.options;
    options.model_path = self->settings.model;
    options.source_name = self->settings.source_name != NULL ? self->settings.source_name : GST_OBJECT_NAME(self);
    options.identifies_hands = 1;
    options.events = self->settings.posts;
    options.gesture_release_ms = options.gesture_dwell_ms;
    if (options.camera.field_of_view_degrees > 0) options.camera.kind = TEGATA_CAMERA_FIELD_OF_VIEW;
    tegata_tracker *tracker = NULL;
    return tegata_tracker_create(&options, &tracker, error) == TEGATA_OK ? tracker : NULL;
}

static gboolean renew_tracker(TegataHands *self) {
    tegata_error *error = NULL;
    GST_OBJECT_LOCK(self);
    tegata_tracker *tracker = make_tracker(self, &error);
    self->is_outdated = FALSE;
    GST_OBJECT_UNLOCK(self);
    if (tracker == NULL) {
        post_error(self, error);
        return FALSE;
    }
    end_video(self);
    tegata_tracker_free(self->tracker);
    self->tracker = tracker;
    return TRUE;
}

static gboolean start(GstBaseTransform *transform) {
    TegataHands *self = TEGATA_HANDS(transform);
    self->passed_frames = 0;
    return renew_tracker(self);
}

static gboolean stop(GstBaseTransform *transform) {
    TegataHands *self = TEGATA_HANDS(transform);
    end_video(self);
    tegata_tracker_free(self->tracker);
    self->tracker = NULL;
    return TRUE;
}

static gboolean set_caps(GstBaseTransform *transform, GstCaps *input, GstCaps *output) {
    TegataHands *self = TEGATA_HANDS(transform);
    (void)output;
    if (!gst_video_info_from_caps(&self->info, input)) return FALSE;
    end_video(self);
    return TRUE;
}

static gboolean sink_event(GstBaseTransform *transform, GstEvent *event) {
    TegataHands *self = TEGATA_HANDS(transform);
    // Messages about the end of hands come before the pipeline's own message about the end of the stream.
    if (GST_EVENT_TYPE(event) == GST_EVENT_FLUSH_STOP || GST_EVENT_TYPE(event) == GST_EVENT_EOS) end_video(self);
    return GST_BASE_TRANSFORM_CLASS(tegata_hands_parent_class)->sink_event(transform, event);
}

static void append_float(GValue *list, float number) {
    GValue value = G_VALUE_INIT;
    g_value_init(&value, G_TYPE_FLOAT);
    g_value_set_float(&value, number);
    gst_value_array_append_and_take_value(list, &value);
}

static void take_points(GstStructure *structure, const char *name, const tegata_point *points) {
    GValue list = G_VALUE_INIT;
    gst_value_array_init(&list, 3 * TEGATA_LANDMARK_COUNT);
    for (int index = 0; index < TEGATA_LANDMARK_COUNT; index += 1) {
        append_float(&list, points[index].x);
        append_float(&list, points[index].y);
        append_float(&list, points[index].z);
    }
    gst_structure_take_value(structure, name, &list);
}

static GstStructure *describe(const tegata_hand *hand) {
    GstStructure *structure = gst_structure_new(
        "tegata-hand", "id", G_TYPE_INT64, hand->id, "handedness", G_TYPE_STRING,
        hand->handedness == TEGATA_LEFT ? "Left" : "Right", "handedness-score", G_TYPE_FLOAT, hand->handedness_score,
        "presence", G_TYPE_FLOAT, hand->presence, NULL);
    if (hand->gesture != NULL)
        gst_structure_set(
            structure, "gesture", G_TYPE_STRING, hand->gesture, "gesture-score", G_TYPE_FLOAT, hand->gesture_score,
            NULL);
    take_points(structure, "landmarks", hand->landmarks);
    take_points(structure, "world-landmarks", hand->world_landmarks);
    return structure;
}

// The upright box around the landmarks, in pixels inside the frame.
static void add_region(TegataHands *self, GstBuffer *buffer, const tegata_hand *hand) {
    float left = 1, top = 1, right = 0, bottom = 0;
    for (int index = 0; index < TEGATA_LANDMARK_COUNT; index += 1) {
        const tegata_point point = hand->landmarks[index];
        left = MIN(left, point.x), right = MAX(right, point.x);
        top = MIN(top, point.y), bottom = MAX(bottom, point.y);
    }
    const int width = GST_VIDEO_INFO_WIDTH(&self->info), height = GST_VIDEO_INFO_HEIGHT(&self->info);
    left = CLAMP(left, 0, 1) * width, right = CLAMP(right, 0, 1) * width;
    top = CLAMP(top, 0, 1) * height, bottom = CLAMP(bottom, 0, 1) * height;
    GstVideoRegionOfInterestMeta *meta = gst_buffer_add_video_region_of_interest_meta(
        buffer, "hand", (guint)left, (guint)top, (guint)MAX(0, right - left), (guint)MAX(0, bottom - top));
    meta->id = (gint)hand->id;
    gst_video_region_of_interest_meta_add_param(meta, describe(hand));
#ifdef TEGATA_ANALYTICS
    tegata_add_analytics(buffer, hand, meta, &self->info);
#endif
}

static void post_messages(TegataHands *self, const tegata_result *result) {
    GValue list = G_VALUE_INIT;
    gst_value_array_init(&list, (guint)result->hand_count);
    for (size_t index = 0; index < result->hand_count; index += 1) {
        GValue value = G_VALUE_INIT;
        g_value_init(&value, GST_TYPE_STRUCTURE);
        g_value_take_boxed(&value, describe(&result->hands[index]));
        gst_value_array_append_and_take_value(&list, &value);
    }
    GstStructure *structure = gst_structure_new_empty("hands");
    gst_structure_take_value(structure, "hands", &list);
    post(self, structure);
    post_events(self, result);
}

static void add_json(GstBuffer *buffer, const char *text) {
    GstCustomMeta *meta = gst_buffer_add_custom_meta(buffer, TEGATA_JSON_META);
    if (meta != NULL) gst_structure_set(gst_custom_meta_get_structure(meta), "json", G_TYPE_STRING, text, NULL);
}

// Returns the pixels of a frame without a copy.
static tegata_image image_of(const GstVideoFrame *frame) {
    tegata_image image = {0};
    image.format = format_of(&frame->info);
    image.width = GST_VIDEO_FRAME_WIDTH(frame);
    image.height = GST_VIDEO_FRAME_HEIGHT(frame);
    image.matrix = frame->info.colorimetry.matrix == GST_VIDEO_COLOR_MATRIX_BT709 ? TEGATA_BT709 : TEGATA_BT601;
    image.is_full_range = frame->info.colorimetry.range == GST_VIDEO_COLOR_RANGE_0_255;
    for (guint plane = 0; plane < GST_VIDEO_FRAME_N_PLANES(frame) && plane < 3; plane += 1) {
        const gint stride = GST_VIDEO_FRAME_PLANE_STRIDE(frame, plane);
        gint components[GST_VIDEO_MAX_COMPONENTS];
        gst_video_format_info_component(frame->info.finfo, plane, components);
        const gint rows = GST_VIDEO_FORMAT_INFO_SCALE_HEIGHT(frame->info.finfo, components[0], image.height);
        const gint samples = GST_VIDEO_FORMAT_INFO_SCALE_WIDTH(frame->info.finfo, components[0], image.width);
        gint row_bytes = samples * GST_VIDEO_FORMAT_INFO_PSTRIDE(frame->info.finfo, components[0]);
        // Pixels in pairs.
        if (image.format == TEGATA_YUYV) row_bytes = (image.width + 1) / 2 * 4;
        image.planes[plane].bytes = GST_VIDEO_FRAME_PLANE_DATA(frame, plane);
        image.planes[plane].row_stride = (size_t)stride;
        image.planes[plane].byte_count = (size_t)(rows - 1) * (size_t)stride + (size_t)row_bytes;
    }
    return image;
}

// Handles the event of a late sink, which names the frames that it no longer needs.
static gboolean src_event(GstBaseTransform *transform, GstEvent *event) {
    TegataHands *self = TEGATA_HANDS(transform);
    if (GST_EVENT_TYPE(event) == GST_EVENT_QOS) {
        GstClockTimeDiff lateness;
        GstClockTime time;
        gst_event_parse_qos(event, NULL, NULL, &lateness, &time);
        GST_OBJECT_LOCK(self);
        // Like other video elements, expect the delay to last: frames up to twice the delay ahead would be late, too.
        self->earliest_time = !GST_CLOCK_TIME_IS_VALID(time) ? GST_CLOCK_TIME_NONE
                              : lateness > 0                 ? time + 2 * (GstClockTime)lateness
                                                             : 0;
        GST_OBJECT_UNLOCK(self);
    }
    return GST_BASE_TRANSFORM_CLASS(tegata_hands_parent_class)->src_event(transform, event);
}

// A late frame is passed on without a search.
static gboolean is_late(TegataHands *self, GstBuffer *buffer) {
    const GstSegment *segment = &GST_BASE_TRANSFORM(self)->segment;
    // Frames of a file without a parser are counted in bytes and have no time that could be late.
    if (segment->format != GST_FORMAT_TIME) return FALSE;
    GST_OBJECT_LOCK(self);
    const GstClockTime earliest = self->earliest_time;
    GST_OBJECT_UNLOCK(self);
    const GstClockTime time = gst_segment_to_running_time(segment, GST_FORMAT_TIME, GST_BUFFER_PTS(buffer));
    return GST_CLOCK_TIME_IS_VALID(earliest) && GST_CLOCK_TIME_IS_VALID(time) && time < earliest;
}

static GstFlowReturn transform_ip(GstBaseTransform *transform, GstBuffer *buffer) {
    TegataHands *self = TEGATA_HANDS(transform);
    if (self->is_outdated && !renew_tracker(self)) return GST_FLOW_ERROR;
    if (GST_BUFFER_FLAG_IS_SET(buffer, GST_BUFFER_FLAG_GAP)) return GST_FLOW_OK;
    if (is_late(self, buffer)) {
        self->passed_frames += 1;
        GST_DEBUG_OBJECT(self, "passed on a late frame, %" G_GUINT64_FORMAT " so far", self->passed_frames);
        return GST_FLOW_OK;
    }
    if (GST_BUFFER_FLAG_IS_SET(buffer, GST_BUFFER_FLAG_DISCONT) && self->last_milliseconds != G_MININT64) {
        // After a seek, times may be lower.
        if (GST_BUFFER_PTS(buffer) / GST_MSECOND < (guint64)MAX(0, self->last_milliseconds)) end_video(self);
    }
    GST_OBJECT_LOCK(self);
    const TegataSettings settings = self->settings;
    GST_OBJECT_UNLOCK(self);
    const tegata_frame how = {.rotation_degrees = settings.rotation, .is_mirrored = settings.is_mirrored};
    GstVideoFrame frame;
    const GstMapFlags access = settings.draws ? GST_MAP_READWRITE : GST_MAP_READ;
    if (!gst_video_frame_map(&frame, &self->info, buffer, access | GST_VIDEO_FRAME_MAP_FLAG_NO_REF)) {
        GST_ELEMENT_ERROR(self, STREAM, FAILED, ("the frame's memory cannot be read"), (NULL));
        return GST_FLOW_ERROR;
    }
    const tegata_image image = image_of(&frame);
    // Streams without times count their frames; times must increase.
    gint64 milliseconds = GST_BUFFER_PTS_IS_VALID(buffer) ? (gint64)(GST_BUFFER_PTS(buffer) / GST_MSECOND) : 0;
    if (self->last_milliseconds != G_MININT64) milliseconds = MAX(milliseconds, self->last_milliseconds + 1);
    self->last_milliseconds = milliseconds;
    tegata_result *result = NULL;
    tegata_error *error = NULL;
    const tegata_status status = tegata_tracker_track(self->tracker, &image, &how, milliseconds, &result, &error);
    if (status == TEGATA_OK && settings.draws) {
        for (size_t index = 0; index < result->hand_count; index += 1) tegata_draw_hand(&frame, &result->hands[index]);
    }
    gst_video_frame_unmap(&frame);
    if (status != TEGATA_OK) {
        post_error(self, error);
        return GST_FLOW_ERROR;
    }
    if (settings.attaches) {
        for (size_t index = 0; index < result->hand_count; index += 1) add_region(self, buffer, &result->hands[index]);
        if (result->json != NULL) add_json(buffer, result->json);
    }
    self->last_time = GST_BUFFER_PTS(buffer);
    if (settings.posts) post_messages(self, result);
    tegata_result_free(result);
    return GST_FLOW_OK;
}

// Returns a property, and the place of its value.
static const TegataProperty *property_of(TegataHands *self, guint property, gpointer *value) {
    guint count;
    const TegataProperty *found = &tegata_properties(&count)[property - 1];
    *value = (guint8 *)&self->settings + found->place;
    return found;
}

static void set_property(GObject *object, guint property, const GValue *value, GParamSpec *spec) {
    TegataHands *self = TEGATA_HANDS(object);
    (void)spec;
    gpointer place;
    GST_OBJECT_LOCK(self);
    const TegataProperty *found = property_of(self, property, &place);
    switch (found->kind) {
        case TEGATA_FLAG: *(gint *)place = g_value_get_boolean(value); break;
        case TEGATA_INTEGER: *(gint *)place = g_value_get_int(value); break;
        case TEGATA_NUMBER: *(gfloat *)place = g_value_get_float(value); break;
        case TEGATA_CHOICE: *(gint *)place = g_value_get_enum(value); break;
        case TEGATA_TEXT: g_free(*(gchar **)place), *(gchar **)place = g_value_dup_string(value); break;
    }
    self->is_outdated |= !found->keeps_tracker;
    GST_OBJECT_UNLOCK(self);
}

static void get_property(GObject *object, guint property, GValue *value, GParamSpec *spec) {
    TegataHands *self = TEGATA_HANDS(object);
    (void)spec;
    gpointer place;
    GST_OBJECT_LOCK(self);
    switch (property_of(self, property, &place)->kind) {
        case TEGATA_FLAG: g_value_set_boolean(value, *(gint *)place); break;
        case TEGATA_INTEGER: g_value_set_int(value, *(gint *)place); break;
        case TEGATA_NUMBER: g_value_set_float(value, *(gfloat *)place); break;
        case TEGATA_CHOICE: g_value_set_enum(value, *(gint *)place); break;
        case TEGATA_TEXT: g_value_set_string(value, *(gchar **)place); break;
    }
    GST_OBJECT_UNLOCK(self);
}

static void finalize(GObject *object) {
    TegataHands *self = TEGATA_HANDS(object);
    tegata_tracker_free(self->tracker);
    g_free(self->settings.model);
    g_free(self->settings.source_name);
    G_OBJECT_CLASS(tegata_hands_parent_class)->finalize(object);
}

static void tegata_hands_init(TegataHands *self) {
    self->settings = tegata_usual_settings();
    end_video(self);
    gst_base_transform_set_in_place(GST_BASE_TRANSFORM(self), TRUE);
    gst_base_transform_set_qos_enabled(GST_BASE_TRANSFORM(self), FALSE);
}

static void tegata_hands_class_init(TegataHandsClass *class) {
    GObjectClass *object = G_OBJECT_CLASS(class);
    GstElementClass *element = GST_ELEMENT_CLASS(class);
    GstBaseTransformClass *transform = GST_BASE_TRANSFORM_CLASS(class);
    GST_DEBUG_CATEGORY_INIT(tegata_hands_debug, "tegatahands", 0, "hands in frames");
    object->set_property = set_property;
    object->get_property = get_property;
    object->finalize = finalize;
    guint count;
    const TegataProperty *properties = tegata_properties(&count);
    TegataSettings usual = tegata_usual_settings();
    for (guint index = 0; index < count; index += 1)
        g_object_class_install_property(object, index + 1, tegata_specification(&properties[index], &usual));
    g_free(usual.model);

    gst_element_class_add_static_pad_template(element, &sink_template);
    gst_element_class_add_static_pad_template(element, &src_template);
    gst_element_class_set_static_metadata(
        element, "Hand tracker", "Filter/Analyzer/Video", "Finds hands, their landmarks and gestures",
        "The Tegata authors");
    transform->start = start;
    transform->stop = stop;
    transform->set_caps = set_caps;
    transform->sink_event = sink_event;
    transform->src_event = src_event;
    transform->transform_ip = transform_ip;
    transform->transform_ip_on_passthrough = FALSE;
}
