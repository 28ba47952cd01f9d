// The host side of the check for Embedded Swift: files in, files out. Usage: program MODEL INPUTS OUTPUTS
// INPUTS holds the floats of the network's inputs, one after the other; OUTPUTS gets those of its outputs, and a line
// "NAME COUNT" for each of them goes to standard output.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

// From Program.swift: runs the network and hands over each output; returns 0, or after a message something else.
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
        fprintf(stderr, "%s: cannot read it\n", path);
        exit(1);
    }
    fclose(file);
    return bytes;
}

int main(int argc, char **argv) {
    if (argc != 4) {
        fprintf(stderr, "usage: %s MODEL INPUTS OUTPUTS\n", argv[0]);
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
