#define _GNU_SOURCE
#include "ChildProcess.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

int32_t shim_spawn(const char *path, char *const arguments[], char *const environment[], int input,
                   int output, int detached) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t defaults;
    pid_t process = 0;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    if (input >= 0)
        posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    if (output >= 0) {
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
        posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO);
    }
    // The child must not inherit that we ignore broken pipes.
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGPIPE);
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    // Nor the signals that this process waits for by other means.
    sigset_t unblocked;
    sigemptyset(&unblocked);
    posix_spawnattr_setsigmask(&attributes, &unblocked);
    short flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK;
    if (detached)
        flags |= POSIX_SPAWN_SETSID;
    posix_spawnattr_setflags(&attributes, flags);
    int outcome = posix_spawnp(&process, path, &actions, &attributes, arguments, environment);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return outcome == 0 ? (int32_t)process : -outcome;
}

int32_t shim_wait(int32_t process) {
    int status = 0;
    while (waitpid(process, &status, 0) < 0)
        if (errno != EINTR)
            return -errno;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int shim_pipe(int descriptors[2]) {
#ifdef __linux__
    return pipe2(descriptors, O_CLOEXEC) == 0 ? 0 : -errno;
#else
    return pipe(descriptors) == 0 ? 0 : -errno;
#endif
}

// What a signal in the middle of a passcode has to put back; one prompt at a time.
static struct termios echoing;
static volatile sig_atomic_t echo_terminal = -1;
static const int interruptions[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP};
enum { interruption_count = sizeof interruptions / sizeof interruptions[0] };
static struct sigaction before[interruption_count];

/// Gives the terminal its echo back and lets the signal do what it always does.
static void interrupt(int number) {
    if (echo_terminal >= 0)
        tcsetattr(echo_terminal, TCSAFLUSH, &echoing);
    signal(number, SIG_DFL);
    raise(number);
}

int shim_echo_off(int terminal, void *saved, size_t room) {
    struct termios settings;
    if (room < sizeof settings)
        return -ERANGE;
    if (tcgetattr(terminal, &settings) != 0)
        return -errno;
    memcpy(saved, &settings, sizeof settings);
    echoing = settings;
    echo_terminal = terminal;
    struct sigaction action = {.sa_handler = interrupt};
    for (int index = 0; index < interruption_count; index++)
        sigaction(interruptions[index], &action, &before[index]);
    settings.c_lflag &= ~(tcflag_t)ECHO;
    settings.c_lflag |= ECHONL | ICANON;
    return tcsetattr(terminal, TCSAFLUSH, &settings) == 0 ? 0 : -errno;
}

int shim_echo_restore(int terminal, const void *saved) {
    struct termios settings;
    memcpy(&settings, saved, sizeof settings);
    int outcome = tcsetattr(terminal, TCSAFLUSH, &settings) == 0 ? 0 : -errno;
    echo_terminal = -1;
    for (int index = 0; index < interruption_count; index++)
        sigaction(interruptions[index], &before[index], NULL);
    return outcome;
}

int shim_terminal_columns(int terminal) {
    struct winsize size;
    return ioctl(terminal, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

static int retrying_open(const char *path, int flags) {
    int descriptor;
    do
        descriptor = open(path, flags | O_CLOEXEC);
    while (descriptor < 0 && errno == EINTR);
    return descriptor < 0 ? -errno : descriptor;
}

int shim_open_sink(const char *path) { return retrying_open(path, O_WRONLY); }

int shim_open_source(const char *path) { return retrying_open(path, O_RDONLY); }

int shim_detach_streams(void) {
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    if (null < 0)
        return -errno;
    int outcome = 0;
    for (int stream = 0; stream <= 2; stream++)
        if (dup2(null, stream) < 0)
            outcome = -errno;
    close(null);
    return outcome;
}

void shim_ignore_broken_pipes(void) { signal(SIGPIPE, SIG_IGN); }
