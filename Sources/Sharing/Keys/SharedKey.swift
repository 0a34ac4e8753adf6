import IssueReporting
import Synchronization

/// A way to load a shared value from somewhere, and to hear of its changes.
///
/// Conform a type of your own to it to share values that come from a server, a database or a sensor:
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
/// While anybody holds a value with this key, everybody who asks for a key with the same ``id`` and type of value gets the
/// same one: it is loaded once, and subscribed to once.
public protocol SharedReaderKey<Value>: Sendable {
  /// The type of the value.
  associatedtype Value: Sendable
  /// The type of what tells keys apart.
  associatedtype ID: Hashable = Self

  /// What tells this key apart from others with the same type of value.
  var id: ID { get }

  /// Loads the value.
  ///
  /// - Parameters:
  ///   - context: Why it is loaded.
  ///   - continuation: Takes the value or an error, once. Where it is resumed before this returns, the shared value begins
  ///     with what was loaded; otherwise with its default, and takes the other later.
  func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>)

  /// Begins to tell of changes that come from elsewhere.
  ///
  /// - Parameters:
  ///   - context: Why it was loaded before.
  ///   - subscriber: Takes new values. What it is given while this key is saving is taken for the echo of that.
  /// - Returns: What ends the subscription. It is cancelled when nobody holds the value any more.
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
  ///   - context: Why it is saved.
  ///   - continuation: Takes the success or an error, once.
  func save(_ value: Value, context: SaveContext, continuation: SaveContinuation)
}

/// Why a shared value is loaded.
public enum LoadContext<Value: Sendable>: Sendable {
  /// Because somebody has declared it, with this default.
  case initialValue(Value)
  /// Because somebody has called ``Shared/load()``.
  case userInitiated

  /// The default, where it is loaded for the first time.
  public var initialValue: Value? {
    if case .initialValue(let value) = self { value } else { nil }
  }
}

/// Why a shared value is saved.
public enum SaveContext: Hashable, Sendable {
  /// Because it was changed.
  case didSet
  /// Because somebody has called ``Shared/save()``.
  case userInitiated
}

/// Takes a loaded value, once. Resuming it twice, or letting go of it before, is reported.
public struct LoadContinuation<Value: Sendable>: Sendable {
  private let once: OnceContinuation<Value?>

  /// - Parameters:
  ///   - description: What is loaded, for reports.
  ///   - callback: Takes the value, `nil` where there is none or nobody has resumed this, or the
  ///     error.
  public init(
    _ description: @autoclosure () -> String = "",
    callback: @escaping @Sendable (Result<Value?, any Error>) -> Void
  ) {
    self.init(description(), callback: callback) { callback(.success(nil)) }
  }

  /// - Parameters:
  ///   - description: What is loaded, for reports.
  ///   - callback: Takes the value, `nil` where there is none, or the error.
  ///   - onDrop: Called where nobody has resumed this.
  init(
    _ description: String,
    callback: @escaping @Sendable (Result<Value?, any Error>) -> Void,
    onDrop: @escaping @Sendable () -> Void
  ) {
    once = OnceContinuation("load", description, callback, onDrop: onDrop)
  }

  /// Gives a value.
  public func resume(returning value: Value) { resume(with: .success(value)) }

  /// Says that there is no value, so that the default is used.
  public func resumeReturningInitialValue() { resume(with: .success(nil)) }

  /// Gives an error.
  public func resume(throwing error: any Error) { resume(with: .failure(error)) }

  /// Gives a value, `nil` where there is none, or an error.
  public func resume(with result: Result<Value?, any Error>) { once.resume(with: result) }
}

/// Takes the end of a save, once. Resuming it twice, or letting go of it before, is reported.
public struct SaveContinuation: Sendable {
  private let once: OnceContinuation<Void>

  /// - Parameters:
  ///   - description: What is saved, for reports.
  ///   - callback: Takes the success, also where nobody has resumed this, or the error.
  public init(
    _ description: @autoclosure () -> String = "",
    callback: @escaping @Sendable (Result<Void, any Error>) -> Void
  ) {
    once = OnceContinuation("save", description(), callback) { callback(.success(())) }
  }

  /// Says that the value is saved.
  public func resume() { resume(with: .success(())) }

  /// Gives an error.
  public func resume(throwing error: any Error) { resume(with: .failure(error)) }

  /// Gives the success or an error.
  public func resume(with result: Result<Void, any Error>) { once.resume(with: result) }
}

/// Calls a closure once, and reports when it is to be called again or was not called at all.
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

        Each "\(operation)" is to resume its continuation once. Later changes go to the subscriber of "subscribe".
        """
      )
    }
  }

  deinit {
    guard callback.withLock({ $0 != nil }) else { return }
    reportIssue(
      """
      The continuation of "\(operation)" of a shared key was never resumed: \(subject)

      Whoever waits for it goes on, and the value stays as it is. Resume the continuation on every \
      path, also where an error is thrown.
      """
    )
    onDrop()
  }
}

/// Takes the changes of a shared value that come from elsewhere.
public struct SharedSubscriber<Value: Sendable>: Sendable {
  private let callback: @Sendable (Result<Value?, any Error>) -> Void
  private let onLoading: @Sendable (Bool) -> Void

  /// - Parameters:
  ///   - callback: Takes a value, `nil` where there is none any more, or an error.
  ///   - onLoading: Takes whether a new value is on its way.
  public init(
    callback: @escaping @Sendable (Result<Value?, any Error>) -> Void,
    onLoading: @escaping @Sendable (Bool) -> Void = { _ in }
  ) {
    self.callback = callback
    self.onLoading = onLoading
  }

  /// Gives a new value.
  public func yield(_ value: Value) { yield(with: .success(value)) }

  /// Says that there is no value any more, so that the default is used.
  public func yieldReturningInitialValue() { yield(with: .success(nil)) }

  /// Gives an error; the value stays.
  public func yield(throwing error: any Error) { yield(with: .failure(error)) }

  /// Gives a value, `nil` where there is none any more, or an error.
  public func yield(with result: Result<Value?, any Error>) { callback(result) }

  /// Says whether a new value is on its way.
  public func yieldLoading(_ isLoading: Bool = true) { onLoading(isLoading) }
}

/// What ends a subscription: by being cancelled, or by being let go of.
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

  /// - Parameter cancel: Ends the subscription; called once.
  public init(_ cancel: @escaping @Sendable () -> Void) {
    token = Token(cancel)
  }

  /// Ends the subscription.
  public func cancel() { token.cancel() }
}
