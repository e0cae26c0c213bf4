#include "CInstructions.h"

#if defined(__linux__)

#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

int wit_instructions_open(void) {
    struct perf_event_attr event = {
        .type = PERF_TYPE_HARDWARE,
        .size = sizeof event,
        .config = PERF_COUNT_HW_INSTRUCTIONS,
        .exclude_kernel = 1,
        .exclude_hv = 1,
    };
    // This thread, on whichever processor it runs.
    return (int)syscall(SYS_perf_event_open, &event, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
}

int64_t wit_instructions_read(int counter) {
    int64_t count = -1;
    return read(counter, &count, sizeof count) == sizeof count ? count : -1;
}

#else

int wit_instructions_open(void) { return -1; }

int64_t wit_instructions_read(int counter) {
    (void)counter;
    return -1;
}

#endif
