#define _GNU_SOURCE
#include "CSandbox.h"
#include "locks.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#endif

int wit_is_child(void) {
    struct stat status;
    return fstat(WIT_CHILD_SOCKET, &status) == 0 && S_ISSOCK(status.st_mode) &&
           fstat(WIT_CHILD_FILE, &status) == 0 && S_ISREG(status.st_mode);
}

void wit_child_begin(void) {
    unsigned first = WIT_CHILD_FILE + 1;
    int closed = -1;
#ifdef SYS_close_range
    closed = (int)syscall(SYS_close_range, first, ~0U, 0);
#endif
    if (closed)
        for (unsigned i = first; i < 4096; i++) close((int)i);
    // Nothing that it might start could use them.
    fcntl(WIT_CHILD_SOCKET, F_SETFD, FD_CLOEXEC);
    fcntl(WIT_CHILD_FILE, F_SETFD, FD_CLOEXEC);
    if (chdir("/")) _exit(1);
    struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
#ifdef __GLIBC__
    // Threads' stacks count as memory from the start, all 8 MB of each.
    pthread_attr_t attributes;
    if (!pthread_attr_init(&attributes)) {
        if (!pthread_attr_setstacksize(&attributes, 2 << 20)) pthread_setattr_default_np(&attributes);
        pthread_attr_destroy(&attributes);
    }
#endif
}

void *wit_child_map(size_t count) {
    // Not fstat: newer C libraries make it a call that can name any file.
    off_t end = lseek(WIT_CHILD_FILE, 0, SEEK_END);
    if (!count || end < 0 || (uint64_t)end < count) return NULL;
    void *bytes = mmap(NULL, count, PROT_READ | PROT_WRITE, MAP_SHARED, WIT_CHILD_FILE, 0);
    return bytes == MAP_FAILED ? NULL : bytes;
}

void wit_child_unmap(void *bytes, size_t count) { munmap(bytes, count); }

void wit_child_allow_time(int seconds) {
    struct rusage used;
    struct rlimit limit;
    if (getrusage(RUSAGE_SELF, &used) || getrlimit(RLIMIT_CPU, &limit)) return;
    limit.rlim_cur = (rlim_t)(used.ru_utime.tv_sec + used.ru_stime.tv_sec + 1 + seconds);
    if (limit.rlim_cur > limit.rlim_max) limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_CPU, &limit);
}

// PR_SET_PDEATHSIG would do it on Linux alone, and would also kill the child when that thread of the
// parent ends which started it, as threads of a pool do.
static void *watch(void *argument) {
    struct pollfd one = {.fd = (int)(intptr_t)argument, .events = 0};
    for (;;)
        if (poll(&one, 1, -1) > 0 && (one.revents & (POLLHUP | POLLERR | POLLNVAL))) _exit(0);
}

void wit_child_end_with(int socket) {
    pthread_t thread;
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes)) return;
    pthread_attr_setstacksize(&attributes, 64 << 10);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_create(&thread, &attributes, watch, (void *)(intptr_t)socket);
    pthread_attr_destroy(&attributes);
}

int wit_child_lock(size_t memory, int readsFonts) {
    int held = 0;
    if (wit_limit_resources(memory)) return -1;
    held |= WIT_LOCK_LIMITS;
#ifdef __linux__
    if (!prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) held |= WIT_LOCK_PRIVILEGES;
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    int calls = wit_prepare_calls();
    // Landlock holds for the calling thread and those that it starts.
    if (!wit_lock_files(readsFonts)) held |= WIT_LOCK_FILES;
    if (!calls && !wit_lock_calls(readsFonts && (held & WIT_LOCK_FILES))) held |= WIT_LOCK_CALLS;
#else
    (void)readsFonts;
#endif
    return held;
}

int wit_child_try(int what, const char *path) {
    int result = -1;
    errno = 0;
    switch (what) {
    case WIT_TRY_OPEN_READ: result = open(path, O_RDONLY | O_CLOEXEC); break;
    case WIT_TRY_OPEN_WRITE: result = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600); break;
    case WIT_TRY_STAT: {
        struct stat status;
        result = stat(path, &status);
        break;
    }
    case WIT_TRY_SOCKET: result = socket(AF_INET, SOCK_STREAM, 0); break;
    case WIT_TRY_EXECUTE: {
        char *arguments[] = {(char *)path, NULL}, *environment[] = {NULL};
        result = execve(path, arguments, environment);
        break;
    }
    case WIT_TRY_FORK:
        result = fork();
        if (!result) _exit(0);
        break;
    case WIT_TRY_KILL: result = kill(getppid(), 0); break;
#ifdef __linux__
    case WIT_TRY_TRACE: result = (int)ptrace(PTRACE_ATTACH, getppid(), NULL, NULL); break;
#endif
    case WIT_TRY_LISTING: result = open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC); break;
    case WIT_TRY_MEMORY: {
        void *bytes = malloc((size_t)1 << 30);
        result = bytes ? 0 : -1;
        free(bytes);
        break;
    }
    case WIT_TRY_RENAME: result = rename(path, "/tmp/wit-renamed"); break;
    case WIT_TRY_FOREVER:
        wit_child_allow_time(0);
        for (volatile unsigned i = 0;; i++) continue;
    default: errno = EINVAL;
    }
    return result >= 0 ? 0 : errno ? errno : -1;
}
