#pragma once
#include <stdint.h>
#include <sys/types.h>

/// A program in a process group of its own, and our ends of its pipes, which close on exec.
struct shim_group {
    /// The process id, which is the group's, too, until shim_end_group.
    int32_t process;
    /// Its standard input, to be written without blocking.
    int input;
    /// Its standard output, to be read without blocking.
    int output;
    /// Ends when the program runs; before that, an errno (int) if it could not.
    int start;
    /// Readable once the process has ended (pidfd_open(2)).
    int end;
};

/// Starts the first of `paths` that can be executed; standard error is ours. `address_space` is
/// RLIMIT_AS in bytes, or 0. Returns at once, or the negated errno.
int shim_start_group(const char *const paths[], char *const arguments[], char *const environment[],
                     uint64_t address_space, struct shim_group *group);
/// kill(2) of a whole group.
void shim_signal_group(int32_t process, int number);
/// Kills what is left of the group and waits for the process; its status as shim_wait has it.
int32_t shim_end_group(int32_t process);
/// read(2) and write(2) without SIGPIPE; a count or the negated errno.
ssize_t shim_read_pipe(int descriptor, void *bytes, size_t count);
ssize_t shim_write_pipe(int descriptor, const void *bytes, size_t count);
