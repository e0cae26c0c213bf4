#pragma once
#include <stddef.h>
#include <sys/types.h>

// What a process needs of the system to have pictures decoded in a child of its own, and what that
// child needs to give up all it can do besides.

/// Where the child finds its end of the socket.
#define WIT_CHILD_SOCKET 3
/// Where the child finds the file that it shares with its parent.
#define WIT_CHILD_FILE 4

/// An anonymous file of no length in memory (on other systems than Linux: in the folder for temporary
/// files, without a name), closed at exec; -1 with errno.
int wit_anonymous_file(void);

/// Starts a program with a socket to it and with `file`, and with nothing else: no standard input, no
/// environment but `environment`, no other descriptor, signals as they are by default, in a process
/// group of its own, which a terminal's Ctrl-C does not reach.
///
/// The lists end with NULL. Returns 0, or an errno.
int wit_spawn(const char *program, char *const arguments[], char *const environment[], int file,
              int *outSocket, pid_t *outChild);

/// Waits until a descriptor can be read or has ended: 1; 0 after the milliseconds; -1 with errno.
int wit_wait_readable(int descriptor, int milliseconds);

/// Sends without a signal where the other end is closed; as `send`.
ssize_t wit_send(int socket, const void *bytes, size_t count);

/// Waits for a child's end. Returns its status as `waitpid` gives it, or -1.
int wit_reap(pid_t child);

/// The processor time that a process which was started here has taken, in seconds; 0 once it has ended.
double wit_processor_seconds(pid_t child);

/// The signal that a status names; 0 for a status of another kind.
int wit_signal_of(int status);

// In the child.

/// Whether the descriptors that a child gets are there: 1 or 0.
int wit_is_child(void);

/// Closes what came from the parent by oversight, leaves its folder, and asks for no core file.
void wit_child_begin(void);

/// The locks that held. The child works with those that the system has.
enum {
    WIT_LOCK_LIMITS = 1,        // memory, files, descriptors, core
    WIT_LOCK_PRIVILEGES = 2,    // no_new_privs
    WIT_LOCK_FILES = 4,         // Landlock: no files (or the fonts to read alone), no network
    WIT_LOCK_CALLS = 8,         // seccomp: the system calls that decoding needs
};

/// Gives up everything that decoding does not need; called once, while there is one thread. Later
/// threads are under the same locks.
///
/// - `memory`: bytes that the process may take in all, its code included.
/// - `readsFonts`: whether the system's fonts can be read, where Landlock keeps it to them.
/// Returns the locks that hold, or -1 where memory is too little to work with.
int wit_child_lock(size_t memory, int readsFonts);

/// Allows so many seconds of processor time from now on; SIGXCPU ends the process after them.
void wit_child_allow_time(int seconds);

/// Ends the process when the other end of the socket is closed, whatever it is doing.
void wit_child_end_with(int socket);

/// Maps the first `count` bytes of the shared file, to be written to; NULL where there are not as many.
void *wit_child_map(size_t count);
void wit_child_unmap(void *bytes, size_t count);

/// Tries what a child has no business with; returns 0 where it could, else the errno.
enum {
    WIT_TRY_OPEN_READ = 1,
    WIT_TRY_OPEN_WRITE,
    WIT_TRY_STAT,
    WIT_TRY_SOCKET,
    WIT_TRY_EXECUTE,
    WIT_TRY_FORK,
    WIT_TRY_KILL,
    WIT_TRY_TRACE,
    WIT_TRY_LISTING,
    WIT_TRY_MEMORY,
    WIT_TRY_RENAME,
    WIT_TRY_FOREVER,
};
int wit_child_try(int what, const char *path);
