/* Feeds frames to the C library without end: soak BUNDLE PICTURE FRAMES SEED SECONDS.
 *
 * A few objects of all kinds are open at a time. Each receives frames of random sizes, formats and rotations. It is
 * closed after a random number of frames, and an object of another kind with other options takes its place. Now and
 * then the program makes a call that must fail. Every so often it closes all objects and counts memory, threads and
 * descriptors. */
#include <dirent.h>
#include <fcntl.h>
#include <malloc.h>
#include <math.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>
#include <tegata.h>
#include <tegata_mediapipe.h>

enum {
    SLOTS = 3,
    /* After this many frames, all objects are closed and everything is counted. */
    COUNT_EVERY = 1000,
    BUCKETS = 2048,
    LARGEST_WIDTH = 1280,
    LARGEST_HEIGHT = 720,
    ALLOWED_GROWTH = 2 << 20,
};

static void fail(const char *what) {
    fprintf(stderr, "soak: %s\n", what);
    exit(1);
}

/* Whether a signal asked for the verdict now. */
static volatile sig_atomic_t is_interrupted;

static void interrupt(int number) {
    (void)number;
    is_interrupted = 1;
}

/* ---- Random numbers ---- */

static uint64_t state;

static uint64_t chance(void) {
    uint64_t z = (state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* Returns a number from 0 to count − 1. */
static int below(int count) { return (int)(chance() % (uint64_t)count); }
static bool one_in(int count) { return below(count) == 0; }
static float fraction(void) { return (float)below(1001) / 1000; }

/* ---- Times ---- */

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

/* A histogram of the frames' durations. Each bucket is one per cent wider than the one before it, starting at a
 * microsecond. */
typedef struct Latencies {
    atomic_long counts[BUCKETS];
} Latencies;

static Latencies minute, whole;

static void note(int64_t nanoseconds) {
    double bucket = log((double)nanoseconds / 1000) / log(1.01);
    int index = bucket < 0 ? 0 : bucket >= BUCKETS ? BUCKETS - 1 : (int)bucket;
    minute.counts[index] += 1;
    whole.counts[index] += 1;
}

/* Returns the milliseconds below which this share of all frames lies. */
static double percentile(Latencies *latencies, double share) {
    long total = 0, seen = 0;
    int index;
    for (index = 0; index < BUCKETS; index += 1) total += latencies->counts[index];
    for (index = 0; index < BUCKETS; index += 1) {
        seen += latencies->counts[index];
        if (total > 0 && (double)seen >= share * (double)total) return pow(1.01, index + 1) / 1000;
    }
    return 0;
}

/* ---- Resources of the process ---- */

typedef struct Held {
    long resident;
    int threads;
    int descriptors;
} Held;

static int entries(const char *path) {
    DIR *folder = opendir(path);
    int count = 0;
    if (folder == NULL) fail("/proc cannot be read");
    while (readdir(folder) != NULL) count += 1;
    closedir(folder);
    return count - 2;
}

static Held held(void) {
    Held result;
    long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file == NULL || fscanf(file, "%*s %ld", &pages) != 1) fail("/proc cannot be read");
    fclose(file);
    result.resident = pages * sysconf(_SC_PAGESIZE);
    result.threads = entries("/proc/self/task");
    /* The directory itself counts as one. */
    result.descriptors = entries("/proc/self/fd") - 1;
    return result;
}

/* ---- Images ---- */

static const uint8_t *hand;
static int hand_width, hand_height, hand_channels;
static uint8_t pixels[4 * LARGEST_WIDTH * LARGEST_HEIGHT];
static uint8_t converted[4 * LARGEST_WIDTH * LARGEST_HEIGHT];

static void make_size(int *width, int *height) {
    if (one_in(500)) {
        *width = LARGEST_WIDTH;
        *height = LARGEST_HEIGHT;
    } else if (one_in(20)) {
        *width = 1 + below(640);
        *height = 1 + below(480);
    } else {
        *width = 16 + below(300);
        *height = 16 + below(300);
    }
}

/* Draws a hand, noise, or nothing, as RGB. */
static void make_pixels(int width, int height) {
    int kind = below(8), x, y;
    uint8_t value = (uint8_t)below(256);
    for (y = 0; y < height; y += 1) {
        const uint8_t *row = hand + hand_channels * hand_width * (y * hand_height / height);
        for (x = 0; x < width; x += 1) {
            uint8_t *pixel = pixels + 3 * (y * width + x);
            if (kind < 5) {
                memcpy(pixel, row + hand_channels * (x * hand_width / width), 3);
            } else if (kind == 5) {
                uint64_t noise = chance();
                memcpy(pixel, &noise, 3);
            } else {
                memset(pixel, value, 3);
            }
        }
    }
}

/* Writes the pixels in one of the formats, without gaps; returns the number of bytes. */
static size_t convert(int format, int width, int height) {
    int x, y, halves = (width + 1) / 2;
    uint8_t *next = converted;
    const uint8_t *from = pixels;
    size_t count = (size_t)width * (size_t)height, index;
    switch (format) {
        case TEGATA_RGB:
        case TEGATA_BGR: memcpy(next, from, 3 * count); return 3 * count;
        case TEGATA_RGBA:
        case TEGATA_BGRA:
            for (index = 0; index < count; index += 1) {
                memcpy(next + 4 * index, from + 3 * index, 3);
                next[4 * index + 3] = 255;
            }
            return 4 * count;
        case TEGATA_YUYV:
            for (y = 0; y < height; y += 1) {
                for (x = 0; x < halves; x += 1) {
                    const uint8_t *pair = from + 3 * (y * width + 2 * x);
                    *next++ = pair[1];
                    *next++ = 128;
                    *next++ = 2 * x + 1 < width ? pair[4] : pair[1];
                    *next++ = 128;
                }
            }
            return (size_t)(next - converted);
        default:
            for (index = 0; index < count; index += 1) *next++ = from[3 * index + 1];
            if (format == TEGATA_GRAY) return count;
            memset(next, 128, (size_t)(2 * halves * ((height + 1) / 2)));
            return count + (size_t)(2 * halves * ((height + 1) / 2));
    }
}

/* ---- Objects ---- */

typedef enum Kind { SINGLE, VIDEO, TASK_SINGLE, TASK_VIDEO, TASK_STREAM, KINDS } Kind;

typedef struct Slot {
    Kind kind;
    int remaining;
    int most_hands;
    int64_t time;
    tegata_tracker *tracker;
    MpHandLandmarkerPtr task;
} Slot;

static const char *bundle;
static char *model;
static long model_size;
static Slot slots[SLOTS];
static atomic_long frames, hands, created, refused, files, streamed, told;
/* The times at which frames of streams were sent, by timestamp. */
static _Atomic int64_t sent[1 << 16];
static atomic_int stream_failures;

/* A message may be missing if memory is short. */
static void fail_with(const tegata_error *error) { fail(error == NULL ? "no memory for a message" : error->message); }

static void require(bool is_so, const char *what) {
    if (!is_so) fail(what);
}

static void tell(int32_t status, const MpHandLandmarkerResult *result, MpImagePtr image, int64_t time) {
    int64_t start = sent[time & 0xffff];
    if (status != MP_OK || MpImageGetWidth(image) <= 0) {
        stream_failures += 1;
        return;
    }
    if (start != 0) note(now() - start);
    hands += result->hand_landmarks_count;
    told += 1;
}

static void open_tracker(Slot *slot) {
    tegata_options options;
    tegata_error *error = NULL;
    tegata_options_init(&options, sizeof options);
    if (one_in(2)) {
        options.model_path = bundle;
    } else {
        options.model = model;
        options.model_size = (size_t)model_size;
    }
    options.threads = one_in(8) ? 2 : 1;
    options.max_hands = slot->most_hands;
    options.min_detection_confidence = fraction();
    options.min_presence_confidence = fraction();
    options.min_tracking_confidence = fraction();
    options.refines_stills = one_in(4);
    options.prefers_large_hands = one_in(4);
    options.detection_interval = 1 + below(10);
    options.identifies_hands = one_in(2);
    options.averages_handedness = one_in(2);
    options.smooths = one_in(2);
    options.legacy = one_in(6);
    if (tegata_tracker_create(&options, &slot->tracker, &error) != TEGATA_OK) fail_with(error);
}

static void open_task(Slot *slot) {
    static const int modes[KINDS] = {0, 0, MP_RUNNING_MODE_IMAGE, MP_RUNNING_MODE_VIDEO, MP_RUNNING_MODE_LIVE_STREAM};
    MpHandLandmarkerOptions options = {
        .base_options = {.file_descriptor = -1},
        .running_mode = modes[slot->kind],
        .num_hands = slot->most_hands,
        .min_hand_detection_confidence = fraction(),
        .min_hand_presence_confidence = fraction(),
        .min_tracking_confidence = fraction(),
        .result_callback = slot->kind == TASK_STREAM ? tell : NULL,
    };
    char *error = NULL;
    int descriptor = -1;
    switch (below(3)) {
        case 0: options.base_options.model_asset_path = bundle; break;
        case 1:
            options.base_options.model_asset_buffer = model;
            options.base_options.model_asset_buffer_count = (unsigned)model_size;
            break;
        default: descriptor = open(bundle, O_RDONLY | O_CLOEXEC); options.base_options.file_descriptor = descriptor;
    }
    if (MpHandLandmarkerCreate(&options, &slot->task, &error) != MP_OK) fail(error);
    if (descriptor >= 0) close(descriptor);
}

static void open_slot(Slot *slot, Kind kind) {
    memset(slot, 0, sizeof *slot);
    slot->kind = kind;
    slot->remaining = 1 + below(one_in(4) ? 2000 : 200);
    slot->most_hands = 1 + below(3);
    if (kind == SINGLE || kind == VIDEO)
        open_tracker(slot);
    else
        open_task(slot);
    created += 1;
}

static void close_slot(Slot *slot) {
    tegata_tracker_free(slot->tracker);
    if (slot->task != NULL) require(MpHandLandmarkerClose(slot->task, NULL) == MP_OK, "a task cannot be closed");
    slot->tracker = NULL;
    slot->task = NULL;
}

static void look_with_tracker(Slot *slot, int width, int height) {
    static const int formats[] = {TEGATA_RGB,  TEGATA_RGBA, TEGATA_BGRA, TEGATA_GRAY, TEGATA_NV12,
                                  TEGATA_NV21, TEGATA_I420, TEGATA_YUYV, TEGATA_BGR};
    tegata_image image = {.format = formats[below(9)], .width = width, .height = height};
    tegata_frame frame = {.rotation_degrees = 90 * below(4), .is_mirrored = one_in(2)};
    tegata_result *result = NULL;
    tegata_error *error = NULL;
    tegata_status status;
    int64_t start;
    image.planes[0].byte_count = convert(image.format, width, height);
    /* Copy the pixels to memory of exactly their size, so that a read beyond them can be noticed. */
    uint8_t *copy = malloc(image.planes[0].byte_count);
    if (copy == NULL) fail("not enough memory");
    memcpy(copy, converted, image.planes[0].byte_count);
    image.planes[0].bytes = copy;
    image.matrix = below(2);
    image.is_full_range = below(2);
    if (slot->kind == SINGLE && one_in(10)) {
        frame.has_region = 1;
        frame.left = 0.1f;
        frame.top = 0.2f;
        frame.right = 0.8f;
        frame.bottom = 1;
    }
    start = now();
    status = slot->kind == SINGLE ? tegata_tracker_detect(slot->tracker, &image, &frame, &result, &error)
                                  : tegata_tracker_track(slot->tracker, &image, &frame, slot->time, &result, &error);
    note(now() - start);
    if (status != TEGATA_OK) fail_with(error);
    hands += (long)result->hand_count;
    require(result->hand_count <= 2 * (size_t)slot->most_hands, "too many hands");
    tegata_result_free(result);
    if (one_in(200)) require(tegata_tracker_reset(slot->tracker, NULL) == TEGATA_OK, "a tracker cannot be reset");
    free(copy);
}

static void look_with_task(Slot *slot, int width, int height) {
    MpImageProcessingOptions options = {.rotation_degrees = 90 * below(4)};
    MpHandLandmarkerResult result = {0};
    MpImagePtr image = NULL;
    char *error = NULL;
    MpStatus status;
    int64_t start;
    int own = one_in(3) ? TEGATA_RGBA : one_in(4) ? TEGATA_GRAY : TEGATA_RGB;
    int format = own == TEGATA_RGBA   ? MP_IMAGE_FORMAT_SRGBA
                 : own == TEGATA_GRAY ? MP_IMAGE_FORMAT_GRAY8
                                      : MP_IMAGE_FORMAT_SRGB;
    int count = (int)convert(own, width, height);
    if (MpImageCreateFromUint8Data(format, width, height, converted, count, &image, &error) != MP_OK) fail(error);
    start = now();
    if (slot->kind == TASK_STREAM) {
        sent[slot->time & 0xffff] = start;
        streamed += 1;
        status = MpHandLandmarkerDetectAsync(slot->task, image, &options, slot->time, &error);
        /* Most frames come no faster than they are processed. */
        if (!one_in(4)) usleep(4000);
    } else {
        status = slot->kind == TASK_SINGLE
                     ? MpHandLandmarkerDetectImage(slot->task, image, &options, &result, &error)
                     : MpHandLandmarkerDetectForVideo(slot->task, image, &options, slot->time, &result, &error);
        note(now() - start);
    }
    if (status != MP_OK) fail(error);
    hands += result.hand_landmarks_count;
    require((int)result.hand_landmarks_count <= slot->most_hands, "too many hands");
    MpHandLandmarkerCloseResult(&result);
    MpImageFree(image);
}

/* Makes a call that must fail with a message. */
static void ask_for_too_much(Slot *slot) {
    tegata_options options;
    tegata_error *error = NULL;
    tegata_tracker *tracker = NULL;
    tegata_result *result = NULL;
    tegata_image image = {.format = TEGATA_RGB, .width = 100, .height = 100, .planes = {{converted, 29999, 0}}};
    tegata_status status;
    tegata_options_init(&options, sizeof options);
    switch (below(4)) {
        case 0:
            options.model = model;
            options.model_size = (size_t)below((int)model_size);
            status = tegata_tracker_create(&options, &tracker, &error);
            break;
        case 1:
            options.model_path = bundle;
            options.gestures = 1;
            status = tegata_tracker_create(&options, &tracker, &error);
            break;
        case 2:
            options.model_path = "/nowhere/hands.task";
            status = tegata_tracker_create(&options, &tracker, &error);
            break;
        default: status = tegata_tracker_detect(slot->tracker, &image, NULL, &result, &error);
    }
    require(
        status != TEGATA_OK && error != NULL && tracker == NULL && result == NULL, "a call that must fail succeeded");
    tegata_error_free(error);
    refused += 1;
}

static void look_at_file(const char *path) {
    MpImagePtr image = NULL;
    require(MpImageCreateFromFile(path, &image, NULL) == MP_OK, "the image cannot be read again");
    require(MpImageGetWidth(image) == hand_width, "the image has changed its size");
    MpImageFree(image);
    files += 1;
}

static void step(const char *picture) {
    Slot *slot = &slots[below(SLOTS)];
    int width, height;
    if (slot->remaining == 0) {
        close_slot(slot);
        open_slot(slot, (Kind)below(KINDS));
    }
    make_size(&width, &height);
    make_pixels(width, height);
    /* Timestamps may stand still for long or jump ahead. */
    slot->time += 1 + below(one_in(100) ? 100000 : 60);
    if (slot->kind == SINGLE || slot->kind == VIDEO)
        look_with_tracker(slot, width, height);
    else
        look_with_task(slot, width, height);
    if (one_in(200)) ask_for_too_much(slot);
    if (one_in(500)) look_at_file(picture);
    slot->remaining -= 1;
    frames += 1;
}

/* Opens one object of every kind at its largest, so that the first count is not less than the later ones. */
static void begin(void) {
    int kind;
    for (kind = 0; kind < KINDS; kind += 1) {
        open_slot(&slots[kind % SLOTS], (Kind)kind);
        make_pixels(LARGEST_WIDTH, LARGEST_HEIGHT);
        if (kind < TASK_SINGLE)
            look_with_tracker(&slots[kind % SLOTS], LARGEST_WIDTH, LARGEST_HEIGHT);
        else
            look_with_task(&slots[kind % SLOTS], LARGEST_WIDTH, LARGEST_HEIGHT);
        if (kind + SLOTS < KINDS) close_slot(&slots[kind % SLOTS]);
    }
}

static void read_model(void) {
    FILE *file = fopen(bundle, "rb");
    require(
        file != NULL && fseek(file, 0, SEEK_END) == 0 && (model_size = ftell(file)) > 0, "the bundle cannot be opened");
    rewind(file);
    model = malloc((size_t)model_size);
    require(model != NULL && fread(model, (size_t)model_size, 1, file) == 1, "the bundle cannot be read");
    fclose(file);
}

/* Counts what is left after all objects are closed, without the memory that the allocator keeps for reuse. */
static Held count_held(void) {
    int index;
    for (index = 0; index < SLOTS; index += 1) close_slot(&slots[index]);
    malloc_trim(0);
    return held();
}

static double mebibytes(long bytes) { return (double)bytes / (1 << 20); }

static void print_line(int64_t start, Held last, Held most) {
    printf(
        "%6.0f s %9ld frames  %7.2f MiB (most %.2f)  %d threads  %d descriptors  p50 %.2f p99 %.2f p99.9 %.2f ms\n",
        (double)(now() - start) / 1e9, (long)frames, mebibytes(last.resident), mebibytes(most.resident), last.threads,
        last.descriptors, percentile(&minute, 0.5), percentile(&minute, 0.99), percentile(&minute, 0.999));
    fflush(stdout);
}

int main(int count, char **arguments) {
    MpImagePtr image = NULL;
    Held first = {0}, last = {0}, most = {0};
    int64_t start = now(), next_line, every;
    struct rusage usage;
    long total;
    int index;
    if (count != 6) return 2;
    bundle = arguments[1];
    total = atol(arguments[3]);
    state = strtoull(arguments[4], NULL, 10);
    every = atol(arguments[5]) * 1000000000;
    read_model();
    if (MpImageCreateFromFile(arguments[2], &image, NULL) != MP_OK) fail("the image cannot be read");
    hand_width = MpImageGetWidth(image);
    hand_height = MpImageGetHeight(image);
    hand_channels = MpImageGetChannels(image);
    if (hand_channels < 3 || MpImageDataUint8(image, &hand, NULL) != MP_OK) fail("the image has no colours");
    begin();
    next_line = start + every;
    signal(SIGINT, interrupt);
    signal(SIGTERM, interrupt);
    while (frames < total) {
        step(arguments[2]);
        if (is_interrupted) total = frames;
        if (frames % COUNT_EVERY != 0 && frames < total) continue;
        last = count_held();
        if (first.resident == 0) first = most = last;
        if (last.resident > most.resident) most.resident = last.resident;
        if (now() >= next_line) {
            print_line(start, last, most);
            memset(&minute, 0, sizeof minute);
            next_line = now() + every;
        }
        if (frames < total)
            for (index = 0; index < SLOTS; index += 1) open_slot(&slots[index], (Kind)below(KINDS));
    }
    MpImageFree(image);
    free(model);
    getrusage(RUSAGE_SELF, &usage);
    printf(
        "%ld frames, %ld of %ld stream frames processed, %ld hands, %ld objects, %ld files, %ld refusals\n",
        (long)frames, (long)told, (long)streamed, (long)hands, (long)created, (long)files, (long)refused);
    printf(
        "%.0f s, %.0f s of processor time, at most %.2f MiB with objects open\n", (double)(now() - start) / 1e9,
        (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec), (double)usage.ru_maxrss / 1024);
    printf(
        "latency p50 %.2f p99 %.2f p99.9 %.2f ms\n", percentile(&whole, 0.5), percentile(&whole, 0.99),
        percentile(&whole, 0.999));
    printf(
        "after %d frames %.2f MiB, at the end %.2f, most %.2f; threads %d and %d, descriptors %d and %d\n", COUNT_EVERY,
        mebibytes(first.resident), mebibytes(last.resident), mebibytes(most.resident), first.threads, last.threads,
        first.descriptors, last.descriptors);
    if (frames <= COUNT_EVERY) fail("the run ended before there was anything to compare with");
    if (stream_failures > 0) fail("a stream reported a failure");
    if (most.resident > first.resident + ALLOWED_GROWTH) fail("memory grew by more than 2 MiB");
    if (last.threads > first.threads) fail("there are more threads than at the first count");
    if (last.descriptors > first.descriptors) fail("there are more descriptors than at the first count");
    puts("nothing is left behind");
    return 0;
}
