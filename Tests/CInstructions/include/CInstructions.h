// The processor's count of the instructions that a thread executes.
#ifndef WIT_CINSTRUCTIONS_H
#define WIT_CINSTRUCTIONS_H

#include <stdint.h>

/// Begins to count the instructions that this thread executes outside of the kernel: a descriptor to
/// read from and to close, or -1 where the kernel or the processor doesn't count them
/// (perf_event_open(2); always on systems other than Linux).
int wit_instructions_open(void);

/// How many instructions were executed since; -1 where that can't be read.
int64_t wit_instructions_read(int counter);

#endif
