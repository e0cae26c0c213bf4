// What SQLite can only be told before its first use, by a function of variable arguments, which
// Swift cannot call. Told again rather than included: GRDB brings the header under another module.
#ifndef WIT_CSQLITE_SHIM_H
#define WIT_CSQLITE_SHIM_H

int sqlite3_config(int option, ...);

/// Counts no memory (SQLITE_CONFIG_MEMSTATUS, 9): each allocation and release would take a lock
/// that all threads share. Returns SQLITE_OK, or SQLITE_MISUSE once SQLite is in use.
static inline int wit_sqlite_count_no_memory(void) { return sqlite3_config(9, 0); }

#endif
