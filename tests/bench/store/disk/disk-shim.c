/*
 * Loaded into a process under test with LD_PRELOAD. Every call that changes a file below the folder BENCHWRIGHT_DISK is
 * counted from 1. BENCHWRIGHT_DISK_LOG: each is written to that file (see recorded-disk.ts for its form).
 * BENCHWRIGHT_DISK_FULL_FROM=n: from the nth on there is no space: writes fail with ENOSPC, removing still works.
 * BENCHWRIGHT_DISK_FULL_AT=n: the same for the nth alone. BENCHWRIGHT_DISK_KILL_AT=n: SIGKILL comes instead of the nth.
 * A kill or failure on a write of more than one byte comes after its first half.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long count = 0;
static int log_file = -1;

static long number(const char *name) {
  const char *text = getenv(name);
  return text ? atol(text) : 0;
}

static int is_below(const char *path) {
  const char *folder = getenv("BENCHWRIGHT_DISK");
  return folder && path && strncmp(path, folder, strlen(folder)) == 0;
}

static int path_of(int descriptor, char *path) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t length = readlink(link, path, 4095);
  if (length < 0) return 0;
  path[length] = 0;
  return is_below(path);
}

static void put(const void *bytes, size_t size) {
  ssize_t (*real)(int, const void *, size_t) = REAL(write);
  const char *at = bytes;
  while (size > 0) {
    ssize_t done = real(log_file, at, size);
    if (done <= 0) abort();
    at += done;
    size -= done;
  }
}

/* One record: kind, length and text of both paths, a number, length and bytes of the data. */
static void record(char kind, const char *path, const char *other, uint64_t value, const void *data, uint32_t size) {
  const char *name = getenv("BENCHWRIGHT_DISK_LOG");
  if (!name) return;
  if (log_file < 0) log_file = REAL(open)(name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  uint32_t length = strlen(path), other_length = strlen(other);
  put(&kind, 1);
  put(&length, 4);
  put(path, length);
  put(&other_length, 4);
  put(other, other_length);
  put(&value, 8);
  put(&size, 4);
  put(data, size);
}

enum fate { PASS, KILL, FULL };

static enum fate next(int needs_space) {
  count += 1;
  long kill_at = number("BENCHWRIGHT_DISK_KILL_AT");
  long full_from = number("BENCHWRIGHT_DISK_FULL_FROM"), full_at = number("BENCHWRIGHT_DISK_FULL_AT");
  if (kill_at == count) return KILL;
  if (needs_space && ((full_from && count >= full_from) || full_at == count)) return FULL;
  return PASS;
}

static void die(void) {
  raise(SIGKILL);
}

/* Does a write; `half` is the same call with half of the bytes. */
#define WRITE(kind_of_call, half, all, offset)                       \
  do {                                                               \
    char path[4096];                                                 \
    if (!path_of(descriptor, path)) return all;                      \
    pthread_mutex_lock(&lock);                                       \
    enum fate fate = next(1);                                        \
    if (fate != PASS && size > 1) half;                              \
    if (fate == KILL) die();                                         \
    ssize_t result = -1;                                             \
    if (fate == FULL) {                                              \
      errno = ENOSPC;                                                \
    } else {                                                         \
      uint64_t at = offset;                                          \
      result = all;                                                  \
      if (result > 0) record('W', path, "", at, bytes, result);      \
    }                                                                \
    pthread_mutex_unlock(&lock);                                     \
    return result;                                                   \
  } while (0)

ssize_t write(int descriptor, const void *bytes, size_t size) {
  ssize_t (*real)(int, const void *, size_t) = REAL(write);
  /* Writes past the end are recorded at their actual offset. */
  WRITE(write, real(descriptor, bytes, size / 2), real(descriptor, bytes, size),
        (uint64_t)lseek(descriptor, 0, (fcntl(descriptor, F_GETFL) & O_APPEND) ? SEEK_END : SEEK_CUR));
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t size, off64_t offset) {
  ssize_t (*real)(int, const void *, size_t, off64_t) = REAL(pwrite64);
  WRITE(pwrite64, real(descriptor, bytes, size / 2, offset), real(descriptor, bytes, size, offset), (uint64_t)offset);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t size, off_t offset) {
  return pwrite64(descriptor, bytes, size, offset);
}

#define CHANGE(kind, needs_space, below, path, other, value, call)   \
  do {                                                               \
    if (!(below)) return call;                                       \
    pthread_mutex_lock(&lock);                                       \
    enum fate fate = next(needs_space);                              \
    if (fate == KILL) die();                                         \
    int result = -1;                                                 \
    if (fate == FULL) {                                              \
      errno = ENOSPC;                                                \
    } else {                                                         \
      result = call;                                                 \
      if (result == 0) record(kind, path, other, value, "", 0);      \
    }                                                                \
    pthread_mutex_unlock(&lock);                                     \
    return result;                                                   \
  } while (0)

int ftruncate64(int descriptor, off64_t size) {
  char path[4096];
  CHANGE('T', 0, path_of(descriptor, path), path, "", (uint64_t)size, REAL(ftruncate64)(descriptor, size));
}
int ftruncate(int descriptor, off_t size) {
  return ftruncate64(descriptor, size);
}
int fsync(int descriptor) {
  char path[4096];
  CHANGE('S', 0, path_of(descriptor, path), path, "", 0, REAL(fsync)(descriptor));
}
int fdatasync(int descriptor) {
  char path[4096];
  CHANGE('S', 0, path_of(descriptor, path), path, "", 0, REAL(fdatasync)(descriptor));
}
int unlink(const char *path) {
  CHANGE('U', 0, is_below(path), path, "", 0, REAL(unlink)(path));
}
int remove(const char *path) {
  CHANGE('U', 0, is_below(path), path, "", 0, REAL(remove)(path));
}
int link(const char *from, const char *to) {
  CHANGE('L', 1, is_below(to), from, to, 0, REAL(link)(from, to));
}
int rename(const char *from, const char *to) {
  CHANGE('R', 1, is_below(to), from, to, 0, REAL(rename)(from, to));
}
