#include "locks.h"

#include <stdint.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

static int limit(int resource, rlim_t most) {
    struct rlimit limit;
    if (getrlimit(resource, &limit)) return -1;
    if (limit.rlim_max < most) most = limit.rlim_max;
    limit.rlim_cur = limit.rlim_max = most;
    return setrlimit(resource, &limit);
}

#ifdef __linux__
// RLIMIT_AS counts what is reserved too, of which a hundred libraries reserve much; nothing limits
// what is resident. RLIMIT_DATA counts all memory that only this process can write to. So of what
// the process may take, the pages of code and of files that it has are taken off, and as much again
// as decoders whose code was not used yet will need.
static int limitMemory(size_t memory) {
    const size_t codeToCome = 16 << 20, least = 32 << 20;
    unsigned long size, resident, shared;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file) return limit(RLIMIT_DATA, memory);
    int found = fscanf(file, "%lu %lu %lu", &size, &resident, &shared);
    fclose(file);
    size_t code = found == 3 ? shared * (size_t)sysconf(_SC_PAGESIZE) : 0;
    code += codeToCome;
    if (memory < code + least) return -1;
    return limit(RLIMIT_DATA, memory - code);
}
#endif

int wit_limit_resources(size_t memory) {
    int failed = 0;
#ifdef __linux__
    failed |= limitMemory(memory);
#else
    // QUIRK: macOS counts nothing by RLIMIT_DATA but brk, and has no other limit that is kept.
    failed |= limit(RLIMIT_DATA, memory);
#endif
    failed |= limit(RLIMIT_CORE, 0);
    // The shared file has its length; nothing is written to any other.
    failed |= limit(RLIMIT_FSIZE, 0);
    failed |= limit(RLIMIT_NOFILE, 64);
    return failed;
}
