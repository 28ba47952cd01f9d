// Allocates and frees pieces of one memory at random: they are aligned, inside, separate, and joined again at the end.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tegata_device.h"

enum { SIZE = 1 << 20, PIECES = 200, LARGEST = 9000 };

static char memory[SIZE];

static void expect(int holds, const char *what) {
    if (holds) return;
    printf("%s\n", what);
    exit(1);
}

int main(void) {
    tegata_device_allocator allocator = tegata_device_fixed_memory(memory + 3, SIZE - 3);
    unsigned char *pieces[PIECES] = {0};
    size_t sizes[PIECES];
    srand(1);
    for (int round = 0; round < 200000; ++round) {
        int index = rand() % PIECES;
        if (pieces[index]) {
            for (size_t at = 0; at < sizes[index]; ++at) {
                expect(pieces[index][at] == (unsigned char)index, "pieces overlap");
            }
            allocator.release(allocator.context, pieces[index]);
            pieces[index] = 0;
            continue;
        }
        size_t alignment = (size_t)1 << rand() % 13;
        sizes[index] = (size_t)(rand() % LARGEST);
        pieces[index] = allocator.allocate(allocator.context, sizes[index], alignment);
        if (!pieces[index]) continue;
        expect((uintptr_t)pieces[index] % alignment == 0, "a piece is not aligned");
        expect((char *)pieces[index] >= memory, "a piece lies before the memory");
        expect((char *)pieces[index] + sizes[index] <= memory + SIZE, "a piece lies after the memory");
        memset(pieces[index], index, sizes[index]);
    }
    for (int index = 0; index < PIECES; ++index) {
        if (pieces[index]) allocator.release(allocator.context, pieces[index]);
    }
    expect(allocator.allocate(allocator.context, SIZE - 4096, 64) != 0, "free pieces are not joined again");
    expect(allocator.allocate(allocator.context, SIZE, 64) == 0, "more memory is allocated than exists");
    return 0;
}
