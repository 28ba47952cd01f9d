/* Makes the nth memory request fail while it decodes an image, or runs a tracker or a MediaPipe landmarker on it:
 * allocations HANDS PICTURE decode|look|detect STEP, loaded after faults.c. It forks a process for every STEPth n. For
 * each process that neither reported the failure nor succeeded without the memory, it prints a line with the end of the
 * process. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <tegata.h>
#include <tegata_mediapipe.h>

enum { DONE = 0, REPORTED = 10, UNREPORTED = 11 };

static const char *bundle, *picture;
static void (*arm)(long);
static long (*seen)(void);

/* Returns the exit status of the process for a status of the library. */
static int exit_status_of(int status) {
    return status == TEGATA_OK ? DONE : status == TEGATA_OUT_OF_MEMORY ? REPORTED : UNREPORTED;
}

static int look(long n) {
    static uint8_t pixels[320 * 240 * 3];
    tegata_options options;
    tegata_tracker *tracker = NULL;
    tegata_result *result = NULL;
    tegata_error *error = NULL;
    tegata_image image = {.format = TEGATA_RGB, .width = 320, .height = 240, .planes = {{pixels, sizeof pixels, 0}}};
    int status;
    tegata_options_init(&options, sizeof options);
    options.model_path = bundle;
    options.threads = 1;
    arm(n);
    status = tegata_tracker_create(&options, &tracker, &error);
    if (status == TEGATA_OK) status = tegata_tracker_track(tracker, &image, NULL, 0, &result, &error);
    tegata_result_free(result);
    tegata_error_free(error);
    tegata_tracker_free(tracker);
    /* If a bundle cannot be mapped, the status is "unreadable" instead of "out of memory". */
    return exit_status_of(status == TEGATA_UNREADABLE ? TEGATA_OUT_OF_MEMORY : status);
}

static int decode(long n) {
    MpImagePtr image = NULL;
    char *message = NULL;
    int status;
    arm(n);
    status = MpImageCreateFromFile(picture, &image, &message);
    MpErrorFree(message);
    MpImageFree(image);
    return exit_status_of(status);
}

static int detect(long n) {
    MpHandLandmarkerOptions options = {.base_options = {.model_asset_path = bundle}, .num_hands = 2};
    MpHandLandmarkerPtr landmarker = NULL;
    MpHandLandmarkerResult result = {0};
    MpImagePtr image = NULL;
    char *message = NULL;
    int status;
    options.running_mode = MP_RUNNING_MODE_IMAGE;
    options.min_hand_detection_confidence = options.min_hand_presence_confidence = options.min_tracking_confidence =
        0.5f;
    arm(n);
    status = MpHandLandmarkerCreate(&options, &landmarker, &message);
    if (status == MP_OK) status = MpImageCreateFromFile(picture, &image, &message);
    if (status == MP_OK) status = MpHandLandmarkerDetectImage(landmarker, image, NULL, &result, &message);
    MpErrorFree(message);
    MpHandLandmarkerCloseResult(&result);
    MpImageFree(image);
    if (landmarker != NULL) MpHandLandmarkerClose(landmarker, NULL);
    return exit_status_of(status);
}

static const struct {
    const char *name;
    int (*act)(long);
} acts[] = {{"decode", decode}, {"look", look}, {"detect", detect}};

int main(int count, char **arguments) {
    long n, step, told = 0, done = 0, total;
    int (*act)(long) = NULL;
    if (count != 5 || (step = atol(arguments[4])) <= 0) return 2;
    bundle = arguments[1];
    picture = arguments[2];
    for (size_t index = 0; index < sizeof acts / sizeof acts[0]; ++index) {
        if (strcmp(acts[index].name, arguments[3]) == 0) act = acts[index].act;
    }
    if (act == NULL) return 2;
    *(void **)&arm = dlsym(RTLD_DEFAULT, "faults_arm");
    *(void **)&seen = dlsym(RTLD_DEFAULT, "faults_seen");
    if (arm == NULL || seen == NULL) return 2;
    /* Run once, so that libraries are loaded and one-time objects exist. */
    if (act(0x7fffffffffff) != DONE) return 1;
    total = seen();
    for (n = 1; n <= total; n += step) {
        int status = 0;
        pid_t child = fork();
        if (child == 0) {
            /* Hide the runtime's crash message. */
            if (freopen("/dev/null", "w", stderr) == NULL) _exit(1);
            _exit(act(n));
        }
        if (child < 0 || waitpid(child, &status, 0) != child) return 1;
        if (WIFEXITED(status) && WEXITSTATUS(status) == DONE)
            done += 1;
        else if (WIFEXITED(status) && WEXITSTATUS(status) == REPORTED)
            told += 1;
        else if (WIFSIGNALED(status))
            printf("%ld signal %d\n", n, WTERMSIG(status));
        else
            printf("%ld status %d\n", n, WEXITSTATUS(status));
    }
    printf("total %ld told %ld done %ld\n", total, told, done);
    return 0;
}
