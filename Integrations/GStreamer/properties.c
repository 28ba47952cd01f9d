// The properties of tegatahands: a table of those that need C, and the options that the library describes.
#include "tegatahands.h"

#include <string.h>

#define PLACE(field) offsetof(TegataSettings, field)

static const TegataProperty own[] = {
    {TEGATA_TEXT, "model", "The bundle with the networks", PLACE(model), 0, 0, FALSE},
    {TEGATA_FLAG, "gestures", "Recognise gestures; the model must be a gesture recogniser", PLACE(options.gestures), 0,
     1, FALSE},
    {TEGATA_INTEGER, "gesture-dwell", "Milliseconds for which a gesture must last before it begins or has ended",
     PLACE(options.gesture_dwell_ms), 0, 1000000, FALSE},
    {TEGATA_FLAG, "mirrored", "The frames are mirrored", PLACE(is_mirrored), 0, 1, TRUE},
    {TEGATA_INTEGER, "rotation", "Degrees clockwise that make the frames upright: 0, 90, 180 or 270", PLACE(rotation),
     0, 270, TRUE},
    {TEGATA_FLAG, "legacy", "Give the results of Python's mediapipe.solutions.hands", PLACE(options.legacy), 0, 1,
     FALSE},
    {TEGATA_INTEGER, "threads", "Number of threads; 0 is one for each processor, up to four", PLACE(options.threads), 0,
     64, FALSE},
    {TEGATA_CHOICE, "precision", "Arithmetic of the networks; half and int8 take a processor that has them",
     PLACE(options.precision), 0, 0, FALSE},
    {TEGATA_CHOICE, "search", "Where new hands are searched", PLACE(options.search.area), 0, 0, FALSE},
    {TEGATA_NUMBER, "camera", "Horizontal field of view of the camera in degrees; 0 if it is not known",
     PLACE(options.camera.field_of_view_degrees), 0, 179, FALSE},
    {TEGATA_FLAG, "joints", "Add joint angles and finger states to the JSON", PLACE(options.joints), 0, 1, FALSE},
    {TEGATA_TEXT, "source-name", "The member \"source\" of the JSON; the element's name if it is not set",
     PLACE(source_name), 0, 0, FALSE},
    {TEGATA_FLAG, "attach-metadata", "Add a region of interest for each hand, and JSON, to the frames", PLACE(attaches),
     0, 1, TRUE},
    {TEGATA_FLAG, "post-messages", "Post messages about hands and gestures on the bus", PLACE(posts), 0, 1, FALSE},
    {TEGATA_FLAG, "draw", "Draw the hands on the frames", PLACE(draws), 0, 1, TRUE},
};

TegataSettings tegata_usual_settings(void) {
    TegataSettings settings = {.attaches = TRUE, .posts = TRUE};
    tegata_options_init(&settings.options, sizeof settings.options);
    settings.model = g_strdup("/usr/share/tegata/hand_landmarker.task");
    return settings;
}

// Returns the lines of tegata_layout: structs up to an empty line, then options, choices and bones.
static gchar **layout(void) {
    static gsize is_read = 0;
    static gchar **lines;
    if (g_once_init_enter(&is_read)) {
        lines = g_strsplit(tegata_layout(), "\n", -1);
        g_once_init_leave(&is_read, 1);
    }
    return lines;
}

// Returns the words of the line that begins with these words, after them; NULL if there is none.
static const gchar *find(gchar *const *lines, const gchar *beginning) {
    for (; *lines != NULL; lines += 1) {
        const gsize length = strlen(beginning);
        if (strncmp(*lines, beginning, length) == 0 && (*lines)[length] == ' ') return *lines + length + 1;
    }
    return NULL;
}

// Returns the place of a field such as search.area in a struct.
static gsize place_of(const gchar *type, gchar **path) {
    gchar **lines = layout();
    while (!(g_str_has_prefix(*lines, type) && (*lines)[strlen(type)] == ' ')) lines += 1;
    gchar **words = g_strsplit(find(lines + 1, *path), " ", -1);
    gsize place = (gsize)g_ascii_strtoull(words[2], NULL, 10);
    if (path[1] != NULL) place += place_of(words[0], path + 1);
    g_strfreev(words);
    return place;
}

