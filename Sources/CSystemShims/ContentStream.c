#define _GNU_SOURCE
#include "ContentStream.h"
#include <stdlib.h>

struct cookie {
    void *content;
    const struct shim_stream_calls *calls;
};

static ssize_t read_cookie(void *cookie, char *buffer, size_t count) {
    struct cookie *stream = cookie;
    return stream->calls->read(stream->content, buffer, count);
}

static ssize_t write_cookie(void *cookie, const char *bytes, size_t count) {
    struct cookie *stream = cookie;
    ssize_t written = stream->calls->write(stream->content, bytes, count);
    // Here 0 says that it failed.
    return written < 0 ? 0 : written;
}

static int seek_cookie(void *cookie, off64_t *offset, int whence) {
    struct cookie *stream = cookie;
    int64_t place = stream->calls->seek(stream->content, *offset, whence);
    if (place < 0)
        return -1;
    *offset = place;
    return 0;
}

static int close_cookie(void *cookie) {
    struct cookie *stream = cookie;
    int result = stream->calls->close(stream->content);
    free(stream);
    return result;
}

FILE *shim_open_stream(void *content, const char *mode, const struct shim_stream_calls *calls) {
    struct cookie *cookie = malloc(sizeof *cookie);
    if (!cookie)
        return NULL;
    *cookie = (struct cookie){content, calls};
    FILE *stream = fopencookie(
        cookie, mode,
        (cookie_io_functions_t){read_cookie, write_cookie, seek_cookie, close_cookie});
    if (!stream)
        free(cookie);
    return stream;
}
