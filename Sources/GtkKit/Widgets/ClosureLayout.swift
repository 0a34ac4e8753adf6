/// A layout of the children of a box that closures compute.
package final class ClosureLayout {
  /// Returns the minimum and the natural size along an axis, for a size along the other axis, or
  /// -1 if that is not known. Pixels.
  package typealias Measure = (GtkOrientation, Int32) -> (minimum: Int32, natural: Int32)
  /// Gives the children their places in a width and a height, in pixels.
  package typealias Allocate = (Int, Int) -> Void

  /// The layouts in use. C functions receive only the widget.
  private static var layouts: [WidgetPointer: ClosureLayout] = [:]

  private let box: WidgetPointer
  private let measure: Measure
  private let allocate: Allocate

  /// Replaces the layout of a box, whose height depends on its width from now on.
  ///
  /// - Parameters:
  ///   - box: A box. It keeps this layout until ``end()`` is called, which must happen before the
  ///     box goes.
  ///   - measure: Returns the size of the content.
  ///   - allocate: Gives the children their places.
  package init(of box: WidgetPointer, measure: @escaping Measure, allocate: @escaping Allocate) {
    self.box = box
    self.measure = measure
    self.allocate = allocate
    Self.layouts[box] = self
    gtk_widget_set_layout_manager(
      box,
      gtk_custom_layout_new(
        { _ in GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH },
        { box, orientation, forSize, minimum, natural, minimumBaseline, naturalBaseline in
          let size = box.flatMap { ClosureLayout.layouts[$0] }?.measure(orientation, forSize)
          minimum?.pointee = size?.minimum ?? 0
          natural?.pointee = size.map { max($0.natural, $0.minimum) } ?? 0
          minimumBaseline?.pointee = -1
          naturalBaseline?.pointee = -1
        },
        { box, width, height, _ in
          guard let layout = box.flatMap({ ClosureLayout.layouts[$0] }) else { return }
          layout.allocate(Int(width), Int(height))
        }
      )
    )
  }

  deinit {}

  /// Ends the layout: the box has no size from now on.
  package func end() {
    if Self.layouts[box] === self { Self.layouts[box] = nil }
  }

  /// Gives a child its place, which is at least as large as the child needs. For the closure that
  /// allocates.
  ///
  /// - Parameters:
  ///   - child: A child of the box.
  ///   - x: The position of its left edge.
  ///   - y: The position of its upper edge.
  ///   - width: Its width.
  ///   - height: Its height.
  package static func place(_ child: WidgetPointer, x: Int, y: Int, width: Int, height: Int) {
    var place = GtkAllocation(x: Int32(x), y: Int32(y), width: Int32(width), height: Int32(height))
    gtk_widget_size_allocate(child, &place, -1)
  }
}
