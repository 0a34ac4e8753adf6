/// A value that a view finds in its surroundings. Declare one like this:
///
///     private enum AccentKey: EnvironmentKey {
///       static let defaultValue = "blue"
///     }
///     extension EnvironmentValues {
///       var accent: String {
///         get { self[AccentKey.self] }
///         set { self[AccentKey.self] = newValue }
///       }
///     }
@MainActor public protocol EnvironmentKey {
  associatedtype Value
  /// The value where nobody has set one.
  static var defaultValue: Value { get }
}

/// What a view finds in its surroundings: values set by the views above it.
///
/// Copying is O(1); setting a value copies what has been set so far.
public struct EnvironmentValues {
  private var values: [ObjectIdentifier: Any] = [:]

  // Kept apart, since every widget asks, or every container sets it.

  /// Whether controls react to the user. Set with ``View/disabled(_:)``.
  public internal(set) var isEnabled = true
  /// What kind of container the view stands in. Set by containers.
  public internal(set) var placement = Placement.plain
  /// How texts look.
  var textLayout = TextLayout()

  public init() {}

  public subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
    get { values[ObjectIdentifier(key)] as? Key.Value ?? Key.defaultValue }
    set { values[ObjectIdentifier(key)] = newValue }
  }
}

/// Reads a value of the environment.
///
///     @Environment(\.dismiss) private var dismiss
///
/// When the value changes, the view's body is evaluated again.
@propertyWrapper
public struct Environment<Value>: DynamicProperty, EnvironmentReading {
  private let keyPath: KeyPath<EnvironmentValues, Value>
  private var place: Place?

  /// - Parameter keyPath: the value to read.
  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {
    self.keyPath = keyPath
  }

  /// The value at the view's place; the default outside of one.
  public var wrappedValue: Value {
    (place?.environment ?? EnvironmentValues())[keyPath: keyPath]
  }

  public mutating func connect(to node: Node, storage: inout AnyObject?) {
    if let known = storage as? Place {
      place = known
    } else {
      let new = Place(node)
      place = new
      storage = new
    }
  }

  /// Reads the environment of a node. Closures that outlive the node get what it was at its end.
  private final class Place {
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
  /// Sets a value of the environment for this view and all views in it.
  ///
  /// - Parameters:
  ///   - keyPath: which value.
  ///   - value: the value.
  public func environment<Value>(
    _ keyPath: WritableKeyPath<EnvironmentValues, Value>,
    _ value: Value
  ) -> some View {
    EnvironmentView(content: self, keyPath: keyPath, value: value) { $0 = $1 }
  }

  /// Changes a value of the environment for this view and all views in it.
  ///
  /// - Parameters:
  ///   - keyPath: which value.
  ///   - transform: changes what the views above have set.
  public func transformEnvironment<Value>(
    _ keyPath: WritableKeyPath<EnvironmentValues, Value>,
    transform: @escaping (inout Value) -> Void
  ) -> some View {
    EnvironmentView(content: self, keyPath: keyPath, value: transform) { $1(&$0) }
  }

  /// Changes a value of the environment by another value. Unlike a closure, that value can be
  /// compared.
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
