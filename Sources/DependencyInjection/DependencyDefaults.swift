import Foundation
import Synchronization

/// The defaults that have been created: those of the process and its tests, or those of values that
/// were created with `DependencyValues()`.
final class DependencyDefaults: Sendable {
  struct ID: Hashable {
    let key: ObjectIdentifier
    let context: DependencyContext
    let test: TestIdentity
  }

  typealias FirstUse = DependencyValues.FirstUse

  private enum Entry {
    case making(Making)
    /// `firstUse` is `nil` once the default has been used.
    case made(DependencyValues.AnyOverride, firstUse: FirstUse?)
  }

  private struct State {
    var entries: [ID: Entry] = [:]
    /// The contexts that `prepareDependencies` has set.
    var contexts: [TestIdentity: DependencyContext] = [:]

    func context(in test: TestIdentity) -> DependencyContext {
      contexts[test] ?? .ofProcess
    }

    func used(_ id: ID) -> DependencyValues.AnyOverride? {
      guard case .made(let value, firstUse: nil) = entries[id] else { return nil }
      return value
    }
  }

  private let state = Mutex(State())

  /// Returns the context of a test that `prepareDependencies` has set, or that of the process.
  func context(in test: TestIdentity) -> DependencyContext {
    state.withLock { $0.context(in: test) }
  }

  /// Returns a default that has been used before.
  func used(_ id: ID) -> DependencyValues.AnyOverride? {
    state.withLock { $0.used(id) }
  }

  /// Returns the identity of a default, and the default if it has been used before.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - context: The context; `nil` for that of the test.
  ///   - test: The test.
  func used(
    _ key: ObjectIdentifier,
    in context: DependencyContext?,
    _ test: TestIdentity
  ) -> (ID, DependencyValues.AnyOverride?) {
    state.withLock { state in
      let id = ID(key: key, context: context ?? state.context(in: test), test: test)
      return (id, state.used(id))
    }
  }

  /// The answer to a request for a default.
  enum Answer {
    /// The default, and what is to be reported because this request is its first use.
    case made(DependencyValues.AnyOverride, FirstUse?)
    /// Another request is creating the default.
    case making(Making)
    /// The requester is to create the default.
    case missing(Making)
  }

  /// Requests a default.
  func request(_ id: ID) -> Answer {
    let isPreparing = DependencyPreparation.isRunning
    return state.withLock { state in
      switch state.entries[id] {
      case .made(let value, let firstUse):
        guard !isPreparing else { return .made(value, nil) }
        state.entries[id] = .made(value, firstUse: nil)
        return .made(value, firstUse)
      case .making(let making):
        return .making(making)
      case nil:
        let making = Making(id)
        state.entries[id] = .making(making)
        return .missing(making)
      }
    }
  }

  /// Stores a default that has been created, unless it was prepared meanwhile.
  ///
  /// - Returns: The default.
  func end(
    _ making: Making,
    with value: DependencyValues.AnyOverride,
    firstUse: FirstUse?
  ) -> DependencyValues.AnyOverride {
    defer { making.end() }
    return state.withLock { state in
      if case .made(let prepared, _) = state.entries[making.id] { return prepared }
      state.entries[making.id] = .made(value, firstUse: firstUse)
      return value
    }
  }

  /// Sets a default, unless it has been used.
  ///
  /// - Returns: Whether it was set.
  func prepare(_ value: DependencyValues.AnyOverride, for id: ID) -> Bool {
    state.withLock { state in
      switch state.entries[id] {
      case nil, .made(_, firstUse: .some): break
      // A preview is prepared again each time that it is shown.
      case .making, .made(_, firstUse: nil): guard id.context == .preview else { return false }
      }
      state.entries[id] = .made(value, firstUse: nil)
      return true
    }
  }

  /// Sets the context of a test.
  ///
  /// - Returns: Whether none was set before.
  func prepare(_ context: DependencyContext, in test: TestIdentity) -> Bool {
    state.withLock { $0.contexts.updateValue(context, forKey: test) == nil }
  }
}

extension DependencyDefaults {
  /// The creation of a default on one thread, for which others wait.
  final class Making: @unchecked Sendable {
    // Unchecked: `isDone` is only accessed with the condition's lock held, and `recursionCount` by
    // threads of which all but one wait for each other.

    let id: ID
    private let thread = ObjectIdentifier(Thread.current)
    private let condition = NSCondition()
    private var isDone = false
    private var recursionCount = 0

    /// The creations for which threads wait.
    private static let waits = Mutex<[ObjectIdentifier: Making]>([:])

    fileprivate init(_ id: ID) {
      self.id = id
    }

    /// Waits for the end of the creation.
    ///
    /// - Returns: `false` without waiting if the creation itself waits for the calling thread.
    func wait() -> Bool {
      let current = ObjectIdentifier(Thread.current)
      let canWait = Self.waits.withLock { waits in
        var next: Making? = self
        while let making = next, !making.hasEnded {
          guard making.thread != current else { return false }
          next = waits[making.thread]
        }
        waits[current] = self
        return true
      }
      guard canWait else { return false }
      condition.withLock {
        while !isDone { condition.wait() }
      }
      _ = Self.waits.withLock { $0.removeValue(forKey: current) }
      return true
    }

    /// Counts that the default read itself while it was created.
    func countRecursion() {
      recursionCount += 1
      precondition(
        recursionCount < 100,
        """
        The default of a dependency reads itself, again and again. Change its 'liveValue', \
        'previewValue' or 'testValue' so that it does not need itself.
        """
      )
    }

    private var hasEnded: Bool { condition.withLock { isDone } }

    fileprivate func end() {
      condition.withLock {
        isDone = true
        condition.broadcast()
      }
    }
  }
}
