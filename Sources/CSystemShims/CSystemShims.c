#define _GNU_SOURCE
#include "CSystemShims.h"
#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <sys/xattr.h>
#endif

#define RETRY(call)                                                                                \
    ({                                                                                             \
        __typeof__(call) retried;                                                                   \
        do {                                                                                       \
            retried = (call);                                                                      \
        } while (retried < 0 && errno == EINTR);                                                   \
        retried < 0 ? (__typeof__(retried))-errno : retried;                                         \
    })

int shim_openat(int directory, const char *path, int flags, unsigned mode) {
    return RETRY(openat(directory, path, flags | O_CLOEXEC, (mode_t)mode));
}

int shim_renameat(int fromDirectory, const char *from, int toDirectory, const char *to, int rule) {
#ifdef __linux__
    unsigned flags = rule == 0 ? 0 : rule == 1 ? RENAME_NOREPLACE : RENAME_EXCHANGE;
    return RETRY(renameat2(fromDirectory, from, toDirectory, to, flags));
#else
    if (rule != 0)
        return RETRY(renameatx_np(fromDirectory, from, toDirectory, to,
                                  rule == 1 ? RENAME_EXCL : RENAME_SWAP));
    return RETRY(renameat(fromDirectory, from, toDirectory, to));
#endif
}

int shim_open_nameless(int directory) {
#ifdef __linux__
    return RETRY(openat(directory, ".", O_TMPFILE | O_RDWR | O_CLOEXEC, (mode_t)0600));
#else
    (void)directory;
    return -ENOTSUP;
#endif
}

int shim_link_open(int descriptor, int directory, const char *name) {
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
    return RETRY(linkat(AT_FDCWD, path, directory, name, AT_SYMLINK_FOLLOW));
}

int shim_punch_hole(int descriptor, int64_t offset, int64_t length) {
#ifdef __linux__
    return RETRY(fallocate(descriptor, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, offset, length));
#else
    struct fpunchhole hole = {.fp_offset = offset, .fp_length = length};
    return RETRY(fcntl(descriptor, F_PUNCHHOLE, &hole));
#endif
}

int shim_syncfs(int descriptor) {
#ifdef __linux__
    return RETRY(syncfs(descriptor));
#else
    (void)descriptor;
    sync();
    return 0;
#endif
}

int shim_lock_byte(int descriptor, int64_t offset, int kind) {
    struct flock lock = {0};
    lock.l_type = kind == 0 ? F_UNLCK : kind == 1 ? F_RDLCK : F_WRLCK;
    lock.l_whence = SEEK_SET;
    lock.l_start = offset;
    lock.l_len = 1;
    return RETRY(fcntl(descriptor, F_OFD_SETLK, &lock));
}

int shim_is_byte_locked(int descriptor, int64_t offset) {
    struct flock lock = {0};
    lock.l_type = F_WRLCK;
    lock.l_whence = SEEK_SET;
    lock.l_start = offset;
    lock.l_len = 1;
    int outcome = RETRY(fcntl(descriptor, F_OFD_GETLK, &lock));
    return outcome < 0 ? outcome : lock.l_type != F_UNLCK;
}

static void convert(const struct stat *from, struct shim_status *to) {
    to->device = (uint64_t)from->st_dev;
    to->inode = (uint64_t)from->st_ino;
    to->links = (uint64_t)from->st_nlink;
    to->size = (uint64_t)from->st_size;
#ifdef __linux__
    to->modifiedSeconds = from->st_mtim.tv_sec;
    to->modifiedNanoseconds = from->st_mtim.tv_nsec;
    to->accessedSeconds = from->st_atim.tv_sec;
    to->accessedNanoseconds = from->st_atim.tv_nsec;
#else
    to->modifiedSeconds = from->st_mtimespec.tv_sec;
    to->modifiedNanoseconds = from->st_mtimespec.tv_nsec;
    to->accessedSeconds = from->st_atimespec.tv_sec;
    to->accessedNanoseconds = from->st_atimespec.tv_nsec;
#endif
    to->mode = (uint32_t)from->st_mode;
    to->owner = (uint32_t)from->st_uid;
    to->group = (uint32_t)from->st_gid;
}

