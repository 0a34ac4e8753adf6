#define _GNU_SOURCE
#include "CLibpq.h"

#include <dlfcn.h>
#include <locale.h>
#include <pthread.h>
#include <sys/ioctl.h>

// OpenSSL's function, if libpq was built with it.
static int (*bufferedBytes)(const void *tls);

const char *libpqLoad(LibpqFunctions *functions) {
  // The number of the interface has been 5 since PostgreSQL 8. The library is never unloaded:
  // libraries that it loads, such as OpenSSL, do not support that.
  void *library = dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (library == NULL) {
    const char *reason = dlerror();
    return reason != NULL ? reason : "libpq.so.5";
  }
#define LIBPQ_LOOK_UP(name) \
  { \
    void *function = dlsym(library, #name); \
    if (function == NULL) return "libpq has no function " #name; \
    functions->name = (__typeof__(&name))function; \
  }
  LIBPQ_FUNCTIONS(LIBPQ_LOOK_UP)
#undef LIBPQ_LOOK_UP
  // dlsym also looks in the libraries that libpq needs.
  bufferedBytes = (__typeof__(bufferedBytes))dlsym(library, "SSL_pending");
  return NULL;
}

void libpqDropNotice(void *argument, const PGresult *result) {
  (void)argument;
  (void)result;
}

static locale_t english;

static void makeEnglish(void) { english = newlocale(LC_ALL_MASK, "C", (locale_t)0); }

void libpqUseEnglishInThisThread(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, makeEnglish);
  if (english != (locale_t)0) uselocale(english);
}

int libpqBytesToRead(int descriptor) {
  int count = 0;
  return ioctl(descriptor, FIONREAD, &count) == 0 && count > 0 ? count : 0;
}

int libpqBufferedBytes(void *tls) {
  return tls != NULL && bufferedBytes != NULL ? bufferedBytes(tls) : 0;
}
