#ifdef __linux__
#define _GNU_SOURCE
#include "locks.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

// The functions as libseccomp 2.2 and later declare them: it is loaded like libvips, so that the
// program starts on machines without it. Compiled with `-include seccomp.h`, as a test does, the
// compiler holds each declaration and number against theirs.
#ifndef SCMP_ACT_ALLOW
typedef void *scmp_filter_ctx;
enum scmp_filter_attr { SCMP_FLTATR_CTL_TSYNC = 4 };
enum scmp_compare { SCMP_CMP_EQ = 4, SCMP_CMP_MASKED_EQ = 7 };
struct scmp_arg_cmp {
    unsigned int arg;
    enum scmp_compare op;
    uint64_t datum_a;
    uint64_t datum_b;
};
scmp_filter_ctx seccomp_init(uint32_t action);
void seccomp_release(scmp_filter_ctx filter);
int seccomp_load(const scmp_filter_ctx filter);
int seccomp_attr_set(scmp_filter_ctx filter, enum scmp_filter_attr attribute, uint32_t value);
int seccomp_syscall_resolve_name(const char *name);
int seccomp_rule_add_array(scmp_filter_ctx filter, uint32_t action, int call, unsigned int count,
                           const struct scmp_arg_cmp *arguments);
#define SCMP_ACT_ALLOW 0x7fff0000U
#define SCMP_ACT_ERRNO(error) (0x00050000U | ((error) & 0x0000ffffU))
#else
_Static_assert(SCMP_FLTATR_CTL_TSYNC == 4, "of libseccomp");
_Static_assert(SCMP_CMP_EQ == 4 && SCMP_CMP_MASKED_EQ == 7, "of libseccomp");
_Static_assert(SCMP_ACT_ALLOW == 0x7fff0000U, "of libseccomp");
_Static_assert(SCMP_ACT_ERRNO(1) == 0x00050001U, "of libseccomp");
#endif

static struct {
    __typeof__(&seccomp_init) init;
    __typeof__(&seccomp_release) release;
    __typeof__(&seccomp_load) load;
    __typeof__(&seccomp_attr_set) set;
    __typeof__(&seccomp_syscall_resolve_name) resolve;
    __typeof__(&seccomp_rule_add_array) add;
} seccomp;

int wit_prepare_calls(void) {
    void *library = dlopen("libseccomp.so.2", RTLD_NOW | RTLD_LOCAL);
    if (!library) return -1;
    *(void **)&seccomp.init = dlsym(library, "seccomp_init");
    *(void **)&seccomp.release = dlsym(library, "seccomp_release");
    *(void **)&seccomp.load = dlsym(library, "seccomp_load");
    *(void **)&seccomp.set = dlsym(library, "seccomp_attr_set");
    *(void **)&seccomp.resolve = dlsym(library, "seccomp_syscall_resolve_name");
    *(void **)&seccomp.add = dlsym(library, "seccomp_rule_add_array");
    return seccomp.init && seccomp.release && seccomp.load && seccomp.set && seccomp.resolve &&
                   seccomp.add
               ? 0
               : -1;
}

// What decoders, their threads and the C library's memory need. No call here names a file, another
// process or an address of a network.
static const char *const allowed[] = {
    "read", "pread64", "readv", "write", "writev", "recvfrom", "sendto", "poll", "ppoll", "close",
    "fstat", "lseek", "mmap", "mmap2", "munmap", "mremap", "mprotect", "madvise", "brk", "futex",
    "futex_time64", "clock_gettime", "clock_gettime64", "clock_getres", "clock_nanosleep",
    "nanosleep", "gettimeofday", "time", "getrandom", "sched_yield", "sched_getaffinity",
    "sched_getattr", "sched_getparam", "sched_getscheduler", "getpid", "gettid", "getppid",
    "getuid", "geteuid", "getgid", "getegid", "exit", "exit_group", "rt_sigaction",
    "rt_sigprocmask", "rt_sigreturn", "sigaltstack", "set_robust_list", "rseq", "getrusage",
    "restart_syscall", "membarrier", "getcpu", "sysinfo", "uname",
};

