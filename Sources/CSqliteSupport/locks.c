#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stddef.h>

#include "CSqliteSupport.h"

// Linux has these locks since version 3.15. Without them, the locks are those of the process.
#ifdef F_OFD_SETLK

// What SQLite calls instead of `fcntl`. It passes a lock, a number, or nothing.
static int with_locks_of_descriptor(int descriptor, int command, ...) {
  va_list arguments;
  va_start(arguments, command);
  void *argument = va_arg(arguments, void *);
  va_end(arguments);

  int own = command == F_SETLK ? F_OFD_SETLK
    : command == F_SETLKW ? F_OFD_SETLKW
    : command == F_GETLK ? F_OFD_GETLK
    : 0;
  if (own == 0) return fcntl(descriptor, command, argument);

  struct flock *lock = argument;
  struct flock copy = *lock;
  // It has to be zero, and SQLite leaves it as it was.
  copy.l_pid = 0;
  int result = fcntl(descriptor, own, &copy);
  if (result != 0 && errno == EINVAL) return fcntl(descriptor, command, lock);
  *lock = copy;
  return result;
}

int csqlite_lock_by_descriptor(void) {
  sqlite3_vfs *files = sqlite3_vfs_find("unix");
  if (files == NULL || files->iVersion < 3 || files->xSetSystemCall == NULL) return SQLITE_ERROR;
  return files->xSetSystemCall(files, "fcntl", (sqlite3_syscall_ptr)with_locks_of_descriptor);
}

#else

int csqlite_lock_by_descriptor(void) { return SQLITE_ERROR; }

#endif
