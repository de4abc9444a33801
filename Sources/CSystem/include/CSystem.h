// Functions for C features that Swift can't import in every mode and on every system: macros,
// variadic functions, and values that the C start-up code sets.

#ifndef CSYSTEM_H
#define CSYSTEM_H

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <pwd.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/wait.h>
#ifdef __linux__
#include <sys/auxv.h>
#include <sys/inotify.h>
#else
#include <sys/event.h>
#endif
#include <time.h>
#include <unistd.h>

/// The argument at an index, NULL beyond the last one; the first is the name by which the program
/// was called.
const char *stack_argument(int index);

/// Asks the system to begin writing a file's bytes, without waiting for it. Only a hint.
void stack_begin_writing(int descriptor);

/// Lets the system ask the server of a network file system for the status of a file, such as its
/// size, which it may have kept for a while. Without this, a file that has grown would seem cut.
void stack_refresh_status(int descriptor);

/// Whether a file may change without this kernel: on a network file system, or on one that a
/// process provides (FUSE).
bool stack_may_change_elsewhere(const char *path);

/// Asks the system to use large pages for memory of which most will be used. Only a hint.
void stack_use_large_pages(void *start, size_t size);

/// `errno`
static inline int stack_error_code(void) { return errno; }
static inline void stack_clear_error_code(void) { errno = 0; }

/// openat(2), and its flags for a directory that may be entered but not read, and for a symbolic
/// link itself
static inline int stack_open(int directory, const char *name, int flags, mode_t mode) {
  return openat(directory, name, flags, mode);
}
extern const int stack_search_flags, stack_link_flags;
/// The destination of a symbolic link that was itself opened, so its owner and its destination are
/// those of one link.
ssize_t stack_read_link(int link, char *buffer, size_t size);

/// The POSIX access ACL of a file, as the bytes of its extended attribute; ENOTSUP on systems
/// without it.
ssize_t stack_access_list(int file, void *buffer, size_t size);
int stack_set_access_list(int file, const void *list, size_t size);
int stack_remove_access_list(int file);
/// The error code for an attribute that a file doesn't have.
static inline int stack_no_attribute(void) {
#ifdef ENODATA
  return ENODATA;
#else
  return ENOATTR;
#endif
}
/// fcntl(2) with F_DUPFD_CLOEXEC
static inline int stack_duplicate(int descriptor, int lowest) {
  return fcntl(descriptor, F_DUPFD_CLOEXEC, lowest);
}
/// fcntl(2) with a request that takes no argument
static inline int stack_request(int descriptor, int request) { return fcntl(descriptor, request); }
/// The name in a directory entry, which Swift imports as an array of fixed size.
static inline const char *stack_name(const struct dirent *entry) { return entry->d_name; }
/// ioctl(2) with TIOCGWINSZ: the number of columns of a terminal; 0 if it isn't known.
static inline int stack_columns(int descriptor) {
  struct winsize size;
  return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}
/// Sets the terminal of standard input to read each key when it is pressed, without echo, and
/// perhaps with marks around pasted text. Ctrl-C and the other keys for signals are read like all
/// others. A signal that ends or suspends the process restores the terminal first. Returns whether
/// it succeeded.
bool stack_begin_reading_keys(bool marks_pastes);
/// Restores the terminal and the signal handlers, and discards what was typed and not read.
void stack_end_reading_keys(void);
/// The signal that the terminal usually sends for a key, such as SIGINT for Ctrl-C; 0 if none.
int stack_signal_of_key(unsigned char key);
/// Waits until a key can be read: 1. Returns 0 after a time, of which -1 means any, and -1 after a
/// signal.
int stack_wait_for_key(int milliseconds);

/// `environ`
char **stack_environment(void);

/// clock_gettime(2): the time now, and the time since some moment in the past, which never goes
/// back.
static inline struct timespec stack_now(void) {
  struct timespec now = {0};
  clock_gettime(CLOCK_REALTIME, &now);
  return now;
}
static inline struct timespec stack_uptime(void) {
  struct timespec now = {0};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now;
}

/// The handler of a signal.
typedef void (*stack_signal_handler)(int);
static inline stack_signal_handler stack_ignoring(void) { return SIG_IGN; }
static inline stack_signal_handler stack_default(void) { return SIG_DFL; }
/// sigaction(2) with a handler that interrupts blocking system calls
static inline void stack_handle(int number, stack_signal_handler handler, struct sigaction *previous) {
  struct sigaction action = {.sa_handler = handler};
  sigaction(number, &action, previous);
}
/// Whether a blocked signal that isn't ignored is going to end this process.
static inline bool stack_is_ending(void) {
  static const int numbers[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM};
  sigset_t pending;
  struct sigaction action;
  sigpending(&pending);
  for (int index = 0; index < 4; index++) {
    if (sigismember(&pending, numbers[index]) != 1) continue;
    if (sigaction(numbers[index], NULL, &action) == 0 && action.sa_handler != SIG_IGN) return true;
  }
  return false;
}

#endif
