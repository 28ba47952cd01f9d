/* Runs pipelines with tegatahands as programs do:
 *
 *     pipelines states COUNT MODEL    starts and ends one, in which the size of frames changes and a seek flushes
 *     pipelines late MODEL            has frames shown too slowly: prints how many came through, and with hands
 * searched pipelines seeks COUNT MODEL VIDEO WIDTH HEIGHT seeks in a file of RGB: prints how many hands and gestures
 * have begun and ended, then again after a frame without messages, and after one more seek and the end
 */
#include <gst/gst.h>
#include <stdlib.h>
#include <string.h>

static int frames, searched;

static GstPadProbeReturn count_frame(GstPad *pad, GstPadProbeInfo *info, gpointer data) {
    (void)pad, (void)data;
    frames += 1;
    if (gst_buffer_get_custom_meta(GST_PAD_PROBE_INFO_BUFFER(info), "TegataJSONMeta") != NULL) searched += 1;
    return GST_PAD_PROBE_OK;
}

static GstElement *parse(const char *text, const char *model) {
    gchar *whole = g_strdup_printf(text, model);
    GError *error = NULL;
    GstElement *pipeline = gst_parse_launch(whole, &error);
    g_free(whole);
    if (error != NULL) g_printerr("%s\n", error->message), exit(1);
    return pipeline;
}

static void wait_for(GstElement *pipeline, GstMessageType type) {
    GstBus *bus = gst_element_get_bus(pipeline);
    GstMessage *message = gst_bus_timed_pop_filtered(bus, 30 * GST_SECOND, type | GST_MESSAGE_ERROR);
    if (message == NULL || GST_MESSAGE_TYPE(message) == GST_MESSAGE_ERROR) g_printerr("an error, or no end\n"), exit(1);
    gst_message_unref(message);
    gst_object_unref(bus);
}

static void change_states(int count, const char *model) {
    GstElement *pipeline = parse(
        "videotestsrc num-buffers=4 ! capsfilter name=size caps=video/x-raw,format=RGB,width=64,height=48 ! "
        "tegatahands name=hands model=%s source-name=x ! fakesink",
        model);
    GstElement *size = gst_bin_get_by_name(GST_BIN(pipeline), "size"),
               *hands = gst_bin_get_by_name(GST_BIN(pipeline), "hands");
    for (int index = 0; index < count; index += 1) {
        gst_element_set_state(pipeline, GST_STATE_PAUSED);
        wait_for(pipeline, GST_MESSAGE_ASYNC_DONE);
        GstCaps *caps = gst_caps_from_string(
            index % 2 ? "video/x-raw,format=RGB,width=64,height=48" : "video/x-raw,format=NV12,width=81,height=61");
        g_object_set(size, "caps", caps, NULL);
        g_object_set(hands, "num-hands", 1 + index % 3, "mirrored", index % 2, NULL);
        gst_caps_unref(caps);
        (void)gst_element_seek_simple(pipeline, GST_FORMAT_TIME, GST_SEEK_FLAG_FLUSH, 0);
        gst_element_set_state(pipeline, GST_STATE_PLAYING);
        wait_for(pipeline, GST_MESSAGE_EOS);
        gst_element_set_state(pipeline, GST_STATE_NULL);
    }
    gst_object_unref(size);
    gst_object_unref(hands);
    gst_object_unref(pipeline);
    g_print("%d\n", count);
}

static void be_late(const char *model) {
    GstElement *pipeline = parse(
        "videotestsrc num-buffers=40 ! video/x-raw,format=RGB,width=64,height=48,framerate=50/1 ! "
        "tegatahands model=%s source-name=x ! identity sleep-time=60000 ! fakesink name=sink sync=true qos=true",
        model);
    GstElement *sink = gst_bin_get_by_name(GST_BIN(pipeline), "sink");
    GstPad *pad = gst_element_get_static_pad(sink, "sink");
    gst_pad_add_probe(pad, GST_PAD_PROBE_TYPE_BUFFER, count_frame, NULL, NULL);
    gst_element_set_state(pipeline, GST_STATE_PLAYING);
    wait_for(pipeline, GST_MESSAGE_EOS);
    gst_element_set_state(pipeline, GST_STATE_NULL);
    gst_object_unref(pad);
    gst_object_unref(sink);
    gst_object_unref(pipeline);
    g_print("%d %d\n", frames, searched);
}

static struct {
    int appeared, disappeared, began, ended;
} changes;

// Called in the thread that posts, so that no message is lost when the bus is emptied at a change of state.
static GstBusSyncReply count_change(GstBus *bus, GstMessage *message, gpointer data) {
    (void)bus, (void)data;
    if (!gst_message_has_name(message, "hand-event")) return GST_BUS_PASS;
    const gchar *event = gst_structure_get_string(gst_message_get_structure(message), "event");
    changes.appeared += g_str_equal(event, "appeared");
    changes.disappeared += g_str_equal(event, "disappeared");
    changes.began += g_str_equal(event, "began");
    changes.ended += g_str_equal(event, "ended");
    return GST_BUS_PASS;
}

static void print_changes(void) {
    g_print(
        "appeared %d, disappeared %d, began %d, ended %d\n", changes.appeared, changes.disappeared, changes.began,
        changes.ended);
}

static void seek_to_start(GstElement *pipeline) {
    (void)gst_element_seek_simple(pipeline, GST_FORMAT_TIME, GST_SEEK_FLAG_FLUSH, 0);
    wait_for(pipeline, GST_MESSAGE_ASYNC_DONE);
}

static void seek(int count, char **arguments) {
    gchar *text = g_strdup_printf(
        "filesrc location=%s ! rawvideoparse width=%s height=%s format=rgb framerate=25/1 ! "
        "tegatahands name=hands model=%%s gestures=true gesture-dwell=0 ! fakesink",
        arguments[1], arguments[2], arguments[3]);
    GstElement *pipeline = parse(text, arguments[0]), *hands = gst_bin_get_by_name(GST_BIN(pipeline), "hands");
    GstBus *bus = gst_element_get_bus(pipeline);
    gst_bus_set_sync_handler(bus, count_change, NULL, NULL);
    // When paused, the sink takes one frame after the start and after each seek.
    gst_element_set_state(pipeline, GST_STATE_PAUSED);
    wait_for(pipeline, GST_MESSAGE_ASYNC_DONE);
    for (int index = 0; index < count; index += 1) seek_to_start(pipeline);
    print_changes();
    g_object_set(hands, "post-messages", FALSE, NULL);
    (void)gst_element_send_event(pipeline, gst_event_new_step(GST_FORMAT_BUFFERS, 1, 1, TRUE, FALSE));
    wait_for(pipeline, GST_MESSAGE_ASYNC_DONE);
    print_changes();
    g_object_set(hands, "post-messages", TRUE, NULL);
    seek_to_start(pipeline);
    gst_element_set_state(pipeline, GST_STATE_NULL);
    print_changes();
    gst_object_unref(bus);
    gst_object_unref(hands);
    gst_object_unref(pipeline);
    g_free(text);
}

int main(int count, char **arguments) {
    gst_init(&count, &arguments);
    if (count == 4 && strcmp(arguments[1], "states") == 0)
        change_states(atoi(arguments[2]), arguments[3]);
    else if (count == 7 && strcmp(arguments[1], "seeks") == 0)
        seek(atoi(arguments[2]), arguments + 3);
    else if (count == 3)
        be_late(arguments[2]);
    else
        return 2;
    gst_deinit();
    return 0;
}
