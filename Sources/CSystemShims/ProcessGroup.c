#define _GNU_SOURCE
#include "ProcessGroup.h"
#include "ChildProcess.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/prctl.h>
#include <sys/syscall.h>

// In this order: ours, the child's.
struct pipes {
    int input[2], output[2], start[2];
};

static void close_pair(int pair[2]) {
    for (int end = 0; end < 2; end++)
        if (pair[end] >= 0)
            close(pair[end]);
}

/// A pipe whose ends are not the numbers of standard streams, which the child puts others in the place of.
static int open_pair(int pair[2]) {
    int low[2] = {-1, -1};
    pair[0] = pair[1] = -1;
    int outcome = shim_pipe(low);
    for (int end = 0; end < 2 && outcome == 0; end++) {
        pair[end] = fcntl(low[end], F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
        if (pair[end] < 0)
            outcome = -errno;
    }
    close_pair(low);
    if (outcome != 0) {
        close_pair(pair);
        pair[0] = pair[1] = -1;
    }
    return outcome;
}

// posix_spawn(3) sets no limits, and prlimit(2) comes too late for a program that is quick. From here to
// exec only what signal-safety(7) lists is called: other threads may have held any lock at the fork.

static void reset_signals(void) {
    struct sigaction usual = {.sa_handler = SIG_DFL};
    for (int number = 1; number < NSIG; number++) {
        struct sigaction action;
        if (sigaction(number, NULL, &action) != 0)
            continue;
        // What is ignored stays so, except what a program relies on: nohup(1) is to work.
        int is_relied_on = number == SIGPIPE || number == SIGTERM || number == SIGCHLD;
        if (action.sa_handler != SIG_IGN || is_relied_on)
            sigaction(number, &usual, NULL);
    }
}

/// Where the child has its end of the pipe for an errno.
enum { start_number = STDERR_FILENO + 1 };

static int prepare_child(const struct pipes *pipes, uint64_t address_space, pid_t parent,
                         int *report) {
    setpgid(0, 0);
    // It is in no group of the terminal's, so it has to end with us by other means.
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        return ESRCH;
    reset_signals();
    if (dup2(pipes->input[0], STDIN_FILENO) < 0 || dup2(pipes->output[1], STDOUT_FILENO) < 0)
        return errno;
    // Nothing else that others of this process have open is for the program, and the ends of their pipes are
    // not to be held for as long as an exec may take.
    if (pipes->start[1] != start_number && dup2(pipes->start[1], start_number) < 0)
        return errno;
    fcntl(start_number, F_SETFD, FD_CLOEXEC);
    *report = start_number;
#ifdef SYS_close_range
    syscall(SYS_close_range, (unsigned)(start_number + 1), UINT_MAX, 0u);
#endif
    struct rlimit limit = {(rlim_t)address_space, (rlim_t)address_space};
    if (address_space > 0 && setrlimit(RLIMIT_AS, &limit) != 0)
        return errno;
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    return 0;
}

static _Noreturn void run_child(const char *const paths[], char *const arguments[],
                                char *const environment[], const struct pipes *pipes,
                                uint64_t address_space, pid_t parent) {
    int report = pipes->start[1];
    int code = prepare_child(pipes, address_space, parent, &report);
    int refusal = 0;
    for (int index = 0; code == 0 && paths[index]; index++) {
        execve(paths[index], arguments, environment);
        // As a shell looks for it: one that may not be executed tells more than one that is not there.
        if (errno == EACCES)
            refusal = EACCES;
        else if (errno != ENOENT && errno != ENOTDIR)
            code = errno;
    }
    if (code == 0)
        code = refusal ? refusal : ENOENT;
    ssize_t ignored = write(report, &code, sizeof code);
    (void)ignored;
    _exit(127);
}

static int open_pipes(struct pipes *pipes) {
    int outcome = open_pair(pipes->input);
    if (outcome != 0)
        return outcome;
    outcome = open_pair(pipes->output);
    if (outcome == 0) {
        outcome = open_pair(pipes->start);
        if (outcome == 0) {
            fcntl(pipes->input[1], F_SETFL, O_NONBLOCK);
            fcntl(pipes->output[0], F_SETFL, O_NONBLOCK);
            fcntl(pipes->start[0], F_SETFL, O_NONBLOCK);
            return 0;
        }
        close_pair(pipes->output);
    }
    close_pair(pipes->input);
    return outcome;
}

int shim_start_group(const char *const paths[], char *const arguments[], char *const environment[],
                     uint64_t address_space, struct shim_group *group) {
    struct pipes pipes;
    int outcome = open_pipes(&pipes);
    if (outcome != 0)
        return outcome;
    // Where the signal is ignored, perhaps since before our own exec, the kernel reaps a child at its end, and
    // its number, which signals go to, may be another's by then.
    struct sigaction action, usual = {.sa_handler = SIG_DFL};
    if (sigaction(SIGCHLD, NULL, &action) == 0 && action.sa_handler == SIG_IGN)
        sigaction(SIGCHLD, &usual, NULL);
    // No handler of ours may run in the child.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_t parent = getpid();
    pid_t process = fork();
    if (process == 0)
        run_child(paths, arguments, environment, &pipes, address_space, parent);
    outcome = process < 0 ? -errno : 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    close(pipes.input[0]);
    close(pipes.output[1]);
    close(pipes.start[1]);
    int end = -1;
    if (process > 0) {
        // Here, too, so that the group is there whoever comes first.
        setpgid(process, process);
        end = (int)syscall(SYS_pidfd_open, process, 0u);
        if (end < 0) {
            outcome = -errno;
            shim_end_group(process);
        }
    }
    if (outcome != 0) {
        close(pipes.input[1]);
        close(pipes.output[0]);
        close(pipes.start[0]);
        return outcome;
    }
    *group = (struct shim_group){process, pipes.input[1], pipes.output[0], pipes.start[0], end};
    return 0;
}
#else
int shim_start_group(const char *const paths[], char *const arguments[], char *const environment[],
                     uint64_t address_space, struct shim_group *group) {
    (void)paths, (void)arguments, (void)environment, (void)address_space, (void)group;
    return -ENOTSUP;
}
#endif

void shim_signal_group(int32_t process, int number) { kill(-process, number); }

int32_t shim_end_group(int32_t process) {
    // Before the wait: as long as the process is there, dead or alive, nobody else has its number.
    kill(-process, SIGKILL);
    // Where the child has not made its group yet.
    kill(process, SIGKILL);
    return shim_wait(process);
}

ssize_t shim_read_pipe(int descriptor, void *bytes, size_t count) {
    ssize_t result;
    do
        result = read(descriptor, bytes, count);
    while (result < 0 && errno == EINTR);
    return result < 0 ? -errno : result;
}

ssize_t shim_write_pipe(int descriptor, const void *bytes, size_t count) {
    // A signal of a broken pipe goes to the thread that writes; so it is held back here and taken.
    sigset_t broken, before, pending;
    sigemptyset(&broken);
    sigaddset(&broken, SIGPIPE);
    sigpending(&pending);
    int was_pending = sigismember(&pending, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &broken, &before);
    ssize_t result;
    do
        result = write(descriptor, bytes, count);
    while (result < 0 && errno == EINTR);
    result = result < 0 ? -errno : result;
    if (result == -EPIPE && !was_pending) {
        struct timespec none = {0, 0};
        while (sigtimedwait(&broken, NULL, &none) < 0 && errno == EINTR)
            ;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return result;
}
