#include <sqlite3.h>
#include <stddef.h>

#include "CSqliteSupport.h"

int csqlite_be_defensive(void *connection) {
  return sqlite3_db_config(connection, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
}
