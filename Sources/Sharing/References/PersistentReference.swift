import DependencyInjection
import Foundation
import IssueReporting
import Observation
import Synchronization

/// The value of a key. It is loaded on first use, updated by the key's subscription, and saved when
/// it changes.
final class PersistentReference<Key: SharedReaderKey>: Observable, Sendable {
  private let key: Key
  private let cell: SharedCell<Key.Value>
  private let initialValue: Key.Value
  private let loading: FirstLoad
  /// Whether errors that no caller receives are reported. Not in tests, which check the errors.
  private let reportsErrors: Bool
  private let location: IssueLocation
  private let start = Once()
  // Recursive, because code that is notified of a save may change the value again.
  private let saveLock = NSRecursiveLock()
  private let state = Mutex(State())
  private let registrar = ObservationRegistrar()

  private struct State: Sendable {
    var loads = 0
    var isExpecting = false
    var loadError: (any Error)?
    var saveError: (any Error)?
    var subscription: SharedSubscription?

    var isLoading: Bool { loads > 0 || isExpecting }
    var hasErrors: Bool { loadError != nil || saveError != nil }
  }

  init(key: Key, initialValue: Key.Value, loading: FirstLoad, location: IssueLocation) {
    @Dependency(\.context) var context
    self.key = key
    self.initialValue = initialValue
    self.loading = loading
    self.location = location
    reportsErrors = context != .test
    cell = SharedCell(initialValue, name: String(describing: key))
  }

  /// Loads the value and subscribes, once. Concurrent callers wait until this is done.
  func startIfNeeded() {
    start.perform {
      let context = LoadContext.initialValue(initialValue)
      if loading == .byReference { startLoading(context) { [weak self] in self?.receive($0) } }
      let subscription = key.subscribe(
        context: context,
        subscriber: SharedSubscriber { [weak self] result in
          guard let self else { return }
          if Saver.current != ObjectIdentifier(self) { receive(result) }
          update { $0.isExpecting = false }
        } onLoading: { [weak self] isLoading in
          self?.update { $0.isExpecting = isLoading }
        }
      )
      state.withLock { $0.subscription = subscription }
    }
  }

  /// - Parameters:
  ///   - context: The reason for loading.
  ///   - completion: Takes the result; `nil` if the key has released its continuation without
  ///     resuming it, which has been reported.
  private func startLoading(
    _ context: LoadContext<Key.Value>,
    _ completion: @escaping @Sendable (Result<Key.Value?, any Error>?) -> Void
  ) {
    update { $0.loads += 1 }
    key.load(
      context: context,
      continuation: LoadContinuation(String(describing: key)) { [weak self] result in
        completion(result)
        self?.update { $0.loads -= 1 }
      } onDrop: { [weak self] in
        completion(nil)
        self?.update { $0.loads -= 1 }
      }
    )
  }

  /// Takes a result that no caller waits for.
  private func receive(_ result: Result<Key.Value?, any Error>?) {
    take(result)
    if reportsErrors, case .failure(let error)? = result {
      location.report("The shared value \(key) could not be loaded.\n\n\(error)")
    }
  }

  func take(_ result: Result<Key.Value?, any Error>?) {
    switch result {
    case .success(let value):
      cell.replace(with: value ?? initialValue)
      update { $0.loadError = nil }
    case .failure(let error):
      update { $0.loadError = cause(of: error) }
    case nil:
      break
    }
  }

  /// Changes the state, and notifies its observers.
  private func update(_ change: (inout State) -> Void) {
    let isChanged = state.withLock { state in
      let old = state
      change(&state)
      return old.isLoading != state.isLoading || old.hasErrors || state.hasErrors
    }
    if isChanged { registrar.withMutation(of: self, keyPath: \.status) {} }
  }

  /// The property that observers of the state observe.
  private var status: Void { () }

  private var observedState: State {
    registrar.access(self, keyPath: \.status)
    return state.withLock { $0 }
  }
}

extension PersistentReference: Reference {
  var identity: ObjectIdentifier { ObjectIdentifier(cell) }
  var description: String { cell.name }
  var isLoading: Bool { observedState.isLoading }
  var loadError: (any Error)? { observedState.loadError }

  func access() {
    cell.access()
  }

  func value(_ side: SharedAssertion.Side) -> Key.Value {
    cell.value(side)
  }

  func load() async throws {
    try await withCheckedThrowingContinuation {
      (continuation: CheckedContinuation<Void, any Error>) in
      startLoading(.userInitiated) { [weak self] result in
        self?.take(result)
        continuation.resume(
          with: result.map { $0.map { _ in }.mapError(cause(of:)) } ?? .success(())
        )
      }
    }
  }
}

extension PersistentReference: MutableReference where Key: SharedKey {
  var saveError: (any Error)? { observedState.saveError }

  func withLock<R>(_ operation: (inout Key.Value) throws -> R) rethrows -> R {
    // The expected value of a test is not saved.
    defer { if !SharedAssertion.isActive { saveChange() } }
    return try cell.withLock(operation)
  }

  var isInOwnLock: Bool { cell.isInOwnLock }

  private func saveChange() {
    // Each thread saves the latest value while it holds the lock, so the last save never saves an
    // older value.
    startSaving(.didSet) { [weak self] result in
      guard let self, reportsErrors, case .failure(let error) = result else { return }
      location.report("The shared value \(key) could not be saved.\n\n\(error)")
    }
  }

  func save() async throws {
    try await withCheckedThrowingContinuation {
      (continuation: CheckedContinuation<Void, any Error>) in
      startSaving(.userInitiated) { continuation.resume(with: $0) }
    }
  }

  private func startSaving(
    _ context: SaveContext,
    _ completion: @escaping @Sendable (Result<Void, any Error>) -> Void
  ) {
    saveLock.lock()
    defer { saveLock.unlock() }
    Saver.$current.withValue(ObjectIdentifier(self)) {
      key.save(
        cell.current,
        context: context,
        continuation: SaveContinuation(String(describing: key)) { [weak self] result in
          self?.update { state in
            switch result {
            case .success:
              // The stored value is now the same as this one.
              (state.loadError, state.saveError) = (nil, nil)
            case .failure(let error):
              state.saveError = cause(of: error)
            }
          }
          completion(result)
        }
      )
    }
  }
}

/// An error that adds an explanation for people to another error. Programs receive the other error.
protocol ExplainedError: Error {
  var cause: any Error { get }
}

/// Returns the error that programs receive: the cause of an ``ExplainedError``.
func cause(of error: any Error) -> any Error {
  (error as? any ExplainedError)?.cause ?? error
}

/// The error that a required value is missing. See
/// ``Shared/init(require:fileID:filePath:line:column:)``.
public struct MissingSharedValue: Error, CustomStringConvertible {
  let key: String

  public var description: String { "The shared value has no stored value yet: \(key)" }
}

/// Runs an operation once, on the first thread that calls it. Other threads wait until it is done.
private final class Once: @unchecked Sendable {
  // Unchecked: mutable state is only accessed with the lock held. The lock is recursive, because
  // the operation may lead to another call.
  private let lock = NSRecursiveLock()
  private var isDone = false

  func perform(_ operation: () -> Void) {
    lock.lock()
    defer { lock.unlock() }
    guard !isDone else { return }
    isDone = true
    operation()
  }
}

/// The reference that is saving in the current task. It ignores values that its key yields
/// meanwhile, because they are those that are being saved.
private enum Saver {
  @TaskLocal static var current: ObjectIdentifier?
}
