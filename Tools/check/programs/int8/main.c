// Checks the 8-bit kernels on the processor it runs on. The exit status is 0 if all results are right, 1 if one is
// wrong, and 3 where the processor multiplies no bytes.
#include <stdint.h>
#include <stdio.h>

// From Program.swift: hands over what is wrong; returns how many results were compared, none without such products.
intptr_t tegata_check_int8(void (*failure)(const char *text));

static int failures;

static void print_failure(const char *text) {
    if (++failures <= 20) fprintf(stderr, "%s\n", text);
}

int main(void) {
    intptr_t comparisons = tegata_check_int8(print_failure);
    if (comparisons == 0) return 3;
    printf("%td results, %d wrong\n", comparisons, failures);
    return failures != 0;
}