int shim_fstat(int descriptor, struct shim_status *status) {
    struct stat result;
    int outcome = RETRY(fstat(descriptor, &result));
    if (outcome == 0)
        convert(&result, status);
    return outcome;
}

int shim_fstatat(int directory, const char *name, struct shim_status *status) {
    struct stat result;
    int outcome = RETRY(fstatat(directory, name, &result, AT_SYMLINK_NOFOLLOW));
    if (outcome == 0)
        convert(&result, status);
    return outcome;
}

int shim_set_modified(int descriptor, int64_t seconds, int64_t nanoseconds) {
    struct timespec times[2] = {{.tv_nsec = UTIME_OMIT},
                                {.tv_sec = (time_t)seconds, .tv_nsec = (long)nanoseconds}};
    return RETRY(futimens(descriptor, times));
}

ssize_t shim_read_link(int directory, const char *name, void *target, size_t room) {
    return RETRY(readlinkat(directory, name, target, room));
}

int shim_set_times(int descriptor, const char *name, const int64_t times[4]) {
    struct timespec both[2] = {{.tv_sec = (time_t)times[0], .tv_nsec = (long)times[1]},
                               {.tv_sec = (time_t)times[2], .tv_nsec = (long)times[3]}};
    if (name == NULL)
        return RETRY(futimens(descriptor, both));
    return RETRY(utimensat(descriptor, name, both, AT_SYMLINK_NOFOLLOW));
}

ssize_t shim_get_attribute(int descriptor, const char *name, const char *attribute, void *value,
                           size_t room) {
#ifdef __linux__
    if (name == NULL) {
        if (attribute == NULL)
            return RETRY(flistxattr(descriptor, value, room));
        return RETRY(fgetxattr(descriptor, attribute, value, room));
    }
    char path[320];
    if (snprintf(path, sizeof path, "/proc/self/fd/%d/%s", descriptor, name) >= (int)sizeof path)
        return -ENAMETOOLONG;
    if (attribute == NULL)
        return RETRY(llistxattr(path, value, room));
    return RETRY(lgetxattr(path, attribute, value, room));
#else
    return -EOPNOTSUPP;
#endif
}

int shim_set_attribute(int descriptor, const char *attribute, const void *value, size_t count) {
#ifdef __linux__
    return RETRY(fsetxattr(descriptor, attribute, value, count, 0));
#else
    return -EOPNOTSUPP;
#endif
}

void *shim_opendir(int directory, int *error) {
    int duplicate = openat(directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (duplicate < 0) {
        *error = errno;
        return NULL;
    }
    DIR *stream = fdopendir(duplicate);
    if (stream == NULL) {
        *error = errno;
        close(duplicate);
    }
    return stream;
}

const char *shim_readdir(void *stream, int *error) {
    for (;;) {
        errno = 0;
        struct dirent *entry = readdir((DIR *)stream);
        if (entry == NULL) {
            *error = errno;
            return NULL;
        }
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) {
            *error = 0;
            return entry->d_name;
        }
    }
}

void shim_closedir(void *stream) { closedir((DIR *)stream); }

int shim_hide_from_dumps_and_forks(void *address, size_t length) {
#ifdef __linux__
    if (madvise(address, length, MADV_DONTDUMP) != 0)
        return -errno;
    if (madvise(address, length, MADV_WIPEONFORK) != 0)
        return -errno;
#endif
    return 0;
}

int64_t shim_descriptors_left(int64_t wanted) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return wanted;
    rlim_t raised = limit.rlim_max < (rlim_t)wanted ? limit.rlim_max : (rlim_t)wanted;
    if (limit.rlim_cur < raised) {
        struct rlimit higher = {.rlim_cur = raised, .rlim_max = limit.rlim_max};
        if (setrlimit(RLIMIT_NOFILE, &higher) == 0)
            limit = higher;
    }
    int64_t count = limit.rlim_cur < (rlim_t)wanted ? (int64_t)limit.rlim_cur : wanted;
    int64_t left = count;
    for (int descriptor = 0; descriptor < count; descriptor++)
        left -= fcntl(descriptor, F_GETFD) >= 0;
    return left;
}