// Besides, where Landlock keeps it to the fonts.
static const char *const reading[] = {
    "stat", "lstat", "newfstatat", "statx", "access", "faccessat", "faccessat2", "getdents",
    "getdents64", "readlink", "readlinkat", "fstatfs", "statfs", "getcwd", "fadvise64",
};

static int rule(void *filter, uint32_t action, const char *name, unsigned count,
                const struct scmp_arg_cmp *arguments) {
    int call = seccomp.resolve(name);
    // A call that this kind of processor does not have.
    if (call < 0) return 0;
    return seccomp.add(filter, action, call, count, arguments);
}

#define ALLOW(name, ...)                                                         \
    rule(filter, SCMP_ACT_ALLOW, name,                                           \
         sizeof((struct scmp_arg_cmp[]){__VA_ARGS__}) / sizeof(struct scmp_arg_cmp), \
         (struct scmp_arg_cmp[]){__VA_ARGS__})

static int addRules(void *filter, int readsFiles) {
    int failed = 0;
    for (size_t i = 0; i < sizeof allowed / sizeof *allowed; i++)
        failed |= rule(filter, SCMP_ACT_ALLOW, allowed[i], 0, NULL);
    // Threads, but no processes; the C library falls back from clone3, whose flags no filter sees.
    const uint64_t thread = CLONE_THREAD | CLONE_VM | CLONE_SIGHAND;
    failed |= ALLOW("clone", {0, SCMP_CMP_MASKED_EQ, thread, thread});
    failed |= rule(filter, SCMP_ACT_ERRNO(ENOSYS), "clone3", 0, NULL);
    // abort(), to itself.
    failed |= ALLOW("tgkill", {0, SCMP_CMP_EQ, (uint64_t)getpid(), 0});
    failed |= ALLOW("prctl", {0, SCMP_CMP_EQ, PR_SET_NAME, 0});
    failed |= ALLOW("fcntl", {1, SCMP_CMP_EQ, F_GETFL, 0});
    failed |= ALLOW("fcntl", {1, SCMP_CMP_EQ, F_GETFD, 0});
    // Its own limits: to read them, and to allow itself time.
    failed |= ALLOW("prlimit64", {0, SCMP_CMP_EQ, 0, 0}, {2, SCMP_CMP_EQ, 0, 0});
    failed |= ALLOW("prlimit64", {0, SCMP_CMP_EQ, 0, 0}, {1, SCMP_CMP_EQ, RLIMIT_CPU, 0});
    failed |= ALLOW("getrlimit", {0, SCMP_CMP_EQ, RLIMIT_CPU, 0});
    failed |= ALLOW("setrlimit", {0, SCMP_CMP_EQ, RLIMIT_CPU, 0});
    if (!readsFiles) return failed;
    for (size_t i = 0; i < sizeof reading / sizeof *reading; i++)
        failed |= rule(filter, SCMP_ACT_ALLOW, reading[i], 0, NULL);
    const uint64_t writing = O_ACCMODE | O_CREAT | O_TRUNC | O_APPEND;
    failed |= ALLOW("open", {1, SCMP_CMP_MASKED_EQ, writing, O_RDONLY});
    failed |= ALLOW("openat", {2, SCMP_CMP_MASKED_EQ, writing, O_RDONLY});
    failed |= ALLOW("fcntl", {1, SCMP_CMP_EQ, F_SETFD, 0});
    return failed;
}

int wit_lock_calls(int readsFiles) {
    if (!seccomp.add) return -1;
    scmp_filter_ctx filter = seccomp.init(SCMP_ACT_ERRNO(EPERM));
    if (!filter) return -1;
    int failed = seccomp.set(filter, SCMP_FLTATR_CTL_TSYNC, 1);
    if (!failed) failed = addRules(filter, readsFiles);
    if (!failed) failed = seccomp.load(filter);
    seccomp.release(filter);
    return failed ? -1 : 0;
}
#else
typedef int noSeccomp;
#endif
