import Glibc

/// A modification of a property in place, from `willModify` to `didModify` of the registrar.
///
/// Where no reducer runs, the outermost of the modifications on a thread is a turn: what is changed
/// in it, by whatever method, is told once, and told apart from what was changed before.
public struct _Modification<Before> {
  /// What was there before.
  let before: Before
  /// Whether a reducer makes it. Then its action is the turn, and identities that were read in it are
  /// compared as they are, which takes less time than ``ObservableStateID/continues(_:)``.
  let isByReducer: Bool
  private let isTurn: Bool

  init(of before: Before) {
    self.before = before
    isByReducer = ObservationBatch.isReducing
    isTurn = !isByReducer && ModificationThread.start == nil
    if isTurn { ModificationThread.start = ObservationTurn.latestVersion }
  }

  func end() {
    if isTurn { ModificationThread.start = nil }
  }
}

/// The turn that a modification on the current thread is.
enum ModificationThread {
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    // Fails only where a process has used up all of its keys, hundreds of them.
    precondition(pthread_key_create(&key, nil) == 0)
    return key
  }()

  /// The last version before the turn, `nil` where there is none.
  static var start: UInt64? {
    get {
      // One more than the version: a thread that has no value gives 0.
      let value = UInt(bitPattern: pthread_getspecific(key))
      return value == 0 ? nil : UInt64(value - 1)
    }
    set {
      pthread_setspecific(key, newValue.map { UnsafeRawPointer(bitPattern: UInt($0 + 1)) } ?? nil)
    }
  }
}
