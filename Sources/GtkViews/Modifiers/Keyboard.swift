import GtkKit

/// A key, for ``View/keyboardShortcut(_:modifiers:)``.
public struct KeyEquivalent: Equatable, Sendable, ExpressibleByUnicodeScalarLiteral {
  let symbol: UInt32

  /// - Parameter character: The character that the key types.
  public init(_ character: Character) {
    symbol = gdk_unicode_to_keyval(character.unicodeScalars.first?.value ?? 0)
  }

  public init(unicodeScalarLiteral scalar: Unicode.Scalar) {
    symbol = gdk_unicode_to_keyval(scalar.value)
  }

  private init(symbol: Int32) {
    self.symbol = UInt32(symbol)
  }

  public static let `return` = KeyEquivalent(symbol: GDK_KEY_Return)
  public static let escape = KeyEquivalent(symbol: GDK_KEY_Escape)
  public static let delete = KeyEquivalent(symbol: GDK_KEY_Delete)
  public static let tab = KeyEquivalent(symbol: GDK_KEY_Tab)
  public static let space = KeyEquivalent(symbol: GDK_KEY_space)
  public static let upArrow = KeyEquivalent(symbol: GDK_KEY_Up)
  public static let downArrow = KeyEquivalent(symbol: GDK_KEY_Down)
  public static let leftArrow = KeyEquivalent(symbol: GDK_KEY_Left)
  public static let rightArrow = KeyEquivalent(symbol: GDK_KEY_Right)
}

/// Modifier keys that are held while a key is pressed.
public struct EventModifiers: OptionSet, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  public static let control = EventModifiers(rawValue: 1)
  public static let shift = EventModifiers(rawValue: 2)
  public static let alt = EventModifiers(rawValue: 4)
  /// Control, which the shortcuts of applications use on this platform.
  public static let command = control
  /// Alt.
  public static let option = alt

  var gdk: GdkModifierType {
    var mask: UInt32 = 0
    if contains(.control) { mask |= GDK_CONTROL_MASK.rawValue }
    if contains(.shift) { mask |= GDK_SHIFT_MASK.rawValue }
    if contains(.alt) { mask |= GDK_ALT_MASK.rawValue }
    return GdkModifierType(rawValue: mask)
  }
}

/// A key combination.
public struct KeyboardShortcut: Equatable, Sendable {
  public var key: KeyEquivalent
  public var modifiers: EventModifiers

  public init(_ key: KeyEquivalent, modifiers: EventModifiers = .command) {
    self.key = key
    self.modifiers = modifiers
  }

  /// Return, for the default action.
  public static let defaultAction = KeyboardShortcut(.return, modifiers: [])
  /// Escape, for cancelling.
  public static let cancelAction = KeyboardShortcut(.escape, modifiers: [])
}

extension View {
  /// Activates this view, a button or a toggle, when a key combination is pressed anywhere in its
  /// window.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - modifiers: The modifier keys.
  public func keyboardShortcut(
    _ key: KeyEquivalent,
    modifiers: EventModifiers = .command
  ) -> some View {
    keyboardShortcut(KeyboardShortcut(key, modifiers: modifiers))
  }

  /// Activates this view, a button or a toggle, when a key combination is pressed anywhere in its
  /// window.
  public func keyboardShortcut(_ shortcut: KeyboardShortcut) -> some View {
    ShortcutView(content: self, shortcut: shortcut)
  }
}

private struct ShortcutView<Content: View>: PrimitiveView {
  let content: Content
  let shortcut: KeyboardShortcut

  func makeNode(_ context: NodeContext) -> ViewNode<Self> { ShortcutNode(self, context) }
}

private final class ShortcutNode<Content: View>: ForwardingNode<ShortcutView<Content>, Content> {
  private var attached: (widget: WidgetPointer, controller: OpaquePointer)?

  init(_ view: ShortcutView<Content>, _ context: NodeContext) {
    super.init(view, context) { $0.content }
    attach()
  }

  deinit {}

  private func attach() {
    guard let widget = widgets.first else { return detach() }
    guard widget != attached?.widget else { return }
    detach()
    let controller = addGlobalShortcut(
      to: widget,
      symbol: view.shortcut.key.symbol,
      modifiers: view.shortcut.modifiers.gdk
    )
    g_object_ref(widget)
    attached = (widget, controller)
  }

  private func detach() {
    guard let attached else { return }
    gtk_widget_remove_controller(attached.widget, attached.controller)
    g_object_unref(attached.widget)
    self.attached = nil
  }

  override func update(_ view: ShortcutView<Content>) {
    let isChanged = view.shortcut != self.view.shortcut
    super.update(view)
    guard isChanged else { return }
    detach()
    attach()
  }

  override func widgetsDidChange() {
    guard child != nil else { return }
    attach()
    super.widgetsDidChange()
  }

  override func destroy() {
    guard !isDestroyed else { return }
    detach()
    super.destroy()
  }
}

/// Activates a widget when a key combination is pressed anywhere in its window.
///
/// - Returns: The controller, which the widget owns.
@discardableResult
func addGlobalShortcut(
  to widget: WidgetPointer,
  symbol: guint,
  modifiers: GdkModifierType
) -> OpaquePointer {
  let controller = gtk_shortcut_controller_new()!
  gtk_shortcut_controller_set_scope(controller, GTK_SHORTCUT_SCOPE_GLOBAL)
  // The activate action is a shared object. A shortcut takes ownership of a reference to it.
  let action = gtk_activate_action_get()!
  g_object_ref(action.instance)
  gtk_shortcut_controller_add_shortcut(
    controller,
    gtk_shortcut_new(gtk_keyval_trigger_new(symbol, modifiers), action)
  )
  gtk_widget_add_controller(widget, controller)
  return controller
}
