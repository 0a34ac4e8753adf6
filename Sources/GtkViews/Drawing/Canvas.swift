import Foundation
import GtkKit

/// A view that is drawn.
///
/// ```swift
/// Canvas { context, size in
///   context.fill(Path(ellipseIn: CGRect(origin: .zero, size: size)), with: .color(.orange))
///   context.draw(Text("Sun").bold(), at: CGPoint(x: size.width / 2, y: size.height / 2))
/// }
/// .accessibilityLabel("The sun")
/// ```
///
/// With inputs it is drawn anew only when these change, and with the functions of cairo:
///
/// ```swift
/// Canvas(levels) { context, levels in
///   context.stroke(points(of: levels), color: context.foreground, width: 2)
/// }
/// .accessibilityLabel("Stock of the last year")
/// ```
///
/// Assistive technologies see an image; give it a label.
public struct Canvas: PrimitiveView {
  let draw: (DrawingContext) -> Void
  /// What the drawing shows; `nil` if that is not known.
  let inputs: (any Equatable)?

  /// A view that is drawn with paths and texts, whenever GTK asks for it, when it is made anew, or
  /// when the state changes that it reads.
  ///
  /// - Parameters:
  ///   - opaque: Has no effect: what is not drawn shows what lies behind.
  ///   - rendersAsynchronously: Has no effect: GTK draws on the main thread.
  ///   - renderer: Draws in a context, in a space of a size in pixels.
  public init(
    opaque: Bool = false,
    rendersAsynchronously: Bool = false,
    renderer: @escaping (_ context: inout GraphicsContext, _ size: CGSize) -> Void
  ) {
    draw = {
      var context = GraphicsContext($0)
      renderer(&context, CGSize(width: $0.width, height: $0.height))
    }
    inputs = nil
  }

  /// A view that is drawn anew when its inputs, its size or the style change: when the user
  /// switches between light and dark, or moves the window to a screen with another scale.
  ///
  /// - Parameters:
  ///   - inputs: All that the drawing depends on.
  ///   - draw: Draws the inputs.
  public init<Inputs: Equatable>(
    _ inputs: Inputs,
    draw: @escaping (_ context: DrawingContext, _ inputs: Inputs) -> Void
  ) {
    self.draw = { draw($0, inputs) }
    self.inputs = inputs
  }

  public func makeNode(_ context: NodeContext) -> ViewNode<Canvas> { CanvasNode(self, context) }

  /// Whether the drawing is the same as another one.
  fileprivate func isSame(as other: Canvas) -> Bool {
    func isEqual<Inputs: Equatable>(_ inputs: Inputs) -> Bool { other.inputs as? Inputs == inputs }
    return inputs.map { isEqual($0) } ?? false
  }
}

private final class CanvasNode: WidgetNode<Canvas> {
  /// Connects the C function to the node, which may be released before the widget.
  private final class Link {
    weak var node: CanvasNode?

    init() {}

    deinit {}
  }

  init(_ view: Canvas, _ context: NodeContext) {
    super.init(view, context, widget: gtk_drawing_area_new())
    Accessibility.setRole(GTK_ACCESSIBLE_ROLE_IMG, of: widget)
    gtk_widget_add_css_class(widget, "canvas")
    gtk_widget_set_hexpand(widget, 1)
    gtk_widget_set_vexpand(widget, 1)
    let link = Link()
    link.node = self
    gtk_drawing_area_set_draw_func(
      widget.cast(),
      { _, cairo, width, height, link in
        guard let cairo, let link else { return }
        Unmanaged<Link>.fromOpaque(link).takeUnretainedValue().node?
          .draw(cairo, width: Double(width), height: Double(height))
      },
      Unmanaged.passRetained(link).toOpaque(),
      { link in
        if let link { Unmanaged<Link>.fromOpaque(link).release() }
      }
    )
  }

  deinit {}

  private func draw(_ cairo: OpaquePointer, width: Double, height: Double) {
    guard !isDestroyed else { return }
    let context = DrawingContext(cairo, of: widget, width: width, height: height)
    tracked { view.draw(context) }
  }

  override func update(_ view: Canvas) {
    let isSame = view.isSame(as: self.view)
    super.update(view)
    if !isSame { reevaluate() }
  }

  override func reevaluate() {
    gtk_widget_queue_draw(widget)
  }
}

nonisolated extension GtkDrawingArea: ObjectInstance {
  public static var objectType: GType { gtk_drawing_area_get_type() }
}
