import GtkKit
import IssueReporting

/// A key, for ``View/keyboardShortcut(_:modifiers:)``.
public struct KeyEquivalent: Equatable, Sendable, ExpressibleByUnicodeScalarLiteral {
  let symbol: UInt32

  /// - Parameter character: The character that the key types.
  ///
  ///   The characters that AppKit gives to keys without one, such as `"\u{F704}"` for F1, are these
  ///   keys. A character that no keyboard has is reported.
  public init(_ character: Character) {
    self.init(unicodeScalarLiteral: character.unicodeScalars.first ?? " ")
  }

  public init(unicodeScalarLiteral scalar: Unicode.Scalar) {
    // Characters for private use, which no keyboard types.
    if (0xE000...0xF8FF).contains(scalar.value) {
      symbol = Self.symbols[scalar.value] ?? 0
      if symbol == 0 {
        reportIssue(
          """
          No key of a keyboard is “\\u{\(String(scalar.value, radix: 16, uppercase: true))}”, so this \
          shortcut never does anything. Keys without a character have names, such as '.f1' and \
          '.pageUp'.
          """
        )
      }
    } else {
      symbol = gdk_unicode_to_keyval(scalar.value)
    }
  }

  /// The keys that AppKit gives characters for private use.
  private static let symbols: [UInt32: UInt32] = {
    let others: [(UInt32, Int32)] = [
      (0xF700, GDK_KEY_Up), (0xF701, GDK_KEY_Down), (0xF702, GDK_KEY_Left),
      (0xF703, GDK_KEY_Right), (0xF727, GDK_KEY_Insert), (0xF728, GDK_KEY_Delete),
      (0xF729, GDK_KEY_Home), (0xF72B, GDK_KEY_End), (0xF72C, GDK_KEY_Page_Up),
      (0xF72D, GDK_KEY_Page_Down), (0xF72E, GDK_KEY_Print), (0xF735, GDK_KEY_Menu),
      (0xF746, GDK_KEY_Help),
    ]
    var symbols = Dictionary(uniqueKeysWithValues: others.map { ($0, UInt32($1)) })
    for number in 0..<24 { symbols[0xF704 + UInt32(number)] = UInt32(GDK_KEY_F1) + UInt32(number) }
    return symbols
  }()

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
  public static let pageUp = KeyEquivalent(symbol: GDK_KEY_Page_Up)
  public static let pageDown = KeyEquivalent(symbol: GDK_KEY_Page_Down)
  public static let insert = KeyEquivalent(symbol: GDK_KEY_Insert)
  /// Delete, as ``delete``: keyboards of this platform have the key that deletes to the right.
  public static let deleteForward = delete
  public static let f1 = KeyEquivalent(symbol: GDK_KEY_F1)
  public static let f2 = KeyEquivalent(symbol: GDK_KEY_F2)
  public static let f3 = KeyEquivalent(symbol: GDK_KEY_F3)
  public static let f4 = KeyEquivalent(symbol: GDK_KEY_F4)
  public static let f5 = KeyEquivalent(symbol: GDK_KEY_F5)
  public static let f6 = KeyEquivalent(symbol: GDK_KEY_F6)
  public static let f7 = KeyEquivalent(symbol: GDK_KEY_F7)
  public static let f8 = KeyEquivalent(symbol: GDK_KEY_F8)
  public static let f9 = KeyEquivalent(symbol: GDK_KEY_F9)
  public static let f10 = KeyEquivalent(symbol: GDK_KEY_F10)
  public static let f11 = KeyEquivalent(symbol: GDK_KEY_F11)
  public static let f12 = KeyEquivalent(symbol: GDK_KEY_F12)
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

  override var childEnvironment: EnvironmentValues {
    var environment = environment
    if environment.placement == .menu { environment.menuShortcut = view.shortcut }
    return environment
  }

  override func attach(to widget: WidgetPointer) -> [any Attachment] {
    let shortcut = view.shortcut
    // GTK takes no keys for widgets that are not on the screen, as the items of a closed menu.
    let receiver = environment.menuButton ?? widget
    return [
      // Where it is not for these views, it may be for those that cover them.
      EventController.shortcut(shortcut.key.symbol, shortcut.modifiers.gdk, on: receiver) {
        [unowned self] in
        !ignoresInput && !selectsText(of: receiver) && activate(widget)
      }
    ]
  }

  /// Whether the keys are those that select all of the text with the focus. GTK lets them through
  /// if there is nothing to select.
  private func selectsText(of receiver: WidgetPointer) -> Bool {
    guard view.shortcut == KeyboardShortcut("a"), let root = gtk_widget_get_root(receiver),
      let focus = gtk_root_get_focus(root)
    else { return false }
    return focus.isA(gtk_text_get_type()) || focus.isA(gtk_text_view_get_type())
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
    // In a menu, the item shows the keys.
    environmentDidChange()
    detach()
    attach()
  }
}