int shim_forbid_core_dumps(void) {
    struct rlimit none = {0, 0};
    return setrlimit(RLIMIT_CORE, &none) == 0 ? 0 : -errno;
}

/* The Swift runtime answers these with a backtracer, which prints what registers point at. */
static void end_without_backtrace(void) {
    static const int fatal[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGQUIT};
    for (size_t i = 0; i < sizeof fatal / sizeof fatal[0]; i++)
        signal(fatal[i], SIG_DFL);
}

int shim_hide_process(void) {
    end_without_backtrace();
#ifdef __linux__
    if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0)
        return -errno;
#endif
    return 0;
}

int shim_harden_process(void) {
    int outcome = shim_forbid_core_dumps();
    int hidden = shim_hide_process();
    if (hidden < 0)
        outcome = hidden;
#ifdef __linux__
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        outcome = -errno;
#endif
    return outcome;
}

int64_t shim_boot_nanoseconds(void) {
    struct timespec now;
#ifdef __linux__
    clock_gettime(CLOCK_BOOTTIME, &now);
#else
    clock_gettime(CLOCK_MONOTONIC, &now);
#endif
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

int shim_wall_time(int64_t *seconds, int64_t *nanoseconds) {
    struct timespec now;
    if (clock_gettime(CLOCK_REALTIME, &now) != 0)
        return -errno;
    *seconds = now.tv_sec;
    *nanoseconds = now.tv_nsec;
    return 0;
}

int shim_boot_timer(void) {
#ifdef __linux__
    int descriptor = timerfd_create(CLOCK_BOOTTIME, TFD_CLOEXEC | TFD_NONBLOCK);
    return descriptor < 0 ? -errno : descriptor;
#else
    return -ENOTSUP;
#endif
}

int shim_boot_timer_arm(int descriptor, int64_t nanoseconds) {
#ifdef __linux__
    struct itimerspec when = {{0, 0}, {0, 0}};
    if (nanoseconds >= 0) {
        when.it_value.tv_sec = nanoseconds / 1000000000;
        when.it_value.tv_nsec = nanoseconds % 1000000000;
        // An absolute time of zero would disarm the timer instead of firing it at once.
        if (nanoseconds == 0)
            when.it_value.tv_nsec = 1;
    }
    return timerfd_settime(descriptor, TFD_TIMER_ABSTIME, &when, NULL) == 0 ? 0 : -errno;
#else
    (void)descriptor;
    (void)nanoseconds;
    return -ENOTSUP;
#endif
}

int shim_watch(int directory) {
    int queue = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
    if (queue < 0) return -errno;
    // inotify takes paths only; this one leads to the open directory whatever it is called by now.
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d", directory);
    uint32_t events = IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF |
                      IN_ONLYDIR;
    if (inotify_add_watch(queue, path, events) < 0) {
        int error = errno;
        close(queue);
        return -error;
    }
    return queue;
}

int shim_wake_up(void) {
#ifdef __linux__
    int descriptor = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    return descriptor < 0 ? -errno : descriptor;
#else
    return -ENOTSUP;
#endif
}

int shim_termination_signals(void) {
#ifdef __linux__
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGHUP);
    int outcome = pthread_sigmask(SIG_BLOCK, &signals, NULL);
    if (outcome != 0)
        return -outcome;
    int descriptor = signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK);
    return descriptor < 0 ? -errno : descriptor;
#else
    return -ENOTSUP;
#endif
}

int shim_peer_credentials(int socket, int32_t *process, uint32_t *user) {
#ifdef __linux__
    struct ucred credentials;
    socklen_t length = sizeof credentials;
    if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &credentials, &length) != 0)
        return -errno;
    *process = credentials.pid;
    *user = credentials.uid;
    return 0;
#else
    uid_t effective;
    gid_t group;
    if (getpeereid(socket, &effective, &group) != 0)
        return -errno;
    *process = 0;
    *user = effective;
    return 0;
#endif
}

static int address(const char *path, struct sockaddr_un *result) {
    memset(result, 0, sizeof *result);
    result->sun_family = AF_UNIX;
    if (strlen(path) >= sizeof result->sun_path)
        return -ENAMETOOLONG;
    strcpy(result->sun_path, path);
    return 0;
}

