// libpq names the fields of an error by characters, and Swift does not import macros of characters.
#ifndef COACHKIT_CLIBPQ_SHIM_H
#define COACHKIT_CLIBPQ_SHIM_H
#include <libpq-fe.h>

/// The code of five characters, or null if the error is libpq's own.
static inline const char *coachkit_pq_sqlstate(const PGresult *result) {
  return PQresultErrorField(result, PG_DIAG_SQLSTATE);
}
/// ERROR, FATAL or PANIC, whatever the server's language; null if the error is libpq's own.
static inline const char *coachkit_pq_severity(const PGresult *result) {
  return PQresultErrorField(result, PG_DIAG_SEVERITY_NONLOCALIZED);
}
#endif
