// Draws hands on frames of all formats, component by component.
#include "tegatahands.h"

// Sets one component of all pixels that are at most `radius` from a line. The component can have fewer pixels than the
// frame, by the factors `across` and `down`.
static void paint(
    GstVideoFrame *frame, guint component, guint8 value, tegata_point from, tegata_point to, float radius) {
    const gint width = GST_VIDEO_FRAME_COMP_WIDTH(frame, component),
               height = GST_VIDEO_FRAME_COMP_HEIGHT(frame, component);
    const float across = (float)GST_VIDEO_FRAME_WIDTH(frame) / (float)width;
    const float down = (float)GST_VIDEO_FRAME_HEIGHT(frame) / (float)height;
    guint8 *data = GST_VIDEO_FRAME_COMP_DATA(frame, component);
    const gint stride = GST_VIDEO_FRAME_COMP_STRIDE(frame, component),
               step = GST_VIDEO_FRAME_COMP_PSTRIDE(frame, component);
    const float dx = to.x - from.x, dy = to.y - from.y, length = dx * dx + dy * dy;
    const gint top = (gint)CLAMP((MIN(from.y, to.y) - radius) / down, 0, (float)height);
    const gint bottom = (gint)CLAMP((MAX(from.y, to.y) + radius) / down + 1, 0, (float)height);
    const gint left = (gint)CLAMP((MIN(from.x, to.x) - radius) / across, 0, (float)width);
    const gint right = (gint)CLAMP((MAX(from.x, to.x) + radius) / across + 1, 0, (float)width);
    for (gint y = top; y < bottom; y += 1) {
        for (gint x = left; x < right; x += 1) {
            const float px = ((float)x + 0.5f) * across - from.x, py = ((float)y + 0.5f) * down - from.y;
            const float along = length > 0 ? CLAMP((px * dx + py * dy) / length, 0, 1) : 0;
            const float ex = px - along * dx, ey = py - along * dy;
            if (ex * ex + ey * ey <= radius * radius) data[y * stride + x * step] = value;
        }
    }
}

// The components of a colour in the frame's format.
static void convert(const GstVideoInfo *info, const guint8 rgb[3], guint8 components[3]) {
    if (GST_VIDEO_INFO_IS_RGB(info)) {
        for (int index = 0; index < 3; index += 1) components[index] = rgb[index];
        return;
    }
    gdouble red = 0.299, blue = 0.114;
    if (info->colorimetry.matrix == GST_VIDEO_COLOR_MATRIX_BT709) red = 0.2126, blue = 0.0722;
    const gboolean is_full = info->colorimetry.range == GST_VIDEO_COLOR_RANGE_0_255;
    const gdouble luma = (red * rgb[0] + (1 - red - blue) * rgb[1] + blue * rgb[2]) / 255;
    const gdouble chroma = is_full ? 255 : 224;
    components[0] = (guint8)(is_full ? 255 * luma : 16 + 219 * luma);
    components[1] = (guint8)CLAMP(128 + chroma * (rgb[2] / 255.0 - luma) / (2 - 2 * blue), 0, 255);
    components[2] = (guint8)CLAMP(128 + chroma * (rgb[0] / 255.0 - luma) / (2 - 2 * red), 0, 255);
}

void tegata_draw_hand(GstVideoFrame *frame, const tegata_hand *hand) {
    static const guint8 colors[2][3] = {{255, 180, 84}, {89, 194, 255}}, dot[3] = {255, 255, 255};
    guint8 line[3], point[3];
    convert(&frame->info, colors[hand->handedness == TEGATA_LEFT ? 0 : 1], line);
    convert(&frame->info, dot, point);
    const gint width = GST_VIDEO_FRAME_WIDTH(frame), height = GST_VIDEO_FRAME_HEIGHT(frame);
    const float radius = MAX(1, (float)MAX(width, height) / 400);
    gsize count;
    const gint *bones = tegata_bones(&count);
    tegata_point places[TEGATA_LANDMARK_COUNT];
    for (int index = 0; index < TEGATA_LANDMARK_COUNT; index += 1) {
        places[index] = hand->landmarks[index];
        places[index].x *= (float)width;
        places[index].y *= (float)height;
    }
    for (guint component = 0; component < MIN(3, GST_VIDEO_FRAME_N_COMPONENTS(frame)); component += 1) {
        for (gsize index = 0; index < count; index += 2)
            paint(frame, component, line[component], places[bones[index]], places[bones[index + 1]], radius);
        for (int index = 0; index < TEGATA_LANDMARK_COUNT; index += 1)
            paint(frame, component, point[component], places[index], places[index], 1.5f * radius);
    }
}