// A numeric address, IPv4 or IPv6: names are not looked up.
static int internet_address(const char *host, uint16_t port, struct sockaddr_storage *name,
                            socklen_t *length) {
    memset(name, 0, sizeof *name);
    struct sockaddr_in *four = (struct sockaddr_in *)name;
    struct sockaddr_in6 *six = (struct sockaddr_in6 *)name;
    if (inet_pton(AF_INET, host, &four->sin_addr) == 1) {
        four->sin_family = AF_INET;
        four->sin_port = htons(port);
        *length = sizeof *four;
        return 0;
    }
    if (inet_pton(AF_INET6, host, &six->sin6_addr) == 1) {
        six->sin6_family = AF_INET6;
        six->sin6_port = htons(port);
        *length = sizeof *six;
        return 0;
    }
    return -EINVAL;
}

static int stream_socket(int family) {
#ifdef __linux__
    return socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0);
#else
    return socket(family, SOCK_STREAM, 0);
#endif
}

static int listen_at(const struct sockaddr *name, socklen_t length, int backlog) {
    int descriptor = stream_socket(name->sa_family);
    if (descriptor < 0)
        return -errno;
    // What is left of earlier connections does not keep an address from being used again.
    int yes = 1;
    if (name->sa_family != AF_UNIX)
        (void)setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (bind(descriptor, name, length) != 0 || listen(descriptor, backlog) != 0 ||
        fcntl(descriptor, F_SETFL, O_NONBLOCK) != 0) {
        int outcome = -errno;
        close(descriptor);
        return outcome;
    }
    return descriptor;
}

static int connect_to(const struct sockaddr *name, socklen_t length, int64_t milliseconds) {
    int descriptor = stream_socket(name->sa_family);
    if (descriptor < 0)
        return -errno;
    struct timeval limit = {.tv_sec = milliseconds / 1000, .tv_usec = milliseconds % 1000 * 1000};
    int outcome = 0;
    if (setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit) != 0)
        outcome = -errno;
    else
        outcome = RETRY(connect(descriptor, name, length));
    if (outcome != 0) {
        close(descriptor);
        return outcome;
    }
    return descriptor;
}

int shim_listen(const char *path, int backlog) {
    struct sockaddr_un name;
    int outcome = address(path, &name);
    return outcome != 0 ? outcome : listen_at((struct sockaddr *)&name, sizeof name, backlog);
}

int shim_connect(const char *path, int64_t milliseconds) {
    struct sockaddr_un name;
    int outcome = address(path, &name);
    return outcome != 0 ? outcome : connect_to((struct sockaddr *)&name, sizeof name, milliseconds);
}

int shim_listen_internet(const char *host, uint16_t port, int backlog) {
    struct sockaddr_storage name;
    socklen_t length;
    int outcome = internet_address(host, port, &name, &length);
    return outcome != 0 ? outcome : listen_at((struct sockaddr *)&name, length, backlog);
}

int shim_connect_internet(const char *host, uint16_t port, int64_t milliseconds) {
    struct sockaddr_storage name;
    socklen_t length;
    int outcome = internet_address(host, port, &name, &length);
    return outcome != 0 ? outcome : connect_to((struct sockaddr *)&name, length, milliseconds);
}

int shim_socket_port(int socket) {
    struct sockaddr_storage name;
    socklen_t length = sizeof name;
    if (getsockname(socket, (struct sockaddr *)&name, &length) != 0)
        return -errno;
    switch (name.ss_family) {
    case AF_INET:
        return ntohs(((struct sockaddr_in *)&name)->sin_port);
    case AF_INET6:
        return ntohs(((struct sockaddr_in6 *)&name)->sin6_port);
    default:
        return -EINVAL;
    }
}

int shim_accept(int socket) {
#ifdef __linux__
    return RETRY(accept4(socket, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK));
#else
    return RETRY(accept(socket, NULL, NULL));
#endif
}

ssize_t shim_send(int socket, const void *bytes, size_t count) {
#ifdef __linux__
    return RETRY(send(socket, bytes, count, MSG_NOSIGNAL));
#else
    return RETRY(send(socket, bytes, count, 0));
#endif
}

ssize_t shim_recv(int socket, void *bytes, size_t count) {
    return RETRY(recv(socket, bytes, count, 0));
}

