#pragma once
/// Looks for secrets in the memory of another process. In C, because a debug build of Swift looks at
/// twenty megabytes a second and a process has a hundred.
#include <stddef.h>
#include <stdint.h>

/// How many bytes are compared at a place.
enum { scan_window = 16 };

struct scan_hit {
    uint64_t address;
    /// Which of the windows stands there.
    uint32_t window;
};

struct scan_result {
    uint64_t bytesRead, bytesRefused;
    size_t hitCount;
};

/// A process's memory, open for reading, or the negated errno.
int scan_open(int process);
void scan_close(int memory);
/// Compares every place in [start, end) with each of `count` windows of 16 bytes, one after the
/// other in `windows`, and notes up to `room` of the hits; pages that cannot be read are counted.
struct scan_result scan_range(int memory, uint64_t start, uint64_t end, const uint8_t *windows,
                              size_t count, struct scan_hit *hits, size_t room);
