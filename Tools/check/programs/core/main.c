// The C side of the core's checks as Embedded Swift.
//
//     program MODEL INPUTS OUTPUTS    runs a network
//     program float16|int8            compares kernels with naive evaluation; the exit status is 3 if the
//                                     processor supports none of them
//
// INPUTS contains the floats of the network's inputs, one after the other. The program writes the floats of its outputs
// to OUTPUTS, and a line "NAME COUNT" for each output to standard output.
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// From Kernels.swift: passes on each failure; returns how many results were compared, or 0 without such kernels.
intptr_t tegata_check_kernels(bool are_of_bytes, void (*failure)(const char *text));

// From Network.swift: runs the network and passes on each output; returns 0, or another value after a message.
int32_t tegata_run_network(
    const void *model, intptr_t model_size, const float *inputs, intptr_t input_count,
    void (*output)(const char *name, const float *values, intptr_t count), void (*message)(const char *text));

static FILE *output_file;

static void write_output(const char *name, const float *values, intptr_t count) {
    if (fwrite(values, sizeof *values, (size_t)count, output_file) != (size_t)count) {
        perror("cannot write the outputs");
        exit(1);
    }
    printf("%s %td\n", name, count);
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
        fprintf(stderr, "%s: cannot be read\n", path);
        exit(1);
    }
    fclose(file);
    return bytes;
}

static int failures;

static void print_failure(const char *text) {
    if (++failures <= 20) fprintf(stderr, "%s\n", text);
}

static int check_kernels(bool are_of_bytes) {
    intptr_t comparisons = tegata_check_kernels(are_of_bytes, print_failure);
    if (comparisons == 0) return 3;
    printf("%td results, %d wrong\n", comparisons, failures);
    return failures != 0;
}

int main(int argc, char **argv) {
    if (argc == 2 && !strcmp(argv[1], "float16")) return check_kernels(false);
    if (argc == 2 && !strcmp(argv[1], "int8")) return check_kernels(true);
    if (argc != 4) {
        fprintf(stderr, "usage: %s MODEL INPUTS OUTPUTS, or %s float16|int8\n", argv[0], argv[0]);
        return 2;
    }
    long model_size, input_size;
    void *model = read_file(argv[1], &model_size);
    float *inputs = read_file(argv[2], &input_size);
    output_file = fopen(argv[3], "wb");
    if (!output_file) {
        perror(argv[3]);
        return 1;
    }
    int32_t status =
        tegata_run_network(model, model_size, inputs, input_size / (long)sizeof *inputs, write_output, print_message);
    return fclose(output_file) ? 1 : status;
}
