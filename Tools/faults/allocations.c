/* Opens, looks and closes while the nth request for memory fails: allocations HANDS PICTURE FIRST LAST STEP WHAT, behind
 * faults.c. A process is forked for each n, and a line says how each ended that did not end with a status. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <tegata.h>
#include <tegata_mediapipe.h>

enum { DONE = 0, TOLD = 10, UNTOLD = 11 };

static const char *bundle, *picture;
static void (*arm)(long);
static long (*seen)(void);

/* What a status means for the end of the process. */
static int judged(int status) {
    if (status == TEGATA_OK) return DONE;
    /* A bundle that cannot be mapped, and a library that cannot be loaded, are told as such. */
    int is_known = status == TEGATA_OUT_OF_MEMORY || status == TEGATA_UNREADABLE || status == MP_UNKNOWN;
    return is_known || status == TEGATA_INVALID_ARGUMENT ? TOLD : UNTOLD;
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
    return judged(status);
}

static int decode(long n) {
    MpImagePtr image = NULL;
    char *message = NULL;
    int status;
    arm(n);
    status = MpImageCreateFromFile(picture, &image, &message);
    MpErrorFree(message);
    MpImageFree(image);
    return judged(status);
}

int main(int count, char **arguments) {
    long n, last, step, told = 0, done = 0, trapped = 0, total;
    int (*act)(long);
    if (count != 7) return 2;
    bundle = arguments[1];
    picture = arguments[2];
    last = atol(arguments[4]);
    step = atol(arguments[5]);
    act = strcmp(arguments[6], "look") == 0 ? look : decode;
    *(void **)&arm = dlsym(RTLD_DEFAULT, "faults_arm");
    *(void **)&seen = dlsym(RTLD_DEFAULT, "faults_seen");
    if (arm == NULL || seen == NULL) return 2;
    /* Libraries are loaded, and what is made once is there. */
    if (act(0x7fffffffffff) != DONE) return 1;
    total = seen();
    for (n = atol(arguments[3]); n <= total && n <= last; n += step) {
        int status = 0;
        pid_t child = fork();
        if (child == 0) {
            /* What the runtime says about its end is not looked at. */
            if (freopen("/dev/null", "w", stderr) == NULL) _exit(1);
            _exit(act(n));
        }
        if (child < 0 || waitpid(child, &status, 0) != child) return 1;
        if (WIFEXITED(status) && WEXITSTATUS(status) == DONE) done += 1;
        else if (WIFEXITED(status) && WEXITSTATUS(status) == TOLD) told += 1;
        else if (WIFSIGNALED(status)) {
            trapped += 1;
            printf("%ld signal %d\n", n, WTERMSIG(status));
        } else printf("%ld status %d\n", n, WEXITSTATUS(status));
    }
    printf("total %ld told %ld done %ld trapped %ld\n", total, told, done, trapped);
    return 0;
}
