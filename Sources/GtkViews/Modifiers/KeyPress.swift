import GtkKit

/// A key that was pressed while a view had the focus.
public enum KeyPress {
  /// What became of a key.
  public enum Result: Equatable, Sendable {
    /// The key was for this view.
    case handled
    /// The key goes on to the views around this one.
    case ignored
  }
}

extension View {
  /// Lets this view have the keyboard focus.
  public func focusable(_ isFocusable: Bool = true) -> some View {
    widgetModifier(Focusable(isFocusable: isFocusable))
  }

  /// Performs an action when a key is pressed, without modifier keys, while this view or one in it
  /// has the keyboard focus.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - action: Called when the key is pressed, and again while it is held.
  public func onKeyPress(
    _ key: KeyEquivalent,
    action: @escaping () -> KeyPress.Result
  ) -> some View {
    KeyPressView(content: self, key: key, action: action)
  }
}

private struct Focusable: WidgetModifier {
  let isFocusable: Bool

  func apply(to widget: WidgetPointer, replacing old: Focusable?) {
    guard isFocusable != old?.isFocusable else { return }
    gtk_widget_set_focusable(widget, gbool(isFocusable))
  }
}

private struct KeyPressView<Content: View>: PrimitiveView {
  let content: Content
  let key: KeyEquivalent
  let action: () -> KeyPress.Result

  func makeNode(_ context: NodeContext) -> ViewNode<Self> { KeyPressNode(self, context) }
}

private final class KeyPressNode<Content: View>: InputNode<KeyPressView<Content>, Content> {
  init(_ view: KeyPressView<Content>, _ context: NodeContext) {
    super.init(view, context) { $0.content }
  }

  deinit {}

  override func attach(to widget: WidgetPointer) -> [any Attachment] {
    [
      EventController.key(on: widget) { [unowned self] symbol, modifiers in
        let held = modifiers.rawValue & gtk_accelerator_get_default_mod_mask().rawValue
        guard !ignoresInput, symbol == view.key.symbol, held == 0 else { return false }
        return view.action() == .handled
      }
    ]
  }
}
