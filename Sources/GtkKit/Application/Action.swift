/// A named action that menus, keys and buttons can activate.
///
/// Actions belong to an ``Application``.
public final class Action {
  /// The name, without the prefix `app.`.
  public let name: String

  private let reference: ObjectReference

  /// Makes an action without a parameter.
  ///
  /// - Parameters:
  ///   - name: The name: letters, digits, dots and dashes.
  ///   - handler: Called when the action is activated.
  public init(_ name: String, _ handler: @escaping () -> Void) {
    self.name = name
    reference = ObjectReference(owning: g_simple_action_new(name, nil))
    Signal.connect(reference.instance, "activate", .pointer) { _ in handler() }
  }

  /// Makes an action with a string parameter.
  ///
  /// - Parameters:
  ///   - name: The name: letters, digits, dots and dashes.
  ///   - handler: Called with the parameter when the action is activated.
  public init(_ name: String, _ handler: @escaping (String) -> Void) {
    self.name = name
    let type = g_variant_type_new("s")
    reference = ObjectReference(owning: g_simple_action_new(name, type))
    g_variant_type_free(type)
    Signal.connect(reference.instance, "activate", .pointer) { parameter in
      handler(String(cString: g_variant_get_string(OpaquePointer(parameter!), nil)))
    }
  }

  var pointer: OpaquePointer { reference.opaque }

  /// Whether the action can be activated. If not, the widgets that refer to it are insensitive.
  public var isEnabled: Bool {
    get { g_action_get_enabled(pointer) != 0 }
    set { g_simple_action_set_enabled(pointer, newValue ? 1 : 0) }
  }
}
