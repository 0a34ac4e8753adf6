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