int shim_notify(const char *address, const void *message, size_t count) {
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    size_t length = strlen(address);
    if (length >= sizeof name.sun_path)
        return -ENAMETOOLONG;
    memcpy(name.sun_path, address, length);
    // An abstract name begins with a zero byte and ends without one.
    if (address[0] == '@')
        name.sun_path[0] = 0;
#ifdef __linux__
    int descriptor = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    int flags = MSG_NOSIGNAL;
#else
    int descriptor = socket(AF_UNIX, SOCK_DGRAM, 0);
    int flags = 0;
#endif
    if (descriptor < 0)
        return -errno;
    int outcome = RETRY((int)sendto(descriptor, message, count, flags, (struct sockaddr *)&name,
                                    offsetof(struct sockaddr_un, sun_path) + length));
    close(descriptor);
    return outcome;
}

void shim_yield(void) { sched_yield(); }

void shim_clear_vector_registers(void) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f"))
        __asm__ volatile("vzeroall\n"
                         "vpxorq %%zmm16, %%zmm16, %%zmm16\nvpxorq %%zmm17, %%zmm17, %%zmm17\n"
                         "vpxorq %%zmm18, %%zmm18, %%zmm18\nvpxorq %%zmm19, %%zmm19, %%zmm19\n"
                         "vpxorq %%zmm20, %%zmm20, %%zmm20\nvpxorq %%zmm21, %%zmm21, %%zmm21\n"
                         "vpxorq %%zmm22, %%zmm22, %%zmm22\nvpxorq %%zmm23, %%zmm23, %%zmm23\n"
                         "vpxorq %%zmm24, %%zmm24, %%zmm24\nvpxorq %%zmm25, %%zmm25, %%zmm25\n"
                         "vpxorq %%zmm26, %%zmm26, %%zmm26\nvpxorq %%zmm27, %%zmm27, %%zmm27\n"
                         "vpxorq %%zmm28, %%zmm28, %%zmm28\nvpxorq %%zmm29, %%zmm29, %%zmm29\n"
                         "vpxorq %%zmm30, %%zmm30, %%zmm30\nvpxorq %%zmm31, %%zmm31, %%zmm31\n" ::
                             : "memory");
    else if (__builtin_cpu_supports("avx"))
        __asm__ volatile("vzeroall" ::: "memory");
    else
        __asm__ volatile("pxor %%xmm0, %%xmm0\npxor %%xmm1, %%xmm1\n"
                         "pxor %%xmm2, %%xmm2\npxor %%xmm3, %%xmm3\n"
                         "pxor %%xmm4, %%xmm4\npxor %%xmm5, %%xmm5\n"
                         "pxor %%xmm6, %%xmm6\npxor %%xmm7, %%xmm7\n"
                         "pxor %%xmm8, %%xmm8\npxor %%xmm9, %%xmm9\n"
                         "pxor %%xmm10, %%xmm10\npxor %%xmm11, %%xmm11\n"
                         "pxor %%xmm12, %%xmm12\npxor %%xmm13, %%xmm13\n"
                         "pxor %%xmm14, %%xmm14\npxor %%xmm15, %%xmm15\n" ::
                             : "memory");
#elif defined(__aarch64__)
    // Not 8 to 15: their lower halves belong to the caller.
    __asm__ volatile("movi v0.2d, #0\nmovi v1.2d, #0\nmovi v2.2d, #0\nmovi v3.2d, #0\n"
                     "movi v4.2d, #0\nmovi v5.2d, #0\nmovi v6.2d, #0\nmovi v7.2d, #0\n"
                     "movi v16.2d, #0\nmovi v17.2d, #0\nmovi v18.2d, #0\nmovi v19.2d, #0\n"
                     "movi v20.2d, #0\nmovi v21.2d, #0\nmovi v22.2d, #0\nmovi v23.2d, #0\n"
                     "movi v24.2d, #0\nmovi v25.2d, #0\nmovi v26.2d, #0\nmovi v27.2d, #0\n"
                     "movi v28.2d, #0\nmovi v29.2d, #0\nmovi v30.2d, #0\nmovi v31.2d, #0\n" ::
                         : "memory");
#endif
}
