import CLibsecret
import Foundation
import Synchronization

/// Why the keyring of the desktop did not do what it was asked for. Nothing of it is a secret.
public enum KeyringError: Error, Equatable, Sendable {
  /// This machine has no libsecret.
  case libraryMissing
  /// The session has no keyring, or it cannot do this.
  case unavailable
  /// Nobody has unlocked the keyring.
  case locked
}

/// The keyring of the desktop, which keeps passwords for whoever is logged in.
///
/// libsecret is loaded when a function is called for the first time. Each call waits for the
/// keyring in a thread of its own, because the keyring may ask somebody to unlock it. A task that
/// is cancelled ends the question.
public enum Keyring {
  private static let isLoaded = libsecretLoad()

  /// Returns the password that is kept under a name; `nil` if there is none.
  ///
  /// - Throws: ``KeyringError``, or `CancellationError`.
  public static func password(named name: String) async throws -> String? {
    try await ask { cancellable in
      var password: UnsafeMutablePointer<CChar>?
      let outcome = libsecretLookUp(name, &password, cancellable)
      guard let password else { return (outcome, nil) }
      defer { libsecretFree(password) }
      return (outcome, String(cString: password))
    }
  }

  /// Keeps a password, in place of one that has the same name.
  ///
  /// - Parameters:
  ///   - password: The password.
  ///   - name: By what it is found again. Others can read it without unlocking the keyring.
  ///   - label: What people see in the list of their passwords.
  /// - Throws: ``KeyringError``, or `CancellationError`.
  public static func keep(_ password: String, named name: String, label: String) async throws {
    try await ask { (libsecretKeep(name, label, password, $0), nil) }
  }

  /// Removes a password, if there is one.
  ///
  /// - Throws: ``KeyringError``, or `CancellationError`.
  public static func forget(named name: String) async throws {
    try await ask { (libsecretForget(name, $0), nil) }
  }

  /// Something of GLib by which another thread ends a question.
  private final class Cancellable: @unchecked Sendable {
    // Sendable because GLib allows all threads to use it, and counts its references itself.
    let pointer = libsecretMakeCancellable()

    deinit { libsecretRelease(pointer) }
  }

  @discardableResult
  private static func ask(
    _ question: @escaping @Sendable (UnsafeMutableRawPointer) -> (LibsecretOutcome, String?)
  ) async throws -> String? {
    guard isLoaded else { throw KeyringError.libraryMissing }
    let cancellable = Cancellable()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let thread = Thread {
          let (outcome, answer) = question(cancellable.pointer)
          continuation.resume(with: result(outcome, answer))
        }
        thread.stackSize = 1 << 20
        thread.name = "Keyring"
        thread.start()
      }
    } onCancel: {
      libsecretCancel(cancellable.pointer)
    }
  }

  private static func result(
    _ outcome: LibsecretOutcome,
    _ answer: String?
  ) -> Result<String?, any Error> {
    switch outcome {
    case LibsecretDone, LibsecretNothing: .success(answer)
    case LibsecretLocked: .failure(KeyringError.locked)
    case LibsecretCancelled: .failure(CancellationError())
    default: .failure(KeyringError.unavailable)
    }
  }
}
