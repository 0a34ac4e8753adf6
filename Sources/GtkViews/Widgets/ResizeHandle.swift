import GtkKit

/// The line between two columns, which the user moves with the pointer or the arrow keys.
package final class ResizeHandle {
  /// Called when a movement begins.
  package var onBegin: () -> Void = {}
  /// Called with the distance from where the movement began, towards the trailing edge.
  package var onMove: (_ distance: Double) -> Void = { _ in }
  /// Called with a key's distance, towards the trailing edge; infinite for the farthest position.
  package var onStep: (_ distance: Double) -> Void = { _ in }
  /// Called when the user asks for the width that the column has by itself.
  package var onReset: () -> Void = {}

  private let reference = ObjectReference(gtk_separator_new(GTK_ORIENTATION_VERTICAL))
  /// The position of the pointer in the window where the movement began.
  private var start: Double?

  /// - Parameters:
  ///   - cssClass: How the line looks.
  ///   - isFocusable: Whether the line takes the focus, for the arrow keys.
  package init(cssClass: String, isFocusable: Bool = true) {
    gtk_widget_add_css_class(widget, cssClass)
    gtk_widget_set_cursor_from_name(widget, "col-resize")
    gtk_widget_set_focusable(widget, isFocusable ? 1 : 0)
    Accessibility.setLabel(String(translatedByGtk: "Resize"), of: widget)
    EventController.drag(
      on: widget,
      onBegin: { [weak self] x, _ in self?.begin(x) },
      onMove: { [weak self] x, _ in self?.move(x) ?? false }
    )
    EventController.click(on: widget, at: .press) { [weak self] count, _, _ in
      if count == 2 { self?.onReset() }
    }
    EventController.key(on: widget) { [weak self] symbol, modifiers in
      self?.keyPressed(symbol, modifiers) ?? false
    }
  }

  deinit {}

  package var widget: WidgetPointer { reference.widget }

  private var direction: Double { gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL ? -1 : 1 }

  /// Tells assistive technologies the width of the column before the line, in pixels.
  package func setValue(_ width: Int) { Accessibility.setValue("\(width)", of: widget) }

  /// Returns a position in the line as one in the parent, because the line itself moves.
  private func positionInParent(_ x: Double) -> Double? {
    var (parentX, parentY) = (0.0, 0.0)
    guard let parent = gtk_widget_get_parent(widget),
      gtk_widget_translate_coordinates(widget, parent, x, 0, &parentX, &parentY) != 0
    else { return nil }
    return parentX
  }

  private var origin = 0.0
  private var isMoving = false

  private func begin(_ x: Double) {
    origin = x
    isMoving = false
    start = positionInParent(x)
    onBegin()
  }

  private func move(_ x: Double) -> Bool {
    // The distance that GTK tells is from the beginning, in coordinates of the line.
    guard let start, let now = positionInParent(origin + x) else { return false }
    // A hand that clicks trembles.
    if abs(now - start) >= 4 { isMoving = true }
    if isMoving { onMove((now - start) * direction) }
    return isMoving
  }

  private func keyPressed(_ symbol: UInt32, _ modifiers: GdkModifierType) -> Bool {
    let isLarge = modifiers.rawValue & GDK_CONTROL_MASK.rawValue != 0
    guard modifiers.rawValue & GDK_ALT_MASK.rawValue == 0 else { return false }
    let step = (isLarge ? 50.0 : 10) * direction
    switch Int32(symbol) {
    case GDK_KEY_Left, GDK_KEY_KP_Left: onStep(-step)
    case GDK_KEY_Right, GDK_KEY_KP_Right: onStep(step)
    case GDK_KEY_Home, GDK_KEY_KP_Home: onStep(-.infinity)
    case GDK_KEY_End, GDK_KEY_KP_End: onStep(.infinity)
    default: return false
    }
    return true
  }
}
