#ifndef CSQLITE_SUPPORT_H
#define CSQLITE_SUPPORT_H

/// Has a connection refuse what only somebody who wants to do harm needs: writing into the schema
/// or into the tables behind a virtual table, and turning the journal off.
///
/// `sqlite3_db_config` takes variable arguments, so Swift cannot call it.
///
/// - Parameter connection: The `sqlite3 *`.
/// - Returns: A result code of SQLite.
int csqlite_be_defensive(void *connection);

/// Has SQLite lock files by open descriptors (`F_OFD_SETLK`), and not by the process.
///
/// POSIX gives up all locks that a process has on a file when the process closes any descriptor of
/// it, whoever has opened that. GTK's file chooser opens each file of a folder to find out what
/// kind of file it is. After that, another program would take itself for the only one that uses a
/// database, remove its log, and what this program writes from then on would be lost.
///
/// Connections that are open already are not changed.
///
/// - Returns: A result code of SQLite. If it is not `SQLITE_OK`, locks are those of the process.
int csqlite_lock_by_descriptor(void);

#endif
