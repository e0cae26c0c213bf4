#ifdef __linux__
#define _GNU_SOURCE
#include "locks.h"

#include <fcntl.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

// As the kernel's headers have it, which are older than the kernel in many places
// (Documentation/userspace-api/landlock.rst).
enum { createRuleset = 444, addRule = 445, restrictSelf = 446 };
enum { onlyVersion = 1, pathBeneath = 1 };
enum { readFile = 1 << 2, readFolder = 1 << 3 };

struct ruleset {
    uint64_t files;
    uint64_t network;
    uint64_t scope;
};

struct beneath {
    uint64_t allowed;
    int32_t folder;
} __attribute__((packed));

static const char *const fonts[] = {
    "/etc/fonts", "/usr/share/fonts", "/usr/local/share/fonts", "/usr/share/fontconfig",
    "/var/cache/fontconfig", "/usr/share/X11/fonts",
};

int wit_lock_files(int readsFonts) {
    long version = syscall(createRuleset, NULL, 0, onlyVersion);
    if (version < 1) return -1;
    // 13 rights from the first version on; REFER, TRUNCATE and IOCTL_DEV came later.
    unsigned rights = 13 + (version >= 2) + (version >= 3) + (version >= 5);
    struct ruleset rules = {.files = ((uint64_t)1 << rights) - 1};
    size_t size = sizeof rules.files;
    if (version >= 4) rules.network = 3, size = sizeof rules.files + sizeof rules.network;
    if (version >= 6) rules.scope = 3, size = sizeof rules;
    int ruleset = (int)syscall(createRuleset, &rules, size, 0);
    if (ruleset < 0) return -1;
    for (size_t i = 0; readsFonts && i < sizeof fonts / sizeof *fonts; i++) {
        int folder = open(fonts[i], O_PATH | O_CLOEXEC);
        if (folder < 0) continue;
        struct beneath rule = {.allowed = readFile | readFolder, .folder = folder};
        syscall(addRule, ruleset, pathBeneath, &rule, 0);
        close(folder);
    }
    long failed = syscall(restrictSelf, ruleset, 0);
    close(ruleset);
    return failed ? -1 : 0;
}
#else
typedef int noLandlock;
#endif
