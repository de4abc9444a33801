// The terminal while the program reads single keys: without echo, without the terminal's own line,
// and with marks around pasted text (bracketed paste).
//
// A signal may end or suspend the process at any moment, so the signal handlers restore the
// terminal. They use only functions that POSIX allows in handlers (2.4.3, "Signal Actions").

#define _GNU_SOURCE
#include <CSystem.h>
#include <sys/select.h>
#include <termios.h>

static const int terminal = STDIN_FILENO, screen = STDERR_FILENO;

/// The attributes of the terminal before and while keys are read.
static struct termios usual, for_keys;
/// Whether the terminal marks pasted text while keys are read.
static bool marks_pastes;

/// The signals with a handler while keys are read, and their usual handlers.
static const int signals[] = {SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGTSTP, SIGCONT};
enum { signal_count = sizeof signals / sizeof *signals };
static struct sigaction usual_handlers[signal_count];

/// The signals that are blocked before keys are read, and while the process waits for a key.
/// SIGCONT is blocked at all other times, so that it always ends a wait: a suspended process may
/// not be waiting when it is resumed, and must show its question again.
static sigset_t usual_mask, waiting_mask;

static void print(const char *text) {
  ssize_t written = write(screen, text, strlen(text));
  (void)written;
}

/// Whether the terminal belongs to another program, which has set its own attributes. A process in
/// the background that sets them is suspended (SIGTTOU), so no signal could end it.
static bool is_in_background(void) {
  pid_t group = tcgetpgrp(terminal);
  // It isn't the controlling terminal of this process, or there is none.
  return group != -1 && group != getpgrp();
}

static int set_for_keys(void) {
  if (is_in_background()) return 0;
  int result = tcsetattr(terminal, TCSADRAIN, &for_keys);
  if (result == 0 && marks_pastes) print("\033[?2004h");
  return result;
}

/// Restores the terminal, and discards what was typed and not read.
static void set_usual(void) {
  if (is_in_background()) return;
  if (marks_pastes) print("\033[?2004l");
  tcsetattr(terminal, TCSAFLUSH, &usual);
}

static void handle(int number) {
  int code = errno;
  if (number == SIGCONT) {
    set_for_keys();
  } else {
    set_usual();
    if (number == SIGINT) {
      print("\n");
      _exit(1);
    }
    // Suspends or ends the process as soon as this signal, which is blocked here, is unblocked.
    stack_handle(number, SIG_DFL, NULL);
    raise(number);
  }
  if (number == SIGTSTP) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, number);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    // The process was resumed, or couldn't be suspended.
    sigprocmask(SIG_BLOCK, &set, NULL);
    stack_handle(number, handle, NULL);
    set_for_keys();
  }
  errno = code;
}

bool stack_begin_reading_keys(bool with_marks) {
  if (tcgetattr(terminal, &usual) != 0) return false;
  marks_pastes = with_marks;
  for_keys = usual;
  for_keys.c_lflag &= ~(tcflag_t)(ICANON | ECHO | ISIG | IEXTEN);
  for_keys.c_iflag &= ~(tcflag_t)(ICRNL | INLCR | IGNCR | ISTRIP | IXON);
  for_keys.c_cc[VMIN] = 1;
  for_keys.c_cc[VTIME] = 0;
  for (int index = 0; index < signal_count; index++) {
    int number = signals[index];
    sigaction(number, NULL, &usual_handlers[index]);
    bool is_ignored = usual_handlers[index].sa_handler == SIG_IGN;
    if (!is_ignored || number == SIGINT) stack_handle(number, handle, NULL);
  }
  sigset_t resuming;
  sigemptyset(&resuming);
  sigaddset(&resuming, SIGCONT);
  sigprocmask(SIG_BLOCK, &resuming, &usual_mask);
  waiting_mask = usual_mask;
  sigdelset(&waiting_mask, SIGCONT);
  if (set_for_keys() == 0) return true;
  stack_end_reading_keys();
  return false;
}

void stack_end_reading_keys(void) {
  set_usual();
  for (int index = 0; index < signal_count; index++) {
    sigaction(signals[index], &usual_handlers[index], NULL);
  }
  sigprocmask(SIG_SETMASK, &usual_mask, NULL);
}

int stack_signal_of_key(unsigned char key) {
  if (!(usual.c_lflag & ISIG) || key == _POSIX_VDISABLE) return 0;
  if (key == usual.c_cc[VINTR]) return SIGINT;
  if (key == usual.c_cc[VQUIT]) return SIGQUIT;
  return key == usual.c_cc[VSUSP] ? SIGTSTP : 0;
}

int stack_wait_for_key(int milliseconds) {
  // On macOS, poll(2) doesn't wait for terminals.
  fd_set set;
  FD_ZERO(&set);
  FD_SET(terminal, &set);
  struct timespec time = {
      .tv_sec = milliseconds / 1000, .tv_nsec = milliseconds % 1000 * 1000000L};
  return pselect(
      terminal + 1, &set, NULL, NULL, milliseconds < 0 ? NULL : &time, &waiting_mask);
}
