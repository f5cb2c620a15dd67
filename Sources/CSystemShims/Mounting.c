#define _GNU_SOURCE
#include "CSystemShims.h"
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

int shim_open_mount_device(void) {
    int descriptor = open("/dev/fuse", O_RDWR | O_CLOEXEC);
    return descriptor < 0 ? -errno : descriptor;
}

int shim_mount(const char *source, const char *target, const char *type, const char *options,
               int readOnly) {
#ifdef __linux__
    unsigned long flags = MS_NOSUID | MS_NODEV | (readOnly ? MS_RDONLY : 0);
    return mount(source, target, type, flags, options) == 0 ? 0 : -errno;
#else
    (void)source, (void)target, (void)type, (void)options, (void)readOnly;
    return -ENOTSUP;
#endif
}

int shim_unmount(const char *target, int detach) {
#ifdef __linux__
    return umount2(target, UMOUNT_NOFOLLOW | (detach ? MNT_DETACH : 0)) == 0 ? 0 : -errno;
#else
    return unmount(target, detach ? MNT_FORCE : 0) == 0 ? 0 : -errno;
#endif
}

ssize_t shim_device_read(int descriptor, void *bytes, size_t count) {
    ssize_t result = read(descriptor, bytes, count);
    return result < 0 ? -errno : result;
}

ssize_t shim_device_write(int descriptor, const void *head, size_t headCount, const void *rest,
                          size_t restCount) {
    struct iovec parts[2] = {{(void *)head, headCount}, {(void *)rest, restCount}};
    ssize_t result;
    do
        result = restCount == 0 ? write(descriptor, head, headCount) : writev(descriptor, parts, 2);
    while (result < 0 && errno == EINTR);
    return result < 0 ? -errno : result;
}

void *shim_map_pages(size_t count) {
    void *pages = mmap(NULL, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED)
        return NULL;
    // Where that is refused, the memory is like any other.
    (void)shim_hide_from_dumps_and_forks(pages, count);
    return pages;
}

void shim_unmap_pages(void *pages, size_t count) { munmap(pages, count); }

void shim_wipe(void *bytes, size_t count) {
#ifdef __linux__
    explicit_bzero(bytes, count);
#else
    memset_s(bytes, count, 0, count);
#endif
}

int shim_socket_pair(int descriptors[2]) {
#ifdef __linux__
    return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, descriptors) == 0 ? 0 : -errno;
#else
    return socketpair(AF_UNIX, SOCK_STREAM, 0, descriptors) == 0 ? 0 : -errno;
#endif
}

int shim_receive_descriptor(int socket) {
    char byte;
    struct iovec part = {&byte, 1};
    union {
        struct cmsghdr alignment;
        char bytes[CMSG_SPACE(sizeof(int))];
    } control;
    struct msghdr message = {.msg_iov = &part,
                             .msg_iovlen = 1,
                             .msg_control = control.bytes,
                             .msg_controllen = sizeof control.bytes};
    int flags = 0;
#ifdef __linux__
    flags = MSG_CMSG_CLOEXEC;
#endif
    ssize_t result;
    do
        result = recvmsg(socket, &message, flags);
    while (result < 0 && errno == EINTR);
    if (result < 0)
        return -errno;
    struct cmsghdr *header = result == 0 ? NULL : CMSG_FIRSTHDR(&message);
    if (header == NULL || header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS ||
        header->cmsg_len != CMSG_LEN(sizeof(int)))
        return -ENOMSG;
    int descriptor;
    memcpy(&descriptor, CMSG_DATA(header), sizeof descriptor);
    return descriptor;
}

#ifdef __linux__
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int interruption = -1;

static void ignore(int number) { (void)number; }

static void choose_signal(void) {
    for (int number = SIGRTMIN + 1; number <= SIGRTMAX; number++) {
        struct sigaction now;
        if (sigaction(number, NULL, &now) != 0 || now.sa_handler != SIG_DFL)
            continue;
        // Without SA_RESTART.
        struct sigaction action = {.sa_handler = ignore};
        if (sigaction(number, &action, NULL) == 0) {
            interruption = number;
            return;
        }
    }
}
#endif

void shim_allow_interruption(void) {
#ifdef __linux__
    pthread_once(&once, choose_signal);
    sigset_t signals;
    sigemptyset(&signals);
    if (interruption >= 0)
        sigaddset(&signals, interruption);
    pthread_sigmask(SIG_UNBLOCK, &signals, NULL);
#endif
}

int shim_interrupt_thread(pthread_t thread) {
#ifdef __linux__
    pthread_once(&once, choose_signal);
    return interruption < 0 ? -ENOTSUP : -pthread_kill(thread, interruption);
#else
    (void)thread;
    return -ENOTSUP;
#endif
}

int shim_open_folder(const char *path) {
#ifdef __linux__
    int descriptor = open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
#else
    int descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
#endif
    return descriptor < 0 ? -errno : descriptor;
}
