#include "CLibsecret.h"

#include <dlfcn.h>
#include <stddef.h>

// The interface of libsecret and GLib, as far as it is used.

typedef struct {
  unsigned int domain;
  int code;
  char *message;
} Error;

typedef struct {
  const char *name;
  int type;
} SchemaAttribute;

typedef struct {
  const char *name;
  int flags;
  SchemaAttribute attributes[32];
  int reserved;
  void *reservedPointers[7];
} Schema;

static const Schema schema = {
  "io.github.composable_gtk.Inventory.Server", 0, {{"server", 0}, {NULL, 0}}, 0, {NULL},
};

enum { isLocked = 2, isCancelled = 19 };

#define FUNCTIONS(FUNCTION) \
  FUNCTION(g_cancellable_new, void *, (void)) \
  FUNCTION(g_cancellable_cancel, void, (void *)) \
  FUNCTION(g_error_free, void, (Error *)) \
  FUNCTION(g_io_error_quark, unsigned int, (void)) \
  FUNCTION(g_list_free_full, void, (void *, void (*)(void *))) \
  FUNCTION(g_object_unref, void, (void *)) \
  FUNCTION(secret_error_get_quark, unsigned int, (void)) \
  FUNCTION(secret_password_clear_sync, int, (const Schema *, void *, Error **, ...)) \
  FUNCTION(secret_password_free, void, (char *)) \
  FUNCTION(secret_password_lookup_sync, char *, (const Schema *, void *, Error **, ...)) \
  FUNCTION(secret_password_search_sync, void *, (const Schema *, int, void *, Error **, ...)) \
  FUNCTION( \
    secret_password_store_sync, int, \
    (const Schema *, const char *, const char *, const char *, void *, Error **, ...) \
  )

static struct {
#define MEMBER(name, result, parameters) result(*name) parameters;
  FUNCTIONS(MEMBER)
#undef MEMBER
} libsecret;

_Bool libsecretLoad(void) {
  void *library = dlopen("libsecret-1.so.0", RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (library == NULL) return 0;
  // dlsym also looks in GLib, which libsecret needs.
#define LOOK_UP(name, result, parameters) \
  libsecret.name = (result(*) parameters)dlsym(library, #name); \
  if (libsecret.name == NULL) return 0;
  FUNCTIONS(LOOK_UP)
#undef LOOK_UP
  return 1;
}

void *libsecretMakeCancellable(void) { return libsecret.g_cancellable_new(); }
void libsecretCancel(void *cancellable) { libsecret.g_cancellable_cancel(cancellable); }
void libsecretRelease(void *cancellable) { libsecret.g_object_unref(cancellable); }

static LibsecretOutcome outcome(Error *error) {
  if (error == NULL) return LibsecretDone;
  LibsecretOutcome outcome = LibsecretUnavailable;
  if (error->domain == libsecret.secret_error_get_quark() && error->code == isLocked) {
    outcome = LibsecretLocked;
  } else if (error->domain == libsecret.g_io_error_quark() && error->code == isCancelled) {
    outcome = LibsecretCancelled;
  }
  libsecret.g_error_free(error);
  return outcome;
}

LibsecretOutcome libsecretKeep(
  const char *name, const char *label, const char *password, void *cancellable
) {
  Error *error = NULL;
  int isKept = libsecret.secret_password_store_sync(
    &schema, NULL, label, password, cancellable, &error, "server", name, (char *)NULL
  );
  // Whoever closes the question of the keyring has not unlocked it.
  return isKept || error != NULL ? outcome(error) : LibsecretLocked;
}

/// Whether there is something under a name, which may be locked.
static LibsecretOutcome isThere(const char *name, void *cancellable) {
  Error *error = NULL;
  void *found = libsecret.secret_password_search_sync(
    &schema, 0, cancellable, &error, "server", name, (char *)NULL
  );
  if (found == NULL) return error != NULL ? outcome(error) : LibsecretNothing;
  libsecret.g_list_free_full(found, libsecret.g_object_unref);
  return LibsecretLocked;
}

LibsecretOutcome libsecretLookUp(const char *name, char **password, void *cancellable) {
  Error *error = NULL;
  *password = libsecret.secret_password_lookup_sync(
    &schema, cancellable, &error, "server", name, (char *)NULL
  );
  return *password != NULL || error != NULL ? outcome(error) : isThere(name, cancellable);
}

void libsecretFree(char *password) { libsecret.secret_password_free(password); }

LibsecretOutcome libsecretForget(const char *name, void *cancellable) {
  Error *error = NULL;
  int isRemoved = libsecret.secret_password_clear_sync(
    &schema, cancellable, &error, "server", name, (char *)NULL
  );
  return isRemoved || error != NULL ? outcome(error) : isThere(name, cancellable);
}
