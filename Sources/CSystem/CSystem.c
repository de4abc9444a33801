// The arguments of main, functions that only some systems' headers declare, and a workaround for
// Swift's runtime.

#define _GNU_SOURCE
#include <CSystem.h>
#include <stdint.h>
#include <sys/mman.h>
#ifdef __linux__
#include <sys/syscall.h>
#include <sys/vfs.h>
#else
#include <sys/mount.h>
#include <sys/param.h>
#endif
#ifdef __APPLE__
#include <crt_externs.h>
#else
#include <sys/xattr.h>
#endif

#ifdef O_PATH
const int stack_search_flags = O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
const int stack_link_flags = O_PATH | O_NOFOLLOW | O_CLOEXEC;
#else
const int stack_search_flags = O_SEARCH | O_NOFOLLOW | O_CLOEXEC;
const int stack_link_flags = O_SYMLINK | O_CLOEXEC;
#endif

static int argument_count;
static char **arguments;

#ifndef STACK_SMALL
// glibc and Apple's C library call constructors with the arguments of main. This doesn't need
// /proc, from which the Swift runtime would read them.
__attribute__((constructor)) static void keep_arguments(int count, char **values) {
  argument_count = count;
  arguments = values;
}
#endif

const char *stack_argument(int index) {
  return index >= 0 && index < argument_count ? arguments[index] : NULL;
}

char **stack_environment(void) {
#ifdef __APPLE__
  return *_NSGetEnviron();
#else
  return environ;
#endif
}

ssize_t stack_read_link(int link, char *buffer, size_t size) {
#ifdef __APPLE__
  return freadlink(link, buffer, size);
#else
  return readlinkat(link, "", buffer, size);
#endif
}

#ifdef __linux__
#define ACCESS_LIST "system.posix_acl_access"
#else
#define fgetxattr(file, name, value, size) ((void)(file), (void)(value), (void)(size), errno = ENOTSUP, -1)
#define fsetxattr(file, name, value, size, flags) ((void)(file), (void)(value), (void)(size), errno = ENOTSUP, -1)
#define fremovexattr(file, name) ((void)(file), errno = ENOTSUP, -1)
#endif

ssize_t stack_access_list(int file, void *buffer, size_t size) { return fgetxattr(file, ACCESS_LIST, buffer, size); }
int stack_set_access_list(int file, const void *list, size_t size) {
  return fsetxattr(file, ACCESS_LIST, list, size, 0);
}
int stack_remove_access_list(int file) { return fremovexattr(file, ACCESS_LIST); }

void stack_begin_writing(int descriptor) {
#ifdef SYNC_FILE_RANGE_WRITE
  sync_file_range(descriptor, 0, 0, SYNC_FILE_RANGE_WRITE);
#else
  (void)descriptor;
#endif
}

void stack_refresh_status(int descriptor) {
#if defined SYS_statx && defined AT_EMPTY_PATH
  // Not the function, because musl has it only since 1.2.5. Nothing needs the result.
  enum { force_sync = 0x2000, basic_stats = 0x7ff };
  char status[256];
  syscall(SYS_statx, descriptor, "", AT_EMPTY_PATH | force_sync, basic_stats, status);
#else
  (void)descriptor;
#endif
}

bool stack_may_change_elsewhere(const char *path) {
  struct statfs status;
  if (statfs(path, &status) != 0) return false;
#ifdef __linux__
  switch ((uint32_t)status.f_type) {
  case 0x6969: // NFS
  case 0x517B: case 0xFF534D42: case 0xFE534D42: // SMB
  case 0x5346414F: case 0x6B414653: // AFS
  case 0x73757245: // Coda
  case 0x00C36400: // Ceph
  case 0x01021997: // 9P
  case 0x01161970: case 0x7461636F: // GFS2, OCFS2
  case 0x0BD00BD0: // Lustre
  case 0x65735546: // FUSE
  case 0x786F4256: case 0xBACBACBC: // the folders that VirtualBox and VMware share
    return true;
  default: return false;
  }
#else
  return !(status.f_flags & MNT_LOCAL);
#endif
}

void stack_use_large_pages(void *start, size_t size) {
#ifdef MADV_HUGEPAGE
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), first = ((uintptr_t)start + page - 1) & -page;
  madvise((void *)first, size - (first - (uintptr_t)start), MADV_HUGEPAGE);
#else
  (void)start, (void)size;
#endif
}

// MARK: - The small build, which is Embedded Swift and linked with musl

#ifdef STACK_SMALL
// In a static program, musl calls constructors without arguments. So `main` is in C, and that of
// the Swift code has another name.
int stack_main(int count, char **values);

int main(int count, char **values) {
  argument_count = count;
  arguments = values;
  return stack_main(count, values);
}

// Embedded Swift seeds its hashing with this, which musl doesn't have. The system returns up to 256
// bytes at once.
void arc4random_buf(void *buffer, size_t size) {
  while (getrandom(buffer, size, 0) != (ssize_t)size) {
    if (errno != EINTR) abort();
  }
}

#ifdef __aarch64__
// These replace two functions of Embedded Swift 6.3, which are weak symbols. Those return the
// object without its tag bits, and the code for AArch64 uses the returned pointer. So a string of
// up to 15 bytes, which consists of tag and text, becomes an invalid pointer. Later versions return
// the object unchanged (https://github.com/swiftlang/swift/pull/91151).
void *swift_retain_n(void *object, uint32_t count);

void *swift_bridgeObjectRetain_n(void *object, uint32_t count) {
  // Without its tag bits, this is a plain object, a null pointer, or an object that is marked as
  // not counted.
  swift_retain_n((void *)((uintptr_t)object & 0x8ffffffffffffff8), count);
  return object;
}

void *swift_bridgeObjectRetain(void *object) { return swift_bridgeObjectRetain_n(object, 1); }
#endif
#endif
