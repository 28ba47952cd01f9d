#define _GNU_SOURCE
#include "CTegataSystem.h"

#include <pthread.h>
#include <stdlib.h>

// The mutexes that are to be unlocked in forked processes, and this list's own mutex, which is unlocked there as well.
struct open_mutex {
    pthread_mutex_t *mutex;
    struct open_mutex *next;
};
static struct open_mutex *open_mutexes;
static pthread_mutex_t open_mutexes_guard = PTHREAD_MUTEX_INITIALIZER;

static void hold_before_fork(void) {
    (void)pthread_mutex_lock(&open_mutexes_guard);
    for (struct open_mutex *each = open_mutexes; each != NULL; each = each->next) (void)pthread_mutex_lock(each->mutex);
}

static void open_after_fork(void) {
    for (struct open_mutex *each = open_mutexes; each != NULL; each = each->next)
        (void)pthread_mutex_unlock(each->mutex);
    (void)pthread_mutex_unlock(&open_mutexes_guard);
}

void tegata_open_in_forks(void *mutex) {
    struct open_mutex *added = malloc(sizeof *added);
    // As in Swift, the process ends if a small allocation fails.
    if (added == NULL) abort();
    added->mutex = mutex;
    (void)pthread_mutex_lock(&open_mutexes_guard);
    if (open_mutexes == NULL) (void)pthread_atfork(hold_before_fork, open_after_fork, open_after_fork);
    added->next = open_mutexes;
    open_mutexes = added;
    (void)pthread_mutex_unlock(&open_mutexes_guard);
}

static unsigned fork_count;
static pthread_once_t fork_count_once = PTHREAD_ONCE_INIT;

// The new process has no other threads yet.
static void count_fork(void) { fork_count++; }

static void count_forks(void) { (void)pthread_atfork(NULL, NULL, count_fork); }

unsigned tegata_fork_count(void) {
    (void)pthread_once(&fork_count_once, count_forks);
    return fork_count;
}
