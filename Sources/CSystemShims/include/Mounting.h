#pragma once
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// Opens the kernel's end of file systems that programs serve, /dev/fuse (fuse(4)).
int shim_open_mount_device(void);
/// mount(2) of a new file system, never with set-user-ID programs or devices; `readOnly` when not zero.
int shim_mount(const char *source, const char *target, const char *type, const char *options,
               int readOnly);
/// umount2(2), never through a symbolic link; with MNT_DETACH when `detach` is not zero.
int shim_unmount(const char *target, int detach);
/// read(2); a signal ends it.
ssize_t shim_device_read(int descriptor, void *bytes, size_t count);
/// writev(2) of two parts, of which the second may be empty; retried on EINTR.
ssize_t shim_device_write(int descriptor, const void *head, size_t headCount, const void *rest,
                          size_t restCount);
/// Memory of its own pages, zeroed, and kept out of core dumps and forked children; NULL on failure.
void *shim_map_pages(size_t count);
void shim_unmap_pages(void *pages, size_t count);
/// explicit_bzero(3).
void shim_wipe(void *bytes, size_t count);
/// A connected pair of Unix stream sockets, close-on-exec.
int shim_socket_pair(int descriptors[2]);
/// The one descriptor that comes over a Unix socket (SCM_RIGHTS), close-on-exec; -ENOMSG when the
/// other end closes without one.
int shim_receive_descriptor(int socket);
/// Lets the calling thread be interrupted: it may have inherited that every signal is blocked. Takes a
/// real-time signal that nobody uses, at the first call.
void shim_allow_interruption(void);
/// Ends a system call that `thread` waits in: it answers EINTR.
int shim_interrupt_thread(pthread_t thread);
/// O_PATH|O_DIRECTORY of a path, through symbolic links.
int shim_open_folder(const char *path);
