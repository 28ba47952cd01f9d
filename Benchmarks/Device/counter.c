// A plugin of qemu that counts how often each run of instructions was executed. It writes lines "OFFSET INSTRUCTIONS
// TIMES" to the file named by the argument `out`. OFFSET is relative to the entry of the program. The program must have
// one thread.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if __has_include(<qemu-plugin.h>)
#include <qemu-plugin.h>
#else
// The part of the plugin interface that this file uses; distributions do not package its header.
#define QEMU_PLUGIN_EXPORT __attribute__((visibility("default")))
#define QEMU_PLUGIN_VERSION 1
typedef uint64_t qemu_plugin_id_t;
typedef struct qemu_info_t qemu_info_t;
struct qemu_plugin_tb;
enum qemu_plugin_cb_flags { QEMU_PLUGIN_CB_NO_REGS };
void qemu_plugin_register_vcpu_tb_trans_cb(
    qemu_plugin_id_t id, void (*translated)(qemu_plugin_id_t id, struct qemu_plugin_tb *block));
void qemu_plugin_register_vcpu_tb_exec_cb(
    struct qemu_plugin_tb *block, void (*executed)(unsigned processor, void *data), enum qemu_plugin_cb_flags flags,
    void *data);
void qemu_plugin_register_atexit_cb(qemu_plugin_id_t id, void (*ended)(qemu_plugin_id_t id, void *data), void *data);
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *block);
uint64_t qemu_plugin_tb_vaddr(const struct qemu_plugin_tb *block);
uint64_t qemu_plugin_entry_code(void);
#endif

QEMU_PLUGIN_EXPORT int qemu_plugin_version = QEMU_PLUGIN_VERSION;

// A run of instructions that qemu translates as one unit; qemu may translate it more than once.
struct run {
    struct run *next;
    uint64_t address, times;
    size_t instructions;
};

static struct run *runs;
static char *path;

static void executed(unsigned processor, void *data) {
    (void)processor;
    ++((struct run *)data)->times;
}

static void translated(qemu_plugin_id_t id, struct qemu_plugin_tb *block) {
    (void)id;
    struct run *run = malloc(sizeof *run);
    if (!run) abort();
    *run = (struct run){runs, qemu_plugin_tb_vaddr(block), 0, qemu_plugin_tb_n_insns(block)};
    runs = run;
    qemu_plugin_register_vcpu_tb_exec_cb(block, executed, QEMU_PLUGIN_CB_NO_REGS, run);
}

static void ended(qemu_plugin_id_t id, void *data) {
    (void)id, (void)data;
    FILE *file = fopen(path, "w");
    if (!file) {
        perror(path);
        return;
    }
    for (const struct run *run = runs; run; run = run->next)
        if (run->times)
            fprintf(
                file, "%" PRId64 " %zu %" PRIu64 "\n", (int64_t)(run->address - qemu_plugin_entry_code()),
                run->instructions, run->times);
    fclose(file);
}

QEMU_PLUGIN_EXPORT int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t *info, int count, char **arguments) {
    (void)info;
    if (count != 1 || strncmp(arguments[0], "out=", 4)) {
        fprintf(stderr, "counter: the argument is out=FILE\n");
        return 1;
    }
    path = strdup(arguments[0] + 4);
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
    qemu_plugin_register_atexit_cb(id, ended, NULL);
    return 0;
}
