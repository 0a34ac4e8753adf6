import GtkKit

/// The pointer above a view.
public enum HoverPhase: Equatable, Sendable {
  /// The pointer is at a place in the view, from its top left.
  case active(x: Double, y: Double)
  /// The pointer has left the view.
  case ended
}

extension View {
  /// Performs an action when the pointer comes to this view, moves above it and leaves it, and when
  /// a finger touches it.
  public func onContinuousHover(perform action: @escaping (HoverPhase) -> Void) -> some View {
    HoverView(content: self, action: action)
  }

  /// Performs an action when the pointer comes to this view, with `true`, and when it leaves it,
  /// with `false`.
  ///
  /// The pointer does not come to a view that something covers. What appears only under the pointer
  /// must also be within reach of the keyboard.
  public func onHover(perform action: @escaping (Bool) -> Void) -> some View {
    HoverChangeView(content: self, action: action)
  }
}

private struct HoverChangeView<Content: View>: PrimitiveView {
  let content: Content
  let action: (Bool) -> Void

  func makeNode(_ context: NodeContext) -> ViewNode<Self> { HoverChangeNode(self, context) }
}

private final class HoverChangeNode<Content: View>: InputNode<HoverChangeView<Content>, Content> {
  private var isInside = false

  init(_ view: HoverChangeView<Content>, _ context: NodeContext) {
    super.init(view, context) { $0.content }
  }

  deinit {}

  override func attach(to widget: WidgetPointer) -> [any Attachment] {
    [
      EventController.motion(on: widget) { [unowned self] position in
        let isInside = position != nil
        guard isInside != self.isInside, isInside ? !ignoresInput : !isInert else { return }
        self.isInside = isInside
        view.action(isInside)
      }
    ]
  }
}

private struct HoverView<Content: View>: PrimitiveView {
  let content: Content
  let action: (HoverPhase) -> Void

  func makeNode(_ context: NodeContext) -> ViewNode<Self> { HoverNode(self, context) }
}

private final class HoverNode<Content: View>: InputNode<HoverView<Content>, Content> {
  init(_ view: HoverView<Content>, _ context: NodeContext) {
    super.init(view, context) { $0.content }
  }

  deinit {}

  override func attach(to widget: WidgetPointer) -> [any Attachment] {
    [
      EventController.motion(on: widget) { [unowned self] position in
        if let position {
          if !ignoresInput { view.action(.active(x: position.x, y: position.y)) }
        } else if !isInert {
          // The pointer has left a page that is covered, too.
          view.action(.ended)
        }
      },
      EventController.click(on: widget, button: 1, at: .press) { [unowned self] _, x, y in
        if !ignoresInput { view.action(.active(x: x, y: y)) }
      },
    ]
  }
}
