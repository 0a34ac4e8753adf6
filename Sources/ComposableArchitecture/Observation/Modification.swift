import AccessTracking
import Glibc

/// An in-place modification of a property, from `willModify` to `didModify` of the registrar.
///
/// If no reducer runs, the outermost modification on a thread is a turn: observers are notified
/// once of what changes in it.
public struct _Modification<Before> {
  /// What was there before.
  let before: Before
  /// Whether a reducer makes it. Then its action is the turn, and identities that were read in it
  /// are compared directly, which is faster than ``ObservableStateID/continues(_:)``.
  let isByReducer: Bool
  private let isTurn: Bool

  init(of before: Before) {
    self.before = before
    isByReducer = ObservationBatch.isReducing
    isTurn = !isByReducer && ModificationThread.start == nil
    if isTurn { ModificationThread.start = Revisions.latest }
  }

  func end() {
    if isTurn { ModificationThread.start = nil }
  }
}

extension _Modification<ObservableStateID> {
  /// A modification of a value with an identity.
  @usableFromInline
  static func of(_ id: ObservableStateID) -> Self { Self(of: id) }
}

/// The turn of the modification on the current thread.
enum ModificationThread {
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    // Fails only in a process that has used up all of its keys, of which there are hundreds.
    precondition(pthread_key_create(&key, nil) == 0)
    return key
  }()

  /// The last revision before the turn, `nil` if there is no turn.
  static var start: UInt64? {
    get {
      // One more than the revision, because 0 stands for no value.
      let value = UInt(bitPattern: pthread_getspecific(key))
      return value == 0 ? nil : UInt64(value - 1)
    }
    set {
      pthread_setspecific(key, newValue.map { UnsafeRawPointer(bitPattern: UInt($0 + 1)) } ?? nil)
    }
  }
}
