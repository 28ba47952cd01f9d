/* Forks processes while the library is in use; they create their own trackers: forks HANDS. */
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#include "expectations.h"

enum { FORK_COUNT = 400, FRAME_COUNT = 40, MOST_SECONDS = 60 };

static tegata_options options;
static tegata_image image;

static tegata_tracker *make(void) {
    tegata_tracker *tracker = NULL;
    TEGATA(0, NULL, tegata_tracker_create(&options, &tracker, &error));
    return tracker;
}

static void *use(void *tracker) {
    int frame;
    for (frame = 0; frame < FRAME_COUNT; frame += 1) {
        tegata_result *result = NULL;
        TEGATA(0, NULL, tegata_tracker_detect(tracker, &image, NULL, &result, &error));
        tegata_result_free(result);
    }
    return NULL;
}

/* Runs in a forked process: it ends well, or by a signal if it hangs. */
static void check(void (*work)(void)) {
    int status = 0;
    pid_t child = fork();
    if (child == 0) {
        failures = 0;
        alarm(MOST_SECONDS);
        work();
        _exit(failures != 0);
    }
    CHECK(child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

static void use_from_two_threads(void) {
    tegata_tracker *tracker = make();
    pthread_t other;
    CHECK(pthread_create(&other, NULL, use, tracker) == 0);
    use(tracker);
    pthread_join(other, NULL);
    tegata_tracker_free(tracker);
}

static void look_up(void) {
    tegata_tracker_free(NULL);
    MpImageFree(NULL);
}

static atomic_int is_over;

static void *keep_looking_up(void *unused) {
    (void)unused;
    while (!is_over) look_up();
    return NULL;
}

int main(int count, char **arguments) {
    static uint8_t pixels[64 * 64 * 3];
    pthread_t other;
    int index;
    if (count != 2) return 2;
    tegata_options_init(&options, sizeof options);
    options.model_path = arguments[1];
    options.threads = 1;
    image.format = TEGATA_RGB;
    image.width = image.height = 64;
    image.planes[0].bytes = pixels;
    image.planes[0].byte_count = sizeof pixels;
    /* The other process does not use the name of the first thread in this process. */
    tegata_tracker_free(make());
    check(use_from_two_threads);
    look_up();
    CHECK(pthread_create(&other, NULL, keep_looking_up, NULL) == 0);
    for (index = 0; index < FORK_COUNT && failures == 0; index += 1) check(look_up);
    is_over = 1;
    pthread_join(other, NULL);
    if (failures == 0) puts("all well");
    return failures != 0;
}
