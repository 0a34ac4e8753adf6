#ifndef CLIBPQ_H
#define CLIBPQ_H

#include <sys/eventfd.h>

// Debian has the headers of libpq in a folder, other systems have them among all others.
#if __has_include(<postgresql/libpq-fe.h>)
#include <postgresql/libpq-fe.h>
#elif __has_include(<libpq-fe.h>)
#include <libpq-fe.h>
#else
#error "The headers of libpq are missing. On Debian, install libpq-dev."
#endif

// The functions of libpq that are used. They are looked up at run time, so that a program starts
// on a machine without libpq. PostgreSQL 14 and newer have all of them.
#define LIBPQ_FUNCTIONS(FUNCTION) \
  FUNCTION(PQbackendPID) \
  FUNCTION(PQcancel) \
  FUNCTION(PQclear) \
  FUNCTION(PQcmdStatus) \
  FUNCTION(PQcmdTuples) \
  FUNCTION(PQconnectionNeedsPassword) \
  FUNCTION(PQconnectionUsedPassword) \
  FUNCTION(PQconnectPoll) \
  FUNCTION(PQconnectStartParams) \
  FUNCTION(PQconninfo) \
  FUNCTION(PQconninfoFree) \
  FUNCTION(PQconninfoParse) \
  FUNCTION(PQconsumeInput) \
  FUNCTION(PQerrorMessage) \
  FUNCTION(PQenterPipelineMode) \
  FUNCTION(PQescapeIdentifier) \
  FUNCTION(PQexitPipelineMode) \
  FUNCTION(PQfformat) \
  FUNCTION(PQfinish) \
  FUNCTION(PQflush) \
  FUNCTION(PQfname) \
  FUNCTION(PQfreeCancel) \
  FUNCTION(PQfreemem) \
  FUNCTION(PQftype) \
  FUNCTION(PQgetCancel) \
  FUNCTION(PQgetCopyData) \
  FUNCTION(PQgetisnull) \
  FUNCTION(PQgetlength) \
  FUNCTION(PQgetResult) \
  FUNCTION(PQgetvalue) \
  FUNCTION(PQhost) \
  FUNCTION(PQisBusy) \
  FUNCTION(PQisthreadsafe) \
  FUNCTION(PQlibVersion) \
  FUNCTION(PQnfields) \
  FUNCTION(PQnotifies) \
  FUNCTION(PQntuples) \
  FUNCTION(PQpipelineSync) \
  FUNCTION(PQputCopyData) \
  FUNCTION(PQputCopyEnd) \
  FUNCTION(PQresultErrorField) \
  FUNCTION(PQresultErrorMessage) \
  FUNCTION(PQresultStatus) \
  FUNCTION(PQsendPrepare) \
  FUNCTION(PQsendQuery) \
  FUNCTION(PQsendQueryParams) \
  FUNCTION(PQsendQueryPrepared) \
  FUNCTION(PQserverVersion) \
  FUNCTION(PQsetErrorVerbosity) \
  FUNCTION(PQsetnonblocking) \
  FUNCTION(PQsetNoticeReceiver) \
  FUNCTION(PQsetSingleRowMode) \
  FUNCTION(PQsocket) \
  FUNCTION(PQsslInUse) \
  FUNCTION(PQsslStruct) \
  FUNCTION(PQstatus) \
  FUNCTION(PQtransactionStatus)

// The compiler takes the types of the functions from the headers.
typedef struct {
#define LIBPQ_MEMBER(name) __typeof__(&name) _Nonnull name;
  LIBPQ_FUNCTIONS(LIBPQ_MEMBER)
#undef LIBPQ_MEMBER
} LibpqFunctions;

/// Loads libpq and looks up its functions.
///
/// It is to be called once in a process. libpq stays loaded until the process ends.
///
/// \param functions The functions that were found.
/// \return A null pointer, or what is missing: text that stays valid.
const char *_Nullable libpqLoad(LibpqFunctions *_Nonnull functions);

/// A receiver of notices that drops them. That of libpq prints them on the standard error stream.
void libpqDropNotice(void *_Nullable argument, const PGresult *_Nullable result);

/// The fields of a result's error, whose names are macros.
typedef enum {
  LibpqFieldSqlState = PG_DIAG_SQLSTATE,
  LibpqFieldMessage = PG_DIAG_MESSAGE_PRIMARY,
  LibpqFieldDetail = PG_DIAG_MESSAGE_DETAIL,
  LibpqFieldHint = PG_DIAG_MESSAGE_HINT,
  LibpqFieldConstraint = PG_DIAG_CONSTRAINT_NAME,
  LibpqFieldTable = PG_DIAG_TABLE_NAME,
  LibpqFieldColumn = PG_DIAG_COLUMN_NAME,
} LibpqField;

/// Uses English texts in the calling thread, whatever the locale of the process.
void libpqUseEnglishInThisThread(void);

/// Returns how many bytes can be read from a socket without waiting, or 0 if that is not known.
int libpqBytesToRead(int descriptor);

/// Returns how many bytes OpenSSL has received and decrypted that nobody has read.
///
/// \param tls What `PQsslStruct` returns for "OpenSSL"; a null pointer for 0.
int libpqBufferedBytes(void *_Nullable tls);

#endif
