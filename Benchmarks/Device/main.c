// The program whose instructions Benchmarks/device counts. Usage: program BUNDLE PICTURE ROUNDS PRECISION
// pictures|video
// PICTURE is a binary PPM; with "video", every frame shows it. The numbers of each hand go to standard output, one line
// per hand, with full precision.
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// From Program.swift: detects hands and passes on the numbers of each. Returns 0, or prints a message and returns
// another status.
int32_t tegata_detect_hands(
    const void *bundle, intptr_t bundle_size, const char *precision, const void *pixels, intptr_t width,
    intptr_t height, intptr_t rounds, bool is_video, void (*output)(const float *numbers, intptr_t count),
    void (*message)(const char *text));

static void print_hand(const float *numbers, intptr_t count) {
    for (intptr_t index = 0; index < count; ++index) printf("%s%a", index ? " " : "", numbers[index]);
    printf("\n");
}

static void print_message(const char *text) { fprintf(stderr, "%s\n", text); }

static FILE *open_file(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file) {
        perror(path);
        exit(1);
    }
    return file;
}

static void *read_bytes(FILE *file, const char *path, size_t count) {
    void *bytes = malloc(count + 1);
    if (!bytes || fread(bytes, 1, count, file) != count) {
        fprintf(stderr, "%s: cannot read %zu bytes\n", path, count);
        exit(1);
    }
    fclose(file);
    return bytes;
}

int main(int argc, char **argv) {
    if (argc != 6) {
        fprintf(stderr, "usage: %s BUNDLE PICTURE ROUNDS PRECISION pictures|video\n", argv[0]);
        return 2;
    }
    FILE *file = open_file(argv[1]);
    long bundle_size;
    if (fseek(file, 0, SEEK_END) || (bundle_size = ftell(file)) < 0 || fseek(file, 0, SEEK_SET)) {
        perror(argv[1]);
        return 1;
    }
    void *bundle = read_bytes(file, argv[1], (size_t)bundle_size);

    file = open_file(argv[2]);
    long width, height;
    if (fscanf(file, "P6 %5ld %5ld 255", &width, &height) != 2 || fgetc(file) == EOF || width < 1 || height < 1) {
        fprintf(stderr, "%s is not a binary PPM with 8 bits per channel\n", argv[2]);
        return 1;
    }
    void *pixels = read_bytes(file, argv[2], 3 * (size_t)width * (size_t)height);
    return tegata_detect_hands(
        bundle, bundle_size, argv[4], pixels, width, height, strtol(argv[3], NULL, 10), !strcmp(argv[5], "video"),
        print_hand, print_message);
}
