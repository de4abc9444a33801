// What the C start-up tells, and what only GNU's headers declare.

#ifdef __linux__
#define _GNU_SOURCE
#include <CSystem.h>

static int argument_count;
static char **arguments;

// The C library calls constructors with the arguments of main (glibc, and musl where it is linked
// dynamically). So they don't depend on /proc, where the Swift runtime would look for them.
__attribute__((constructor)) static void keep_arguments(int count, char **values) {
  argument_count = count;
  arguments = values;
}

int stack_argument_count(void) { return arguments ? argument_count : 0; }

const char *stack_argument(int index) {
  return index >= 0 && index < stack_argument_count() ? arguments[index] : NULL;
}

char **stack_environment(void) { return environ; }

void stack_begin_writing(int descriptor) {
#ifdef SYNC_FILE_RANGE_WRITE
  sync_file_range(descriptor, 0, 0, SYNC_FILE_RANGE_WRITE);
#else
  (void)descriptor;
#endif
}
#endif
