#ifndef CLIBSECRET_H
#define CLIBSECRET_H

// The keyring of the desktop, through libsecret, which is loaded when it is needed.
//
// libsecret's headers need those of GLib, and what pkg-config says for them would link both. What
// is used of their interface is a few functions, whose types are written in libsecret.c. They are
// part of libsecret 0.19 and newer, and do not change.

/// What has become of a question to the keyring.
typedef enum {
  LibsecretDone,
  /// There is nothing under the name.
  LibsecretNothing,
  /// There is something, but nobody has unlocked the keyring.
  LibsecretLocked,
  /// Nobody answers for a keyring, or it cannot do this.
  LibsecretUnavailable,
  LibsecretCancelled,
} LibsecretOutcome;

/// Loads libsecret and looks up its functions. It stays loaded until the process ends.
///
/// It is to be called once in a process, before the other functions.
///
/// \return Whether this machine has it.
_Bool libsecretLoad(void);

/// Something by which another thread ends a question.
void *_Nonnull libsecretMakeCancellable(void);
void libsecretCancel(void *_Nonnull cancellable);
void libsecretRelease(void *_Nonnull cancellable);

/// Keeps a password, in place of one under the same name. It waits for the keyring, which may ask
/// somebody to unlock it.
LibsecretOutcome libsecretKeep(
  const char *_Nonnull name, const char *_Nonnull label, const char *_Nonnull password,
  void *_Nonnull cancellable
);

/// Looks up a password.
///
/// \param password The password, which is to be given to `libsecretFree`.
LibsecretOutcome libsecretLookUp(
  const char *_Nonnull name, char *_Nullable *_Nonnull password, void *_Nonnull cancellable
);

/// Overwrites a password, and frees it.
void libsecretFree(char *_Nonnull password);

/// Removes a password.
LibsecretOutcome libsecretForget(const char *_Nonnull name, void *_Nonnull cancellable);

#endif
