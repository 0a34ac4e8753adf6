/// A named action that menus, keys and buttons can activate.
///
/// Actions belong to an ``Application`` or to an ``ActionGroup`` of a widget.
public final class Action {
  /// The name, without the prefix of the group.
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

/// The actions of a widget and of all widgets inside it.
public final class ActionGroup {
  private let reference = ObjectReference(owning: g_simple_action_group_new())

  public init() {}

  /// Adds an action, replacing any action of the same name.
  public func add(_ action: Action) {
    g_action_map_add_action(reference.opaque, action.pointer)
  }

  /// Removes the action with a name, if there is one.
  public func removeAction(named name: String) {
    g_action_map_remove_action(reference.opaque, name)
  }

  /// Makes the actions available to a widget and its descendants.
  ///
  /// - Parameters:
  ///   - widget: The widget.
  ///   - prefix: The part of an action's full name before the dot, such as `row` in `row.delete`.
  public func attach(to widget: WidgetPointer, prefix: String) {
    gtk_widget_insert_action_group(widget, prefix, reference.opaque)
  }
}
