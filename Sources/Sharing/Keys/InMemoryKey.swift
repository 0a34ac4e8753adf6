import DependencyInjection
import Synchronization

extension SharedReaderKey {
  /// A value that lives in memory, for as long as the process runs: in a test, for as long as the
  /// test does. The first default is kept like a value that was assigned.
  ///
  /// - Parameter key: Its name.
  public static func inMemory<Value>(_ key: String) -> Self where Self == InMemoryKey<Value> {
    InMemoryKey(key)
  }
}

/// A value in memory, see ``SharedReaderKey/inMemory(_:)``.
public struct InMemoryKey<Value: Sendable>: SharedKey {
  private let key: String
  private let storage: InMemoryStorage

  fileprivate init(_ key: String) {
    @Dependency(\.defaultInMemoryStorage) var storage
    self.key = key
    self.storage = storage
  }

  public var id: InMemoryKeyID {
    InMemoryKeyID(key: key, storage: ObjectIdentifier(storage))
  }

  public func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>) {
    continuation.resume(
      with: .success(storage.value(of: key, setting: context.initialValue))
    )
  }

  public func subscribe(
    context: LoadContext<Value>,
    subscriber: SharedSubscriber<Value>
  ) -> SharedSubscription {
    // Nobody else writes there.
    SharedSubscription {}
  }

  public func save(_ value: Value, context: SaveContext, continuation: SaveContinuation) {
    storage.set(value, for: key)
    continuation.resume()
  }
}

/// What tells values in memory apart.
public struct InMemoryKeyID: Hashable, Sendable {
  fileprivate let key: String
  fileprivate let storage: ObjectIdentifier
}

extension InMemoryKey: CustomStringConvertible {
  public var description: String { ".inMemory(\(String(reflecting: key)))" }
}

/// Where ``SharedReaderKey/inMemory(_:)`` keeps its values.
public final class InMemoryStorage: Sendable {
  private let values = Mutex<[String: any Sendable]>([:])

  /// An empty storage.
  public init() {}

  /// - Parameter initialValue: What is kept where there is no value yet.
  /// - Returns: The value; `nil` where there is none, also no initial one.
  fileprivate func value<Value: Sendable>(
    of key: String,
    setting initialValue: Value?
  ) -> Value? {
    values.withLock { values in
      // In two steps: where the value is an optional, a missing one must not be taken for its
      // `nil`.
      if let value = values[key] { return value as? Value ?? initialValue }
      if let initialValue { values[key] = initialValue }
      return initialValue
    }
  }

  fileprivate func set(_ value: some Sendable, for key: String) {
    values.withLock { $0[key] = value }
  }
}

extension DependencyValues {
  /// Where ``SharedReaderKey/inMemory(_:)`` keeps its values. Each test has its own.
  public var defaultInMemoryStorage: InMemoryStorage {
    get { self[DefaultInMemoryStorageKey.self] }
    set { self[DefaultInMemoryStorageKey.self] = newValue }
  }

  private enum DefaultInMemoryStorageKey: DependencyKey {
    static var liveValue: InMemoryStorage { InMemoryStorage() }
    static var testValue: InMemoryStorage { InMemoryStorage() }
  }
}
