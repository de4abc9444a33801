// What C must say for Swift: what is a macro, takes any number of arguments, or is set by the C start-up, and so is not
// to be had from Swift in all of its modes and on all systems.

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

/// open(2)
static inline int stack_open(const char *path, int flags, mode_t mode) { return open(path, flags, mode); }
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
/// geteuid(2). Linux tells it at the start, getauxval(3); who isn't root then stays who it is, so only root asks.
static inline uid_t stack_effective_user(void) {
#ifdef AT_EUID
  uid_t user = (uid_t)getauxval(AT_EUID);
  if (user != 0) return user;
#endif
  return geteuid();
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
