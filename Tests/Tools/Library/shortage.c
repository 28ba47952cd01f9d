/* Lets processes run out of memory at all places, and checks that the library reports it: shortage HANDS. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <tegata.h>
#include <tegata_mediapipe.h>

static const char *model;

/* Returns the bytes of address space that the process uses. */
static unsigned long size(void) {
    unsigned long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file == NULL || fscanf(file, "%lu", &pages) != 1) exit(1);
    fclose(file);
    return pages * (unsigned long)sysconf(_SC_PAGESIZE);
}

static int use(void) {
    static uint8_t pixels[640 * 480 * 3];
    tegata_options options;
    tegata_tracker *tracker = NULL;
    tegata_result *result = NULL;
    tegata_error *error = NULL;
    MpImagePtr image = NULL;
    tegata_image view = {.format = TEGATA_RGB, .width = 640, .height = 480};
    int status;
    view.planes[0].bytes = pixels;
    view.planes[0].byte_count = sizeof pixels;
    /* There may not even be memory for a message. */
    status = MpImageCreateFromUint8Data(1, 640, 480, pixels, sizeof pixels, &image, NULL);
    if (status != MP_OK && status != MP_RESOURCE_EXHAUSTED) return 2;
    MpImageFree(image);
    tegata_options_init(&options, sizeof options);
    options.model_path = model;
    /* More threads than most machines run, because each thread needs memory. */
    options.threads = 8;
    status = tegata_tracker_create(&options, &tracker, &error);
    if (status == TEGATA_OUT_OF_MEMORY) return error != NULL && strstr(error->message, "memory") != NULL ? 10 : 3;
    /* Not even the file can be mapped. */
    if (status == TEGATA_UNREADABLE) return 10;
    if (status != TEGATA_OK) return 4;
    status = tegata_tracker_detect(tracker, &view, NULL, &result, &error);
    if (status != TEGATA_OK && status != TEGATA_OUT_OF_MEMORY) return 5;
    tegata_result_free(result);
    tegata_tracker_free(tracker);
    return 0;
}

int main(int count, char **arguments) {
    int megabytes, told = 0, done = 0;
    if (count != 2) return 2;
    model = arguments[1];
    for (megabytes = 1; megabytes < 200; megabytes += 3) {
        int status = 0;
        pid_t child = fork();
        if (child == 0) {
            struct rlimit limit;
            limit.rlim_cur = limit.rlim_max = size() + ((unsigned long)megabytes << 20);
            if (setrlimit(RLIMIT_AS, &limit) != 0) _exit(1);
            _exit(use());
        }
        if (child < 0 || waitpid(child, &status, 0) != child) return 1;
        if (!WIFEXITED(status) || (WEXITSTATUS(status) != 0 && WEXITSTATUS(status) != 10)) {
            fprintf(stderr, "with %d MiB more: status %x\n", megabytes, (unsigned)status);
            return 1;
        }
        if (WEXITSTATUS(status) == 10)
            told += 1;
        else
            done += 1;
    }
    if (told < 5 || done < 5) {
        fprintf(stderr, "%d were told, %d had enough\n", told, done);
        return 1;
    }
    puts("all said");
    return 0;
}
