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
  public static let home = KeyEquivalent(symbol: GDK_KEY_Home)
  public static let end = KeyEquivalent(symbol: GDK_KEY_End)
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

private final class ShortcutNode<Content: View>: InputNode<ShortcutView<Content>, Content> {
  init(_ view: ShortcutView<Content>, _ context: NodeContext) {
    super.init(view, context) { $0.content }
  }

  deinit {}

  override func attach(to widget: WidgetPointer) -> [any Attachment] {
    let shortcut = view.shortcut
    // GTK takes no keys for widgets that are not on the screen, as the items of a closed menu.
    let receiver = environment.menuButton ?? widget
    return [
      // Where it is not for these views, it may be for those that cover them.
      EventController.shortcut(shortcut.key.symbol, shortcut.modifiers.gdk, on: receiver) {
        [unowned self] in !ignoresInput && activate(widget)
      }
    ]
  }

  /// Activates a widget, and returns whether it can be activated.
  private func activate(_ widget: WidgetPointer) -> Bool {
    guard widget.isA(gtk_button_get_type()), gtk_widget_get_realized(widget) == 0 else {
      return gtk_widget_activate(widget) != 0
    }
    // GTK does not activate a button that has never been on the screen. Those of a menu, which may
    // not have been opened yet, can be meant; others, such as those in a closed group, cannot.
    guard environment.menuButton != nil, gtk_widget_is_sensitive(widget) != 0 else { return false }
    Signal.emit(widget, "clicked")
    return true
  }

  override func update(_ view: ShortcutView<Content>) {
    let isChanged = view.shortcut != self.view.shortcut
    super.update(view)
    guard isChanged else { return }
    detach()
    attach()
  }
}
