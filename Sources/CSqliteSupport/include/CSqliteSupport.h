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

#endif