// Makes a property of a line of tegata_layout; FALSE if the line is about something else.
static gboolean read_option(const gchar *line, TegataProperty *property) {
    static const gchar *const kinds[] = {"flag", "integer", "number"};
    gboolean is_read = FALSE;
    gchar **words = g_strsplit(line, " ", 6);
    for (guint kind = 0; kind < G_N_ELEMENTS(kinds) && g_strv_length(words) == 6; kind += 1) {
        if (strcmp(words[0], kinds[kind]) != 0) continue;
        gchar **path = g_strsplit(words[1], ".", -1);
        property->kind = (TegataKind)kind;
        property->place = PLACE(options) + place_of("tegata_options", path);
        property->name = g_intern_string(words[2] + strlen("--"));
        property->least = g_ascii_strtod(words[3], NULL);
        property->most = g_ascii_strtod(words[4], NULL);
        words[5][0] = g_ascii_toupper(words[5][0]);
        property->about = g_intern_string(words[5]);
        is_read = TRUE;
        g_strfreev(path);
    }
    g_strfreev(words);
    return is_read;
}

const TegataProperty *tegata_properties(guint *count) {
    static GArray *all;
    static gsize is_made = 0;
    if (g_once_init_enter(&is_made)) {
        all = g_array_new(FALSE, TRUE, sizeof *own);
        g_array_append_vals(all, own, G_N_ELEMENTS(own));
        for (gchar **line = layout(); *line != NULL; line += 1) {
            TegataProperty property = {0};
            if (read_option(*line, &property)) g_array_append_val(all, property);
        }
        g_once_init_leave(&is_made, 1);
    }
    *count = all->len;
    return &g_array_index(all, TegataProperty, 0);
}

// Registers the names of a field's values, which the library lists.
static GType choice_type(const TegataProperty *property) {
    const gboolean is_search = property->place == PLACE(options.search.area);
    gchar **names = g_strsplit(find(layout(), is_search ? "choice search.area" : "choice precision"), " ", -1);
    // GObject keeps the values.
    GEnumValue *values = g_new0(GEnumValue, g_strv_length(names) + 1);
    for (gint index = 0; names[index] != NULL; index += 1)
        values[index] = (GEnumValue){index, g_intern_string(names[index]), g_intern_string(names[index])};
    g_strfreev(names);
    return g_enum_register_static(is_search ? "TegataSearch" : "TegataPrecision", values);
}

GParamSpec *tegata_specification(const TegataProperty *property, const TegataSettings *usual) {
    const gchar *name = property->name, *about = property->about;
    gconstpointer value = (const guint8 *)usual + property->place;
    const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | GST_PARAM_MUTABLE_PLAYING;
    const gint number = *(const gint *)value, least = (gint)property->least;
    switch (property->kind) {
        case TEGATA_FLAG: return g_param_spec_boolean(name, name, about, number != 0, flags);
        case TEGATA_INTEGER: return g_param_spec_int(name, name, about, least, (gint)property->most, number, flags);
        case TEGATA_NUMBER:
            return g_param_spec_float(
                name, name, about, (gfloat)property->least, (gfloat)property->most, *(const gfloat *)value, flags);
        case TEGATA_CHOICE: return g_param_spec_enum(name, name, about, choice_type(property), number, flags);
        default: return g_param_spec_string(name, name, about, *(gchar *const *)value, flags);
    }
}

const gint *tegata_bones(gsize *count) {
    static GArray *landmarks;
    static gsize is_made = 0;
    if (g_once_init_enter(&is_made)) {
        landmarks = g_array_new(FALSE, FALSE, sizeof(gint));
        gchar **words = g_strsplit(find(layout(), "bones"), " ", -1);
        for (gchar **word = words; *word != NULL; word += 1) {
            const gint landmark = (gint)g_ascii_strtoll(*word, NULL, 10);
            g_array_append_val(landmarks, landmark);
        }
        g_strfreev(words);
        g_once_init_leave(&is_made, 1);
    }
    *count = landmarks->len;
    return &g_array_index(landmarks, gint, 0);
}
