import ComposableArchitecture
import GtkViews
import Observation

/// A value of a window, which its views share by a name, and which is stored in the preferences of
/// the program.
///
/// ```swift
/// @SceneStorage("tab") private var tab = Tab.passengers
/// …
/// Picker("Tab", selection: $tab) { … }
/// ```
///
/// Each window has a value of its own. What one window changes last is stored, for all windows of
/// its ``WindowGroup``; the next one that opens begins with it. Windows that belong to no scene
/// share one stored value for each name. The types are those of ``AppStorage``. Within one window,
/// properties of the same name and of different types have different values, of which one is
/// stored.
@propertyWrapper
public struct SceneStorage<Value: Sendable>: DynamicProperty {
  private let stored: StoredProperty<Value>
  private var connected: Connected?

  /// What the node keeps: a view that gets the same binding again is not evaluated again.
  private final class Connected {
    let source: SceneValue<Value>
    let binding: Binding<Value>

    init(_ source: SceneValue<Value>) {
      self.source = source
      binding = Binding(get: { source.value }, set: { source.value = $0 })
    }

    deinit {}
  }

  fileprivate init(_ stored: StoredProperty<Value>) {
    self.stored = stored
  }

  /// The value. Before the view has a node, for example in an initializer, it is the stored one,
  /// and writing does nothing.
  public var wrappedValue: Value {
    get { connected?.source.value ?? stored.shared(prefix: Self.prefix("")).wrappedValue }
    nonmutating set { connected?.source.value = newValue }
  }

  /// A binding to the value.
  public var projectedValue: Binding<Value> { connected?.binding ?? .constant(wrappedValue) }

  public mutating func connect(to node: Node, storage: inout AnyObject?) {
    let window = node.environment.windowContext
    func makeSource() -> SceneValue<Value> {
      SceneValue(stored.shared(prefix: Self.prefix(window?.storageName ?? "")))
    }
    let known = storage as? Connected
    let source =
      window?.shared("SceneStorage.\(stored.key).\(Value.self)", make: makeSource)
      ?? known?.source ?? makeSource()
    let connected = known?.source === source ? known : Connected(source)
    storage = connected
    self.connected = connected
  }

  private static func prefix(_ scene: String) -> String { "SceneStorage.\(scene)." }
}

/// The value of a window.
@Observable
private final class SceneValue<Value: Sendable> {
  @ObservationIgnored private let stored: Shared<Value>
  var value: Value {
    didSet { stored.withLock { $0 = value } }
  }

  init(_ stored: Shared<Value>) {
    self.stored = stored
    value = stored.wrappedValue
  }

  deinit {}
}

extension SceneStorage {
  /// - Parameters:
  ///   - wrappedValue: The value while none is stored.
  ///   - key: The name.
  @_disfavoredOverload
  public init(wrappedValue: Value, _ key: String) where Value: Codable {
    self.init(StoredProperty(key) { Shared(wrappedValue: wrappedValue, .appStorage($0)) })
  }

  /// Stores a value, such as a case of an enum, as its raw value.
  ///
  /// - Parameters:
  ///   - wrappedValue: The value while none is stored.
  ///   - key: The name.
  public init(wrappedValue: Value, _ key: String)
  where Value: RawRepresentable, Value.RawValue: Codable {
    self.init(StoredProperty(key) { Shared(wrappedValue: wrappedValue, .appStorage($0)) })
  }

  /// An optional value, which is `nil` while none is stored.
  ///
  /// - Parameter key: The name.
  @_disfavoredOverload
  public init<Wrapped: Codable>(_ key: String) where Value == Wrapped? {
    self.init(StoredProperty(key) { Shared(wrappedValue: nil, .appStorage($0)) })
  }

  /// An optional value, such as a case of an enum, which is stored as its raw value, and is `nil`
  /// while none is stored.
  ///
  /// - Parameter key: The name.
  public init<Wrapped: RawRepresentable>(_ key: String)
  where Value == Wrapped?, Wrapped.RawValue: Codable {
    self.init(StoredProperty(key) { Shared(wrappedValue: nil, .appStorage($0)) })
  }

  @available(
    *,
    unavailable,
    message: "give the property a value, or make it an optional: nothing may be stored yet"
  )
  @_disfavoredOverload
  public init(_ key: String) where Value: Codable {
    fatalError("nobody can call it")
  }
}
