/// A key for a value in the environment. Declare one as follows:
///
/// ```swift
/// private enum AccentKey: EnvironmentKey {
///   static let defaultValue = "blue"
/// }
/// extension EnvironmentValues {
///   var accent: String {
///     get { self[AccentKey.self] }
///     set { self[AccentKey.self] = newValue }
///   }
/// }
/// ```
///
/// A key is not isolated to an actor. A key whose default value belongs to the main actor says so:
/// `@MainActor enum ThemeKey: @MainActor EnvironmentKey`.
nonisolated public protocol EnvironmentKey {
  associatedtype Value
  /// The value if no view sets one.
  static var defaultValue: Value { get }
}

/// The environment of a view: values set by the views above it.
///
/// Copying is O(1). Setting a value copies the values set so far.
nonisolated public struct EnvironmentValues {
  private var values: [ObjectIdentifier: Any] = [:]

  // Stored separately, because every widget reads them or every container sets them.

  /// Whether controls react to the user. Set it with ``View/disabled(_:)``.
  public internal(set) var isEnabled = true
  /// What controls look like; `nil` if it is as the theme says.
  var controlLook: ControlLook?
  /// The kind of container that contains the view. Containers set it.
  public internal(set) var placement = Placement.plain
  /// How texts are laid out.
  var textLayout = TextLayout()

  public init() {}

  public subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
    get {
      // Without the guard, an optional value that is not set would be `nil`, not the default.
      guard let value = values[ObjectIdentifier(key)] else { return Key.defaultValue }
      return value as? Key.Value ?? Key.defaultValue
    }
    set { values[ObjectIdentifier(key)] = newValue }
  }
}

/// Reads a value of the environment.
///
/// ```swift
/// @Environment(\.dismiss) private var dismiss
/// ```
///
/// When the value changes, the view's body is evaluated again.
@propertyWrapper
public struct Environment<Value>: DynamicProperty, EnvironmentReading {
  private let keyPath: KeyPath<EnvironmentValues, Value>
  private var source: Source?

  /// - Parameter keyPath: The key path to the value.
  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {
    self.keyPath = keyPath
  }

  /// The value for the view; the default value outside of a view.
  public var wrappedValue: Value {
    (source?.environment ?? EnvironmentValues())[keyPath: keyPath]
  }

  public mutating func connect(to node: Node, storage: inout AnyObject?) {
    if let known = storage as? Source {
      source = known
    } else {
      let new = Source(node)
      source = new
      storage = new
    }
  }

  /// Reads the environment of a node. Closures that outlive the node read the environment that the
  /// node started with.
  private final class Source {
    private weak var node: Node?
    private let initial: EnvironmentValues

    init(_ node: Node) {
      self.node = node
      initial = node.environment
    }

    deinit {}

    var environment: EnvironmentValues { node?.environment ?? initial }
  }
}

extension View {
  /// Sets a value of the environment for this view and all views inside it.
  ///
  /// - Parameters:
  ///   - keyPath: The key path to the value.
  ///   - value: The new value.
  public func environment<Value>(
    _ keyPath: WritableKeyPath<EnvironmentValues, Value>,
    _ value: Value
  ) -> some View {
    EnvironmentView(content: self, keyPath: keyPath, value: value) { $0 = $1 }
  }

  /// Changes a value of the environment for this view and all views inside it.
  ///
  /// - Parameters:
  ///   - keyPath: The key path to the value.
  ///   - transform: Changes the value that the views above have set.
  public func transformEnvironment<Value>(
    _ keyPath: WritableKeyPath<EnvironmentValues, Value>,
    transform: @escaping (inout Value) -> Void
  ) -> some View {
    EnvironmentView(content: self, keyPath: keyPath, value: transform) { $1(&$0) }
  }

  /// Changes a value of the environment using an operand. Unlike a closure, the operand can be
  /// compared, to skip updates.
  func transformEnvironment<Value, Operand>(
    _ keyPath: WritableKeyPath<EnvironmentValues, Value>,
    by operand: Operand,
    transform: @escaping (inout Value, Operand) -> Void
  ) -> some View {
    EnvironmentView(content: self, keyPath: keyPath, value: operand, apply: transform)
  }
}

struct EnvironmentView<Content: View, Member, Value>: PrimitiveView {
  let content: Content
  let keyPath: WritableKeyPath<EnvironmentValues, Member>
  let value: Value
  let apply: (inout Member, Value) -> Void

  func makeNode(_ context: NodeContext) -> ViewNode<Self> {
    EnvironmentNode(self, context) { $0.content }
  }
}

private final class EnvironmentNode<Content: View, Member, Value>:
  ForwardingNode<EnvironmentView<Content, Member, Value>, Content>
{
  private var current: EnvironmentValues?

  deinit {}

  override func prepare() { current = transformed() }

  private func transformed() -> EnvironmentValues {
    var environment = environment
    view.apply(&environment[keyPath: view.keyPath], view.value)
    return environment
  }

  override var childEnvironment: EnvironmentValues { current ?? environment }

  override func update(_ view: EnvironmentView<Content, Member, Value>) {
    let old = childEnvironment[keyPath: view.keyPath]
    self.view = view
    let new = transformed()
    let isChanged = !areEqual(old, new[keyPath: view.keyPath])
    if isChanged { current = new }
    super.update(view)
    if isChanged { child?.setEnvironment(new) }
  }

  override func environmentDidChange() {
    current = transformed()
    super.environmentDidChange()
  }
}
