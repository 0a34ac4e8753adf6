import GtkKit

/// Changes properties of the widgets that a view provides.
///
/// For features of GTK that have no modifier here:
///
/// ```swift
/// struct Focusable: WidgetModifier {
///   let isFocusable: Bool
///
///   func apply(to widget: WidgetPointer, replacing old: Focusable?) {
///     guard isFocusable != old?.isFocusable else { return }
///     gtk_widget_set_focusable(widget, isFocusable ? 1 : 0)
///   }
/// }
/// …
/// view.widgetModifier(Focusable(isFocusable: true))
/// ```
@MainActor public protocol WidgetModifier {
  /// Changes `widget`.
  ///
  /// - Parameters:
  ///   - widget: One of the view's widgets.
  ///   - old: The modifier that was applied to the same widget before. It is also `nil` after the
  ///     number of widgets has changed, so a modifier must allow being applied twice.
  func apply(to widget: WidgetPointer, replacing old: Self?)
}

extension View {
  /// Applies a modifier to each widget that this view provides.
  public func widgetModifier(_ modifier: some WidgetModifier) -> some View {
    ModifiedView(content: self, modifier: modifier)
  }
}

struct ModifiedView<Content: View, Modifier: WidgetModifier>: PrimitiveView {
  let content: Content
  let modifier: Modifier

  func makeNode(_ context: NodeContext) -> ViewNode<Self> { ModifiedNode(self, context) }
}

private final class ModifiedNode<Content: View, Modifier: WidgetModifier>:
  ForwardingNode<ModifiedView<Content, Modifier>, Content>
{
  init(_ view: ModifiedView<Content, Modifier>, _ context: NodeContext) {
    super.init(view, context) { $0.content }
    apply(replacing: nil)
  }

  deinit {}

  private func apply(replacing old: Modifier?) {
    for widget in widgets { view.modifier.apply(to: widget, replacing: old) }
  }

  override func update(_ view: ModifiedView<Content, Modifier>) {
    let old = self.view.modifier
    super.update(view)
    apply(replacing: old)
  }

  override func widgetsDidChange() {
    guard child != nil else { return }
    apply(replacing: nil)
    super.widgetsDidChange()
  }
}
