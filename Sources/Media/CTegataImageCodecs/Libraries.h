// Loads the libraries when an image first needs them, so that programs without images do not require them.

#pragma once

#include "CTegataImageCodecs.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

#define TEGATA_MEMBER(function) __typeof__(function) *function;

#ifdef TEGATA_LINKED_LIBRARIES
// Functions that are not called are not linked.
#define TEGATA_ENTRY(function) function,
#define TEGATA_LIBRARY(NAME, FUNCTIONS)                    \
    static const struct {                                  \
        FUNCTIONS(TEGATA_MEMBER)                           \
    } library = {FUNCTIONS(TEGATA_ENTRY)};                 \
    static bool is_loaded(tegata_codec_failure *failure) { \
        (void)failure;                                     \
        return true;                                       \
    }
#else
// Defines `library` with the functions in FUNCTIONS as members, and `is_loaded(failure)`, which loads them from the
// library NAME and sets a message on failure.
#define TEGATA_NAME(function) #function,
#define TEGATA_LIBRARY(NAME, FUNCTIONS)                                                             \
    static union {                                                                                  \
        struct {                                                                                    \
            FUNCTIONS(TEGATA_MEMBER)                                                                \
        };                                                                                          \
        void *addresses[sizeof(struct {FUNCTIONS(TEGATA_MEMBER)}) / sizeof(void *)];                \
    } library;                                                                                      \
    static char loading_failure[TEGATA_CODEC_MESSAGE_SIZE];                                         \
    static void load_library(void) {                                                                \
        static const char *const names[] = {FUNCTIONS(TEGATA_NAME)};                                \
        void *handle = dlopen(NAME, RTLD_NOW | RTLD_LOCAL);                                         \
        for (size_t index = 0; handle != NULL && index < sizeof names / sizeof names[0]; index++) { \
            library.addresses[index] = dlsym(handle, names[index]);                                 \
            if (library.addresses[index] == NULL) handle = NULL;                                    \
        }                                                                                           \
        if (handle == NULL) snprintf(loading_failure, sizeof loading_failure, "%s", dlerror());     \
    }                                                                                               \
    static bool is_loaded(tegata_codec_failure *failure) {                                          \
        static pthread_once_t once = PTHREAD_ONCE_INIT;                                             \
        pthread_once(&once, load_library);                                                          \
        if (loading_failure[0] == 0) return true;                                                   \
        failure->library_missing = true;                                                            \
        snprintf(failure->message, sizeof failure->message, "%s", loading_failure);                 \
        return false;                                                                               \
    }
#endif
