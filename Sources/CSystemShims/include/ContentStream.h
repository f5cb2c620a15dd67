#pragma once
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

/// What a stream of fopencookie(3) calls; each returns a result, or -1 with `errno` set.
struct shim_stream_calls {
    ssize_t (*read)(void *content, char *buffer, size_t count);
    ssize_t (*write)(void *content, const char *bytes, size_t count);
    /// The new place; `whence` is SEEK_SET, SEEK_CUR or SEEK_END.
    int64_t (*seek)(void *content, int64_t offset, int whence);
    int (*close)(void *content);
};

/// fopencookie(3), whose types Glibc's overlay hides; NULL when there is no memory. `calls` must stay.
FILE *shim_open_stream(void *content, const char *mode, const struct shim_stream_calls *calls);
