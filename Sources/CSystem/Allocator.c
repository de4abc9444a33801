// malloc(3) for the small build, in place of musl's, which takes half of the instructions for
// showing a task.
//
// Small blocks have sizes of few kinds. A free block goes onto a list of its kind, from which the
// next one of that kind is taken; otherwise it is cut off a chunk. Large blocks are mapped and
// unmapped one by one. There are no locks, because the program has one thread.

#ifdef STACK_SMALL
#define _GNU_SOURCE
#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

// Before each block is a header: the kind of a small block, or the size of a mapping. The address
// after it is a multiple of 16.
enum {
  alignment = 16, header_size = 8,
  // Kinds up to this size are multiples of 16; above it, there are four in each doubling.
  fine_limit = 512, fine_kinds = fine_limit / 16,
  small_limit = 64 * 1024, kinds = fine_kinds + 4 * 7 + 1,
  chunk_size = 256 * 1024,
};

static uint64_t *header(void *block) { return (uint64_t *)block - 1; }

/// The kind of a small block with at least this size, including its header.
static size_t kind_of(size_t size) {
  if (size <= fine_limit) return (size + 15) / 16;
  size_t doubling = 63 - (size_t)__builtin_clzl(size - 1);
  return fine_kinds + (doubling - 9) * 4 + ((size - 1) >> (doubling - 2)) - 3;
}

/// The size of the blocks of a kind, including their headers.
static size_t size_of(size_t kind) {
  if (kind <= fine_kinds) return kind * 16;
  size_t index = kind - fine_kinds - 1;
  return (index % 4 + 5) << (index / 4 + 7);
}

/// The free blocks of each kind; each begins with the address of the next one.
static void *free_blocks[kinds];
/// The unused part of the current chunk. The first chunk needs no system call.
static _Alignas(alignment) char first_chunk[64 * 1024];
static char *unused = first_chunk + header_size, *unused_end = first_chunk + sizeof first_chunk;

static void *map(size_t size) {
  void *start = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return start == MAP_FAILED ? NULL : start;
}

/// The size of a mapping for a large block; 0 if there is none.
static size_t mapping_size(size_t size) {
  return size > PTRDIFF_MAX - 8192 ? 0 : (size + alignment + 4095) & ~(size_t)4095;
}

void *malloc(size_t size) {
  if (size > small_limit - header_size) {
    size_t mapped = mapping_size(size);
    char *start = mapped ? map(mapped) : NULL;
    if (!start) return errno = ENOMEM, NULL;
    *header(start + alignment) = mapped;
    return start + alignment;
  }
  size_t kind = kind_of(size + header_size);
  void *block = free_blocks[kind];
  if (block) {
    free_blocks[kind] = *(void **)block;
    return block;
  }
  size_t needed = size_of(kind);
  if ((size_t)(unused_end - unused) < needed) {
    char *chunk = map(chunk_size);
    if (!chunk) return NULL;
    unused = chunk + header_size;
    unused_end = chunk + chunk_size;
  }
  block = unused + header_size;
  unused += needed;
  *header(block) = kind;
  return block;
}

void free(void *block) {
  if (!block) return;
  uint64_t kind = *header(block);
  if (kind >= kinds) {
    munmap((char *)block - alignment, kind);
  } else {
    *(void **)block = free_blocks[kind];
    free_blocks[kind] = block;
  }
}

size_t malloc_usable_size(void *block) {
  if (!block) return 0;
  uint64_t kind = *header(block);
  return kind >= kinds ? kind - alignment : size_of(kind) - header_size;
}

void *realloc(void *block, size_t size) {
  if (!block) return malloc(size);
  size_t usable = malloc_usable_size(block);
  uint64_t mapped = *header(block);
  if (mapped >= kinds && size > small_limit) {
    size_t new_size = mapping_size(size);
    char *old = (char *)block - alignment;
    char *start = new_size ? mremap(old, mapped, new_size, MREMAP_MAYMOVE) : MAP_FAILED;
    if (start == MAP_FAILED) return errno = ENOMEM, NULL;
    *header(start + alignment) = new_size;
    return start + alignment;
  }
  if (size <= usable && size >= usable / 2) return block;
  void *new_block = malloc(size);
  if (!new_block) return NULL;
  memcpy(new_block, block, size < usable ? size : usable);
  free(block);
  return new_block;
}

void *calloc(size_t count, size_t size) {
  size_t total;
  if (__builtin_mul_overflow(count, size, &total)) return errno = ENOMEM, NULL;
  void *block = malloc(total);
  // A mapping is zeroed already.
  if (block && *header(block) < kinds) memset(block, 0, total);
  return block;
}

int posix_memalign(void **result, size_t needed, size_t size) {
  // Nothing in the program needs more.
  if (needed > alignment) return EINVAL;
  void *block = malloc(size);
  if (!block) return ENOMEM;
  *result = block;
  return 0;
}

void *aligned_alloc(size_t needed, size_t size) {
  void *block = NULL;
  errno = posix_memalign(&block, needed, size);
  return block;
}
#endif
