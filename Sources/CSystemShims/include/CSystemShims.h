#pragma once
/// What Swift cannot reach through Glibc's overlay: variadic calls, calls newer than the overlay's
/// module map, and macros that are not plain numbers. Each function makes exactly one system call
/// and returns its result or, on failure, the negated errno, so no caller reads `errno` across a
/// Swift runtime call.
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include "ChildProcess.h"
#include "ContentStream.h"
#include "MessageBus.h"
#include "Mounting.h"
#include "ProcessGroup.h"

/// openat(2); retried on EINTR.
int shim_openat(int directory, const char *path, int flags, unsigned mode);
/// renameat2(2): `rule` 0 replaces, 1 is RENAME_NOREPLACE, 2 RENAME_EXCHANGE.
int shim_renameat(int fromDirectory, const char *from, int toDirectory, const char *to, int rule);
/// openat(2) with O_TMPFILE: a new file, readable and writable by its owner, that has no name yet.
int shim_open_nameless(int directory);
/// linkat(2) of an open file, by way of /proc/self/fd.
int shim_link_open(int descriptor, int directory, const char *name);
/// fallocate(2) with FALLOC_FL_PUNCH_HOLE: takes a part out of a file, which keeps its size; offset
/// and length are whole blocks. Retried on EINTR.
int shim_punch_hole(int descriptor, int64_t offset, int64_t length);
/// syncfs(2); retried on EINTR.
int shim_syncfs(int descriptor);
/// fcntl(2) F_OFD_SETLK on one byte: 0 unlock, 1 shared, 2 exclusive. Never waits.
int shim_lock_byte(int descriptor, int64_t offset, int kind);
/// fcntl(2) F_OFD_GETLK on one byte: 1 when another description holds it, and takes nothing.
int shim_is_byte_locked(int descriptor, int64_t offset);

/// What fstat(2) and fstatat(2) tell, in fixed widths.
struct shim_status {
    uint64_t device, inode, links, size;
    int64_t modifiedSeconds, modifiedNanoseconds, accessedSeconds, accessedNanoseconds;
    uint32_t mode, owner, group;
};
int shim_fstat(int descriptor, struct shim_status *status);
/// fstatat(2) with AT_SYMLINK_NOFOLLOW.
int shim_fstatat(int directory, const char *name, struct shim_status *status);
/// futimens(2): sets the modification time and leaves the access time.
int shim_set_modified(int descriptor, int64_t seconds, int64_t nanoseconds);
/// readlinkat(2).
ssize_t shim_read_link(int directory, const char *name, void *target, size_t room);
/// utimensat(2) of access and modification time, each seconds and nanoseconds; of the descriptor itself
/// without a name, and never through a symbolic link.
int shim_set_times(int descriptor, const char *name, const int64_t times[4]);
/// The value of an extended attribute, or the list of all when `attribute` is NULL, of an open file or of
/// a name in an open folder, by way of /proc/self/fd; never through a symbolic link.
ssize_t shim_get_attribute(int descriptor, const char *name, const char *attribute, void *value,
                           size_t room);
/// fsetxattr(2).
int shim_set_attribute(int descriptor, const char *attribute, const void *value, size_t count);

/// A directory stream over a duplicate of `directory`; NULL and *error on failure.
void *shim_opendir(int directory, int *error);
/// The next entry's name, or NULL at the end or on failure (*error is then not 0).
const char *shim_readdir(void *stream, int *error);
void shim_closedir(void *stream);

/// Excludes [address, address + length) from core dumps and gives forked children zeros.
int shim_hide_from_dumps_and_forks(void *address, size_t length);
/// prctl(2) PR_SET_DUMPABLE 0: no core dumps and no ptrace by the same user, until the next execve; and
/// no backtrace by the Swift runtime, which prints memory.
int shim_hide_process(void);
/// prctl(2): no core dumps, no ptrace by the same user, no new privileges.
int shim_harden_process(void);
/// RLIMIT_CORE to 0.
int shim_forbid_core_dumps(void);
/// Raises RLIMIT_NOFILE to `wanted`, as far as it may be, and counts what is left of it.
int64_t shim_descriptors_left(int64_t wanted);

/// CLOCK_BOOTTIME in nanoseconds: counts while the machine is suspended.
int64_t shim_boot_nanoseconds(void);
/// CLOCK_REALTIME.
int shim_wall_time(int64_t *seconds, int64_t *nanoseconds);

/// A timer on CLOCK_BOOTTIME that becomes readable when it fires.
int shim_boot_timer(void);
/// Arms the timer to fire at `nanoseconds` on the boot clock; a negative value disarms it.
int shim_boot_timer_arm(int descriptor, int64_t nanoseconds);

/// eventfd(2), close-on-exec and non-blocking: a counter that wakes a poll.
int shim_wake_up(void);
/// Blocks SIGTERM, SIGINT and SIGHUP in the calling thread and gives a signalfd(2) for them.
int shim_termination_signals(void);

/// An inotify(7) queue, close-on-exec and non-blocking, of names that are moved into, out of or within
/// an open directory, or removed from it.
int shim_watch(int directory);

/// SO_PEERCRED of a connected Unix socket.
int shim_peer_credentials(int socket, int32_t *process, uint32_t *user);
/// A bound and listening Unix stream socket, close-on-exec and non-blocking.
int shim_listen(const char *path, int backlog);
/// A connected Unix stream socket, close-on-exec and blocking; the connect, and each wait of a send for
/// room, end with EAGAIN after so many milliseconds, 0 for never.
int shim_connect(const char *path, int64_t milliseconds);
/// The same at a numeric IPv4 or IPv6 address, EINVAL for any other; port 0 takes a free one.
int shim_listen_internet(const char *host, uint16_t port, int backlog);
/// The same to a numeric IPv4 or IPv6 address, EINVAL for any other.
int shim_connect_internet(const char *host, uint16_t port, int64_t milliseconds);
/// The port of a bound socket, in the host's order.
int shim_socket_port(int socket);
/// accept4(2), close-on-exec and non-blocking.
int shim_accept(int socket);
/// send(2) with MSG_NOSIGNAL.
ssize_t shim_send(int socket, const void *bytes, size_t count);
ssize_t shim_recv(int socket, void *bytes, size_t count);
/// sendto(2) of one datagram to a Unix socket; a name that begins with '@' is an abstract one.
int shim_notify(const char *address, const void *message, size_t count);
/// sched_yield(2).
void shim_yield(void);

/// Zeros in every vector register that a call may change anyway: where memcpy and ciphers leave
/// secrets, which the dynamic linker saves on the stack when a function is called for the first time.
void shim_clear_vector_registers(void);
