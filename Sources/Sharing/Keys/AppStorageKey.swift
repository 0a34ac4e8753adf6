import DependencyInjection
import Foundation

extension SharedReaderKey {
  /// A value that is stored by its name in the application's ``AppDefaults``: a `Bool`, `Int`,
  /// `Double`, `String`, `[String]`, `URL`, `Data`, `Date`, another `Codable` type, or an optional
  /// of these. `nil` removes the value.
  ///
  /// The default is registered as the value of the name in the storage while no other value is set.
  /// If the stored value has another type, the shared value is the default and the error is its
  /// ``Shared/loadError``; outside of tests it is also reported. When such a stored value is
  /// replaced, it is kept under another name. A value that is stored as the data of its JSON is
  /// read, too.
  ///
  /// - Parameters:
  ///   - key: The name.
  ///   - store: The storage. By default, the dependency `defaultAppStorage`.
  @_disfavoredOverload
  public static func appStorage<Value: Codable & Sendable>(
    _ key: String,
    store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<Value> {
    let form = StoredForm(Value.self)
    return AppStorageKey(key, store, form, decode: { try form.decode($0, as: Value.self) }) {
      try StoredValue(encoding: $0)
    }
  }

  /// A value, such as a case of an enum, that is stored as its raw value.
  public static func appStorage<Value: RawRepresentable & Sendable>(
    _ key: String,
    store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<Value>, Value.RawValue: Codable {
    AppStorageKey(key, store, StoredForm(Value.RawValue.self), decode: decodeRawValue) {
      try StoredValue(encoding: $0.rawValue)
    }
  }

  /// An optional value, such as a case of an enum, that is stored as its raw value. `nil` removes
  /// it.
  public static func appStorage<Value: RawRepresentable & Sendable>(
    _ key: String,
    store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<Value?>, Value.RawValue: Codable {
    let form = StoredForm(Value.RawValue.self)
    return AppStorageKey(key, store, form, decode: { try decodeRawValue($0) as Value }) {
      try StoredValue(encoding: $0?.rawValue)
    }
  }
}

private func decodeRawValue<Value: RawRepresentable>(_ stored: StoredValue) throws -> Value
where Value.RawValue: Codable {
  let rawValue = try StoredForm(Value.RawValue.self).decode(stored, as: Value.RawValue.self)
  guard let value = Value(rawValue: rawValue) else {
    throw DecodingError.dataCorrupted(
      DecodingError.Context(
        codingPath: [],
        debugDescription: "\(rawValue) is not the raw value of a \(Value.self)."
      )
    )
  }
  return value
}

/// The key of a value in the application's storage. See ``SharedReaderKey/appStorage(_:store:)``.
public struct AppStorageKey<Value: Sendable>: SharedKey {
  private let key: String
  private let storage: any NamedValues
  private let form: StoredForm
  private let decode: @Sendable (StoredValue) throws -> Value
  private let encode: @Sendable (Value) throws -> StoredValue

  fileprivate init(
    _ key: String,
    _ storage: UserDefaults?,
    _ form: StoredForm,
    decode: @escaping @Sendable (StoredValue) throws -> Value,
    encode: @escaping @Sendable (Value) throws -> StoredValue
  ) {
    @Dependency(\.defaultAppStorage) var defaultStorage
    self.key = key
    self.storage = (storage ?? defaultStorage).namedValues
    self.form = form
    self.decode = decode
    self.encode = encode
  }

  public var id: AppStorageKeyID {
    AppStorageKeyID(key: key, storage: storage.identity)
  }

  private var value: Result<Value?, any Error> {
    guard let stored = storage.stored(key) else { return .success(nil) }
    return Result { try decode(stored) }
      .mapError { UnusableValue(key: key, stored: stored, type: Value.self, cause: $0) }
  }

  public func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>) {
    let value = value
    if case .success(nil) = value, let initialValue = context.initialValue,
      let stored = try? encode(initialValue)
    {
      storage.register(stored, for: key, as: form)
    }
    continuation.resume(with: value)
  }

  public func subscribe(
    context: LoadContext<Value>,
    subscriber: SharedSubscriber<Value>
  ) -> SharedSubscription {
    storage.observe(key) { subscriber.yield(with: value) }
  }

  public func save(_ value: Value, context: SaveContext, continuation: SaveContinuation) {
    do {
      let stored = try encode(value)
      // The default must not come back in its place.
      if stored == .null { storage.unregister(key) }
      storage.set(stored, for: key, as: form) {
        (try? decode($0)) != nil
      } completion: {
        continuation.resume(with: $0)
      }
      if context == .userInitiated { storage.flush() }
    } catch {
      continuation.resume(throwing: error)
    }
  }
}

/// The identity of a value in an application's storage.
public struct AppStorageKeyID: Hashable, Sendable {
  fileprivate let key: String
  fileprivate let storage: NamedValuesID
}

extension AppStorageKey: CustomStringConvertible {
  public var description: String { ".appStorage(\(String(reflecting: key)))" }
}

/// The error that a stored value does not have the requested type.
struct UnusableValue: ExplainedError, CustomStringConvertible {
  let key: String
  let stored: StoredValue
  let type: Any.Type
  let cause: any Error

  var description: String {
    let text = (try? JSONEncoder.forStorage.encode(stored)).map {
      String(decoding: $0, as: UTF8.self)
    }
    return """
      The stored value of "\(key)" is not a \(type): \((text ?? "").prefix(200))

      \(cause)

      The shared value is the default, or keeps its last value. When it changes, the stored value \
      is kept under another name, "\(key).corrupt-1". The likely cause: the type has changed, or two \
      values have the same name.
      """
  }
}
