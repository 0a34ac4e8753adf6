import IssueReporting
import Synchronization

/// A key that loads a shared value and observes its changes.
///
/// Conform your own type to share values from a server, a database or a sensor:
///
/// ```swift
/// struct BatteryKey: SharedReaderKey {
///   var id: String { "battery" }
///
///   func load(context: LoadContext<Double>, continuation: LoadContinuation<Double>) {
///     continuation.resume(returning: Battery.level)
///   }
///
///   func subscribe(
///     context: LoadContext<Double>, subscriber: SharedSubscriber<Double>
///   ) -> SharedSubscription {
///     let token = Battery.observe { subscriber.yield($0) }
///     return SharedSubscription { token.cancel() }
///   }
/// }
/// ```
///
/// While a shared value with this key exists, all others with the same ``id`` and type of value are
/// the same value, which is loaded and subscribed to once.
public protocol SharedReaderKey<Value>: Sendable {
  /// The type of the value.
  associatedtype Value: Sendable
  /// The type of the identity of a key.
  associatedtype ID: Hashable = Self

  /// The identity of this key among all with the same type of value.
  var id: ID { get }

  /// Loads the value.
  ///
  /// - Parameters:
  ///   - context: The reason for loading.
  ///   - continuation: Takes the value or an error, once. If it is resumed before this function
  ///     returns, the shared value begins with the loaded value. Otherwise it begins with the
  ///     default and takes the loaded value later.
  func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>)

  /// Begins to observe changes that are not made through the shared value.
  ///
  /// - Parameters:
  ///   - context: The reason for loading the value before.
  ///   - subscriber: Takes new values. It ignores values that it receives while this key is saving,
  ///     because they are those that are being saved.
  /// - Returns: The subscription. It is cancelled when the shared value is released.
  func subscribe(
    context: LoadContext<Value>,
    subscriber: SharedSubscriber<Value>
  ) -> SharedSubscription
}

extension SharedReaderKey where ID == Self {
  /// The key itself.
  public var id: ID { self }
}

/// A ``SharedReaderKey`` that can also save.
public protocol SharedKey<Value>: SharedReaderKey {
  /// Saves the value.
  ///
  /// Saves of one value never overlap, and the last one gets the latest value.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - context: The reason for saving.
  ///   - continuation: Takes success or an error, once.
  func save(_ value: Value, context: SaveContext, continuation: SaveContinuation)
}

/// The reason for which a shared value is loaded.
public enum LoadContext<Value: Sendable>: Sendable {
  /// A shared value was declared, with this default.
  case initialValue(Value)
  /// ``Shared/load()`` was called.
  case userInitiated

  /// The default, if the value is loaded for the first time.
  public var initialValue: Value? {
    if case .initialValue(let value) = self { value } else { nil }
  }
}

/// The reason for which a shared value is saved.
public enum SaveContext: Hashable, Sendable {
  /// The value was changed.
  case didSet
  /// ``Shared/save()`` was called.
  case userInitiated
}

/// Takes a loaded value, once. It is reported if it is resumed twice, or released without being
/// resumed.
public struct LoadContinuation<Value: Sendable>: Sendable {
  private let once: OnceContinuation<Value?>

  /// - Parameters:
  ///   - description: The name of what is loaded, for reports.
  ///   - callback: Takes the value, or the error. `nil` if there is no value, or if the
  ///     continuation was released without being resumed.
  public init(
    _ description: @autoclosure () -> String = "",
    callback: @escaping @Sendable (Result<Value?, any Error>) -> Void
  ) {
    self.init(description(), callback: callback) { callback(.success(nil)) }
  }

  /// - Parameters:
  ///   - description: The name of what is loaded, for reports.
  ///   - callback: Takes the value, `nil` if there is none, or the error.
  ///   - onDrop: Called if the continuation is released without being resumed.
  init(
    _ description: String,
    callback: @escaping @Sendable (Result<Value?, any Error>) -> Void,
    onDrop: @escaping @Sendable () -> Void
  ) {
    once = OnceContinuation("load", description, callback, onDrop: onDrop)
  }

  /// Resumes with a value.
  public func resume(returning value: Value) { resume(with: .success(value)) }

  /// Resumes without a value, so that the default is used.
  public func resumeReturningInitialValue() { resume(with: .success(nil)) }

  /// Resumes with an error.
  public func resume(throwing error: any Error) { resume(with: .failure(error)) }

