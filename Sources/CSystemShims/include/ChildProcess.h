#pragma once
#include <stdint.h>
#include <sys/types.h>

/// posix_spawn(3) of `path` found by PATH, with `input` and `output` as its standard input and
/// output and error (-1 leaves one as it is); `detached` starts a new session. Returns the process
/// id or the negated errno.
int32_t shim_spawn(const char *path, char *const arguments[], char *const environment[], int input,
                   int output, int detached);
/// waitpid(2); the exit status, 128 + signal, or the negated errno.
int32_t shim_wait(int32_t process);
/// pipe2(2) with close-on-exec.
int shim_pipe(int descriptors[2]);
/// Ends echo on a terminal and puts the old settings into `saved` (at least 128 bytes).
int shim_echo_off(int terminal, void *saved, size_t room);
/// Puts back what shim_echo_off saved.
int shim_echo_restore(int terminal, const void *saved);
/// TIOCGWINSZ columns, or 0.
int shim_terminal_columns(int terminal);
/// Opens a host file for writing without truncating it: pipes and devices too.
int shim_open_sink(const char *path);
/// Opens a host file for reading: pipes and devices too.
int shim_open_source(const char *path);
/// Puts /dev/null in the place of the three standard streams.
int shim_detach_streams(void);
/// SIGPIPE becomes EPIPE.
void shim_ignore_broken_pipes(void);
