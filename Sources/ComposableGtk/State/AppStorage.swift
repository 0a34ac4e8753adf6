import ComposableArchitecture
import Foundation
import GtkViews

/// A value of a view that is stored under a name in the preferences of the program, as
/// `@Shared(.appStorage("name"))` of features is.
///
/// ```swift
/// @AppStorage("showsPrices") private var showsPrices = true
/// …
/// Toggle("Prices", isOn: $showsPrices)
/// ```
///
/// All views and features with the name see a change at once, whoever makes it. The default is the
/// value while none is stored; `nil` removes what is stored. If the stored value has another type,
/// the value is the default, which is reported. See `SharedReaderKey.appStorage(_:store:)` for the
/// file, and for the types that can be stored.
@propertyWrapper
public struct AppStorage<Value: Sendable>: DynamicProperty {
  private let stored: StoredProperty<Value>
  private var connected: Connected?

  /// What the node keeps: a view that gets the same binding again is not evaluated again.
  private final class Connected {
    let shared: Shared<Value>
    let binding: Binding<Value>

    init(_ shared: Shared<Value>) {
      self.shared = shared
      binding = Binding(shared)
    }

    deinit {}
  }

  fileprivate init(_ stored: StoredProperty<Value>) {
    self.stored = stored
  }

  /// The value.
  public var wrappedValue: Value {
    get { shared.wrappedValue }
    nonmutating set { shared.withLock { $0 = newValue } }
  }

  /// A binding to the value.
  public var projectedValue: Binding<Value> { connected?.binding ?? Binding(shared) }

  private var shared: Shared<Value> { connected?.shared ?? stored.shared() }

  public mutating func connect(to node: Node, storage: inout AnyObject?) {
    let connected = storage as? Connected ?? Connected(stored.shared())
    storage = connected
    self.connected = connected
  }
}

extension AppStorage {
  /// - Parameters:
  ///   - wrappedValue: The value while none is stored.
  ///   - key: The name.
  ///   - store: The preferences; by default, those of the program.
  @_disfavoredOverload
  public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil)
  where Value: Codable {
    self.init(
      StoredProperty(key) { Shared(wrappedValue: wrappedValue, .appStorage($0, store: store)) }
    )
  }

  /// Stores a value, such as a case of an enum, as its raw value.
  ///
  /// - Parameters:
  ///   - wrappedValue: The value while none is stored.
  ///   - key: The name.
  ///   - store: The preferences; by default, those of the program.
  public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil)
  where Value: RawRepresentable, Value.RawValue: Codable {
    self.init(
      StoredProperty(key) { Shared(wrappedValue: wrappedValue, .appStorage($0, store: store)) }
    )
  }

  /// An optional value, which is `nil` while none is stored.
  ///
  /// - Parameters:
  ///   - key: The name.
  ///   - store: The preferences; by default, those of the program.
  @_disfavoredOverload
  public init<Wrapped: Codable>(_ key: String, store: UserDefaults? = nil)
  where Value == Wrapped? {
    self.init(StoredProperty(key) { Shared(wrappedValue: nil, .appStorage($0, store: store)) })
  }

  /// An optional value, such as a case of an enum, which is stored as its raw value, and is `nil`
  /// while none is stored.
  ///
  /// - Parameters:
  ///   - key: The name.
  ///   - store: The preferences; by default, those of the program.
  public init<Wrapped: RawRepresentable>(_ key: String, store: UserDefaults? = nil)
  where Value == Wrapped?, Wrapped.RawValue: Codable {
    self.init(StoredProperty(key) { Shared(wrappedValue: nil, .appStorage($0, store: store)) })
  }

  @available(
    *,
    unavailable,
    message: "give the property a value, or make it an optional: nothing may be stored yet"
  )
  @_disfavoredOverload
  public init(_ key: String, store: UserDefaults? = nil) where Value: Codable {
    fatalError("nobody can call it")
  }
}

/// A value in the preferences that views refer to by its name.
struct StoredProperty<Value: Sendable> {
  let key: String
  private let makeShared: (String) -> Shared<Value>

  /// - Parameters:
  ///   - key: The name.
  ///   - shared: Returns the value that is stored under a name.
  init(_ key: String, _ shared: @escaping (String) -> Shared<Value>) {
    self.key = key
    makeShared = shared
  }

  /// The value that is stored under the name, behind a prefix.
  func shared(prefix: String = "") -> Shared<Value> { makeShared(prefix + key) }
}
