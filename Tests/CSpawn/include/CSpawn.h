// Starting programs, as tests do.
#ifndef WIT_CSPAWN_H
#define WIT_CSPAWN_H

#include <sys/types.h>

/// Starts a program in a process group of its own, with no signal blocked or ignored and no files but
/// its standard streams open: the descriptors of `streams`. `folder` may be NULL.
///
/// Gives 0, or the number of the error.
int wit_test_spawn(pid_t *number, const char *path, char *const arguments[], char *const environment[],
                   const char *folder, const int streams[3]);

#endif
