#define _GNU_SOURCE
#include "CSandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

int wit_anonymous_file(void) {
#ifdef __linux__
    return memfd_create("picture", MFD_CLOEXEC);
#else
    const char *folder = getenv("TMPDIR");
    char name[1024];
    int count = snprintf(name, sizeof name, "%s/wit-picture-XXXXXX",
                         folder && *folder ? folder : "/tmp");
    if (count < 0 || (size_t)count >= sizeof name) return errno = ENAMETOOLONG, -1;
    int file = mkstemp(name);
    if (file < 0) return -1;
    unlink(name);
    fcntl(file, F_SETFD, FD_CLOEXEC);
    return file;
#endif
}

// The descriptor under a number that none of the child's has, so that putting one in its place does
// not close the other.
static int high(int descriptor) {
    int copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 10);
    return copy;
}

static int connected(int ends[2]) {
#ifdef SOCK_CLOEXEC
    return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends);
#else
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends)) return -1;
    for (int i = 0; i < 2; i++) {
        int one = 1;
        fcntl(ends[i], F_SETFD, FD_CLOEXEC);
        setsockopt(ends[i], SOL_SOCKET, SO_NOSIGPIPE, &one, sizeof one);
    }
    return 0;
#endif
}

static int spawn(const char *program, char *const arguments[], char *const environment[],
                 int socket, int file, pid_t *child) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int error = posix_spawn_file_actions_init(&actions);
    if (error) return error;
    if ((error = posix_spawnattr_init(&attributes))) {
        posix_spawn_file_actions_destroy(&actions);
        return error;
    }
    short flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
#ifdef POSIX_SPAWN_CLOEXEC_DEFAULT
    flags |= POSIX_SPAWN_CLOEXEC_DEFAULT;
#endif
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setpgroup(&attributes, 0);
    error = posix_spawnattr_setflags(&attributes, flags);
    for (int i = 0; i < 3 && !error; i++)
        error = posix_spawn_file_actions_addopen(&actions, i, "/dev/null", O_RDWR, 0);
    if (!error) error = posix_spawn_file_actions_adddup2(&actions, socket, WIT_CHILD_SOCKET);
    if (!error) error = posix_spawn_file_actions_adddup2(&actions, file, WIT_CHILD_FILE);
    if (!error) error = posix_spawn(child, program, &actions, &attributes, arguments, environment);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

int wit_spawn(const char *program, char *const arguments[], char *const environment[], int file,
              int *outSocket, pid_t *outChild) {
    int ends[2];
    if (connected(ends)) return errno;
    int theirs = high(ends[1]), shared = high(file);
    int error = theirs < 0 || shared < 0
                    ? errno
                    : spawn(program, arguments, environment, theirs, shared, outChild);
    close(ends[1]);
    if (theirs >= 0) close(theirs);
    if (shared >= 0) close(shared);
    if (error)
        close(ends[0]);
    else
        *outSocket = ends[0];
    return error;
}

int wit_wait_readable(int descriptor, int milliseconds) {
    struct pollfd one = {.fd = descriptor, .events = POLLIN};
    return poll(&one, 1, milliseconds);
}

ssize_t wit_send(int socket, const void *bytes, size_t count) {
#ifdef MSG_NOSIGNAL
    return send(socket, bytes, count, MSG_NOSIGNAL);
#else
    return send(socket, bytes, count, 0);
#endif
}

int wit_reap(pid_t child) {
    int status = -1;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR) return -1;
    return status;
}

double wit_processor_seconds(pid_t child) {
#ifdef __linux__
    clockid_t clock;
    struct timespec time;
    if (clock_getcpuclockid(child, &clock) || clock_gettime(clock, &time)) return 0;
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
#else
    // QUIRK: macOS has no such clock; what a picture takes is bounded by the child's own limit.
    (void)child;
    return 0;
#endif
}

int wit_signal_of(int status) {
    return status != -1 && WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}