  /// Resumes with a value, `nil` if there is none, or with an error.
  public func resume(with result: Result<Value?, any Error>) { once.resume(with: result) }
}

/// Takes the result of a save, once. It is reported if it is resumed twice, or released without
/// being resumed.
public struct SaveContinuation: Sendable {
  private let once: OnceContinuation<Void>

  /// - Parameters:
  ///   - description: The name of what is saved, for reports.
  ///   - callback: Takes the error, or success. Also takes success if the continuation was released
  ///     without being resumed.
  public init(
    _ description: @autoclosure () -> String = "",
    callback: @escaping @Sendable (Result<Void, any Error>) -> Void
  ) {
    once = OnceContinuation("save", description(), callback) { callback(.success(())) }
  }

  /// Resumes with success.
  public func resume() { resume(with: .success(())) }

  /// Resumes with an error.
  public func resume(throwing error: any Error) { resume(with: .failure(error)) }

  /// Resumes with success or an error.
  public func resume(with result: Result<Void, any Error>) { once.resume(with: result) }
}

/// Calls a closure once. Reports further calls, and its release without a call.
private final class OnceContinuation<Success: Sendable>: Sendable {
  private let callback: Mutex<(@Sendable (Result<Success, any Error>) -> Void)?>
  private let onDrop: @Sendable () -> Void
  private let operation: String
  private let subject: String

  init(
    _ operation: String,
    _ subject: String,
    _ callback: @escaping @Sendable (Result<Success, any Error>) -> Void,
    onDrop: @escaping @Sendable () -> Void
  ) {
    self.operation = operation
    self.subject = subject
    self.callback = Mutex(callback)
    self.onDrop = onDrop
  }

  func resume(with result: Result<Success, any Error>) {
    let callback = callback.withLock { callback in
      defer { callback = nil }
      return callback
    }
    if let callback {
      callback(result)
    } else {
      reportIssue(
        """
        The continuation of "\(operation)" of a shared key was resumed more than once: \(subject)

        Each "\(operation)" must resume its continuation once. Pass later changes to the subscriber \
        of "subscribe".
        """
      )
    }
  }

  deinit {
    guard callback.withLock({ $0 != nil }) else { return }
    reportIssue(
      """
      The continuation of "\(operation)" of a shared key was never resumed: \(subject)

      Callers that wait for it continue, and the value does not change. Resume the continuation on \
      every path, also if an error is thrown.
      """
    )
    onDrop()
  }
}

/// Takes changes of a shared value that are not made through it.
public struct SharedSubscriber<Value: Sendable>: Sendable {
  private let callback: @Sendable (Result<Value?, any Error>) -> Void
  private let onLoading: @Sendable (Bool) -> Void

  /// - Parameters:
  ///   - callback: Takes a value, `nil` if there is none any more, or an error.
  ///   - onLoading: Takes whether a new value is being loaded.
  public init(
    callback: @escaping @Sendable (Result<Value?, any Error>) -> Void,
    onLoading: @escaping @Sendable (Bool) -> Void = { _ in }
  ) {
    self.callback = callback
    self.onLoading = onLoading
  }

  /// Passes a new value to the shared value.
  public func yield(_ value: Value) { yield(with: .success(value)) }

  /// Sets the shared value to its default, because there is no value any more.
  public func yieldReturningInitialValue() { yield(with: .success(nil)) }

  /// Passes an error to the shared value, which keeps its value.
  public func yield(throwing error: any Error) { yield(with: .failure(error)) }

  /// Passes a value, `nil` if there is none any more, or an error.
  public func yield(with result: Result<Value?, any Error>) { callback(result) }

  /// Sets whether a new value is being loaded.
  public func yieldLoading(_ isLoading: Bool = true) { onLoading(isLoading) }
}

/// A subscription, which ends when it is cancelled or released.
public struct SharedSubscription: Sendable {
  private final class Token: Sendable {
    private let onCancel: Mutex<(@Sendable () -> Void)?>

    init(_ onCancel: @escaping @Sendable () -> Void) {
      self.onCancel = Mutex(onCancel)
    }

    func cancel() {
      let onCancel = onCancel.withLock { onCancel in
        defer { onCancel = nil }
        return onCancel
      }
      onCancel?()
    }

    deinit { cancel() }
  }

  private let token: Token

  /// - Parameter cancel: Ends the subscription. It is called once.
  public init(_ cancel: @escaping @Sendable () -> Void) {
    token = Token(cancel)
  }

  /// Ends the subscription.
  public func cancel() { token.cancel() }
}
