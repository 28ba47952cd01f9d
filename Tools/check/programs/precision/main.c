// Compares half with single precision on the processor it runs on. Usage: program BUNDLE stills|video|threads
// Images, or frames 40 ms apart, come from standard input as binary PPMs that follow each other. The program writes
// lines to standard output: a label, and its numbers; the line "picture" ends the results of an image. The exit status
// is 3 if the processor has no half-precision arithmetic.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// From Program.swift.
int32_t tegata_load_precisions(
    const void *bundle, intptr_t size, void (*record)(const char *label, const float *numbers, intptr_t count),
    void (*message)(const char *text));
int32_t tegata_compare_precisions(
    int32_t question, const void *pixels, intptr_t width, intptr_t height, intptr_t milliseconds,
    void (*message)(const char *text));

static const char *const questions[] = {"stills", "video", "threads"};

static void print_record(const char *label, const float *numbers, intptr_t count) {
    printf("%s", label);
    for (intptr_t index = 0; index < count; ++index) printf(" %.9g", numbers[index]);
    printf("\n");
}

static void print_message(const char *text) { fprintf(stderr, "%s\n", text); }

static void *read_file(const char *path, long *size) {
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END) || (*size = ftell(file)) < 0 || fseek(file, 0, SEEK_SET)) {
        perror(path);
        exit(1);
    }
    void *bytes = malloc((size_t)*size + 1);
    if (!bytes || fread(bytes, 1, (size_t)*size, file) != (size_t)*size) {
        fprintf(stderr, "%s: cannot read %ld bytes\n", path, *size);
        exit(1);
    }
    fclose(file);
    return bytes;
}

int main(int argc, char **argv) {
    int32_t question = 0;
    while (argc == 3 && question < 3 && strcmp(argv[2], questions[question])) ++question;
    if (argc != 3 || question == 3) {
        fprintf(stderr, "usage: %s BUNDLE stills|video|threads\n", argv[0]);
        return 2;
    }
    long size;
    void *bundle = read_file(argv[1], &size);
    int32_t status = tegata_load_precisions(bundle, size, print_record, print_message);
    long width, height;
    for (long frame = 0; !status && scanf(" P6 %5ld %5ld 255", &width, &height) == 2; ++frame) {
        size_t count = 3 * (size_t)width * (size_t)height;
        void *pixels = malloc(count + 1);
        if (getchar() == EOF || width < 1 || height < 1 || !pixels || fread(pixels, 1, count, stdin) != count) {
            fprintf(stderr, "picture %ld is not a binary PPM with 8 bits per channel\n", frame);
            return 1;
        }
        status = tegata_compare_precisions(question, pixels, width, height, 40 * frame, print_message);
        printf("picture\n");
        fflush(stdout);
        free(pixels);
    }
    return status;
}
