import DependencyInjection
import Synchronization

extension SharedReaderKey {
  /// A value that is kept in memory until the process or, in a test, the test ends. The first
  /// default is kept as if it had been assigned.
  ///
  /// - Parameter key: The name.
  public static func inMemory<Value>(_ key: String) -> Self where Self == InMemoryKey<Value> {
    InMemoryKey(key)
  }
}

/// The key of a value in memory. See ``SharedReaderKey/inMemory(_:)``.
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
    // Only this key writes to the storage.
    SharedSubscription {}
  }

  public func save(_ value: Value, context: SaveContext, continuation: SaveContinuation) {
    storage.set(value, for: key)
    continuation.resume()
  }
}

/// The identity of a value in memory.
public struct InMemoryKeyID: Hashable, Sendable {
  fileprivate let key: String
  fileprivate let storage: ObjectIdentifier
}

extension InMemoryKey: CustomStringConvertible {
  public var description: String { ".inMemory(\(String(reflecting: key)))" }
}

/// The storage of the values of ``SharedReaderKey/inMemory(_:)``.
public final class InMemoryStorage: Sendable {
  private let values = Mutex<[String: any Sendable]>([:])

  /// Creates an empty storage.
  public init() {}

  /// - Parameter initialValue: The value to store if there is none.
  /// - Returns: The value; `nil` if there is neither a value nor an initial one.
  fileprivate func value<Value: Sendable>(
    of key: String,
    setting initialValue: Value?
  ) -> Value? {
    values.withLock { values in
      // In two steps, because the value may itself be an optional whose `nil` must be kept.
      if let value = values[key] { return value as? Value ?? initialValue }
      if let initialValue { values[key] = initialValue }
      return initialValue
    }
  }

  fileprivate func set(_ value: some Sendable, for key: String) {
    values.withLock { $0[key] = value }
  }
}

extension InMemoryStorage: Hashable {
  /// Returns whether both are the same storage.
  public static func == (lhs: InMemoryStorage, rhs: InMemoryStorage) -> Bool { lhs === rhs }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}

extension DependencyValues {
  /// The storage of the values of ``SharedReaderKey/inMemory(_:)``. Each test has its own.
  public var defaultInMemoryStorage: InMemoryStorage {
    get { self[DefaultInMemoryStorageKey.self] }
    set { self[DefaultInMemoryStorageKey.self] = newValue }
  }

  private enum DefaultInMemoryStorageKey: DependencyKey {
    static var liveValue: InMemoryStorage { InMemoryStorage() }
    static var testValue: InMemoryStorage { InMemoryStorage() }
  }
}
