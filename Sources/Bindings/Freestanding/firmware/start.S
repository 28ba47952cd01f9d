// Startup code of the firmware on qemu's `virt` board: stack, vectors, and memory that may be read at any alignment.
    .section .text.start, "ax"
    .global _start
_start:
    // Enable floating point and vectors.
    mov x0, #(3 << 20)
    msr cpacr_el1, x0
    isb
    adr x0, vectors
    msr vbar_el1, x0
    ldr x0, =stack_end
    mov sp, x0
    // Thread-local variables of the C library start after 16 bytes and are zeroed with the rest.
    ldr x0, =thread_area
    msr tpidr_el0, x0
    // Two blocks of a gigabyte each: devices below, memory above. Without translation, all memory would be treated as
    // device memory, which allows only aligned accesses.
    ldr x0, =0xff00
    msr mair_el1, x0
    ldr x0, =page_table
    ldr x1, =0x0060000000000401
    str x1, [x0]
    ldr x1, =0x0000000040000705
    str x1, [x0, #8]
    msr ttbr0_el1, x0
    // 39-bit addresses, 4 KiB pages, no upper half.
    ldr x1, =0x0000000000803519
    msr tcr_el1, x1
    isb
    mrs x1, sctlr_el1
    ldr x2, =0x1005
    orr x1, x1, x2
    msr sctlr_el1, x1
    isb
    bl main
    b finish

    // Ends with status 1, no matter what goes wrong.
    .balign 2048
vectors:
    .rept 16
    .balign 128
    mov w0, #1
    b finish
    .endr

// Ends the emulator with the status in w0 (semihosting).
    .global finish
finish:
    sub sp, sp, #16
    ldr x1, =0x20026
    str x1, [sp]
    sxtw x0, w0
    str x0, [sp, #8]
    mov x1, sp
    mov w0, #0x18
    hlt #0xf000
    b .

// Writes a zero-terminated text (semihosting).
    .global put
put:
    mov x1, x0
    mov w0, #0x04
    hlt #0xf000
    ret

// The bundle and the picture in read-only memory.
    .section .rodata
    .balign 64
    .global bundle, bundle_end, picture, picture_end
bundle:
    .incbin BUNDLE
bundle_end:
    .balign 64
picture:
    .incbin PICTURE
picture_end:

    .bss
    .balign 4096
page_table:
    .skip 4096
thread_area:
    .skip 256
    .balign 16
    .skip 0x40000
stack_end:
