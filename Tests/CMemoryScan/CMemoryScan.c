#define _GNU_SOURCE
#include "CMemoryScan.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { page = 4096, block = 256 * page, startBits = 20 };

int scan_open(int process) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/mem", process);
    int memory = open(path, O_RDONLY | O_CLOEXEC);
    return memory < 0 ? -errno : memory;
}

void scan_close(int memory) { close(memory); }

/// Where the first four bytes of a window stand in the table of all windows' beginnings.
static uint32_t start_of(const uint8_t *bytes) {
    uint32_t value;
    memcpy(&value, bytes, sizeof value);
    return value * 2654435761u >> (32 - startBits);
}

static void compare(const uint8_t *bytes, uint64_t address, const uint8_t *windows, size_t count,
                    struct scan_hit *hits, size_t room, struct scan_result *result) {
    for (size_t window = 0; window < count; window++) {
        if (memcmp(bytes, windows + window * scan_window, scan_window) != 0)
            continue;
        if (result->hitCount < room)
            hits[result->hitCount] = (struct scan_hit){address, (uint32_t)window};
        result->hitCount++;
    }
}

/// The buffer holds `kept` bytes of the block before, then `count` bytes from `address` on.
static void search(const uint8_t *buffer, size_t size, uint64_t address, const uint8_t *windows,
                   size_t count, const uint8_t *known, struct scan_hit *hits, size_t room,
                   struct scan_result *result) {
    if (size < scan_window)
        return;
    for (size_t place = 0; place <= size - scan_window; place++) {
        // Pages of zeros are most of a process, and no secret is zeros.
        if (place % page == 0 && place + page <= size && buffer[place] == 0 &&
            memcmp(buffer + place, buffer + place + 1, page - 1) == 0) {
            place += page - scan_window;
            continue;
        }
        if (known[start_of(buffer + place)])
            compare(buffer + place, address + place, windows, count, hits, room, result);
    }
}

struct scan_result scan_range(int memory, uint64_t start, uint64_t end, const uint8_t *windows,
                              size_t count, struct scan_hit *hits, size_t room) {
    struct scan_result result = {0, 0, 0};
    uint8_t *known = calloc(1 << startBits, 1);
    uint8_t *buffer = malloc(block + scan_window);
    for (size_t window = 0; window < count; window++)
        known[start_of(windows + window * scan_window)] = 1;
    size_t kept = 0;
    for (uint64_t address = start; address < end;) {
        size_t wanted = end - address < block ? (size_t)(end - address) : block;
        ssize_t got = pread(memory, buffer + kept, wanted, (off_t)address);
        if (got <= 0) {
            result.bytesRefused += page;
            address += page;
            kept = 0;
            continue;
        }
        result.bytesRead += (uint64_t)got;
        size_t size = kept + (size_t)got;
        search(buffer, size, address - kept, windows, count, known, hits, room, &result);
        address += (uint64_t)got;
        // A secret may lie across two blocks; a whole window is not kept, or it would count twice.
        kept = size < scan_window - 1 ? size : scan_window - 1;
        memmove(buffer, buffer + size - kept, kept);
    }
    free(buffer);
    free(known);
    return result;
}
