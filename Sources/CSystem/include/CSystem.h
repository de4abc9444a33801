// What Swift can't import in all of its modes and on all systems: macros, functions with any number of arguments, and values
// that the C start-up sets.

#ifndef CSYSTEM_H
#define CSYSTEM_H

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
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

/// How many arguments the C start-up gave, the name of the program among them; 0 where it gave none.
int stack_argument_count(void);
/// The argument of an index; the first is the name under which the program was called.
const char *stack_argument(int index);

/// Asks the system to begin writing a file's bytes, without waiting for it. Only a hint.
void stack_begin_writing(int descriptor);

/// Whether a file may change without this kernel's doing: on a network file system, or in a process (FUSE).
bool stack_may_change_elsewhere(const char *path);

/// Whether the system would give out so much memory in one piece.
bool stack_has_memory(size_t size);

/// Asks the system to give out much memory at a time, where a large part of it will be used whole. Only a hint.
void stack_use_large_pages(void *start, size_t size);

/// `errno`
static inline int stack_error_code(void) { return errno; }
static inline void stack_clear_error_code(void) { errno = 0; }

/// openat(2), and its flags for a directory that may be entered but not read, and for a symbolic link itself
static inline int stack_open(int directory, const char *name, int flags, mode_t mode) {
  return openat(directory, name, flags, mode);
}
extern const int stack_search_flags, stack_link_flags;
/// The destination of a symbolic link that was opened itself, so that its owner is asked of the same link.
ssize_t stack_read_link(int link, char *buffer, size_t size);

/// The POSIX access ACL of a file, as the bytes of its extended attribute; ENOTSUP on systems without it.
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
/// The name in an entry of a folder, which Swift takes for an array of one size.
static inline const char *stack_name(const struct dirent *entry) { return entry->d_name; }
/// ioctl(2) with TIOCGWINSZ: how many columns a terminal has; 0 where that isn't known.
static inline int stack_columns(int descriptor) {
  struct winsize size;
  return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}
/// Whether root may have started this process. On Linux the auxiliary vector answers without a system call; it doesn't
/// change when the process changes its user.
static inline bool stack_may_be_root(void) {
#ifdef AT_EUID
  return getauxval(AT_EUID) == 0;
#else
  return true;
#endif
}
/// `environ`
char **stack_environment(void);

/// clock_gettime(2): the time now, and the time since some moment in the past, which never goes back.
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

/// What happens at a signal.
typedef void (*stack_signal_handler)(int);
static inline stack_signal_handler stack_ignoring(void) { return SIG_IGN; }
static inline stack_signal_handler stack_default(void) { return SIG_DFL; }
/// sigaction(2) with a handler, which interrupts what is waiting
static inline void stack_handle(int number, stack_signal_handler handler, struct sigaction *previous) {
  struct sigaction action = {.sa_handler = handler};
  sigaction(number, &action, previous);
}

#endif
