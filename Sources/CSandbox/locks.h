#pragma once
#include <stddef.h>

// Each returns 0 where the lock holds.
int wit_limit_resources(size_t memory);
#ifdef __linux__
// Loads libseccomp, while files can be opened.
int wit_prepare_calls(void);
int wit_lock_files(int readsFonts);
int wit_lock_calls(int readsFiles);
#endif
