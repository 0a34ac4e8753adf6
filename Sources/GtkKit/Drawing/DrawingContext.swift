import Foundation

/// A colour to draw with.
public struct DrawingColor: Equatable, Sendable {
  public var red: Double
  public var green: Double
  public var blue: Double
  public var opacity: Double

  /// - Parameters:
  ///   - red: From 0 to 1.
  ///   - green: From 0 to 1.
  ///   - blue: From 0 to 1.
  ///   - opacity: From 0 to 1.
  public init(red: Double, green: Double, blue: Double, opacity: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.opacity = opacity
  }

  init(_ color: GdkRGBA) {
    self.init(
      red: Double(color.red),
      green: Double(color.green),
      blue: Double(color.blue),
      opacity: Double(color.alpha)
    )
  }

  /// Returns the colour, mixed with what is below it.
  public func opacity(_ opacity: Double) -> DrawingColor {
    DrawingColor(red: red, green: green, blue: blue, opacity: self.opacity * opacity)
  }
}

extension DrawingColor {
  /// Returns a mixture with another colour, of which it has a share from 0 to 1.
  func mixed(with other: DrawingColor, _ share: Double) -> DrawingColor {
    func mix(_ component: KeyPath<DrawingColor, Double>) -> Double {
      self[keyPath: component] * (1 - share) + other[keyPath: component] * share
    }
    return DrawingColor(
      red: mix(\.red),
      green: mix(\.green),
      blue: mix(\.blue),
      opacity: mix(\.opacity)
    )
  }
}

/// Draws on a widget with cairo, in the font and the colours of the widget's style. One unit is a
/// pixel of the widget, which is more than one of the screen if the screen is scaled.
public struct DrawingContext {
  /// The cairo context, for what has no method here.
  public let cairo: OpaquePointer
  /// The size of the widget.
  public let width: Double
  public let height: Double
  private let widget: WidgetPointer

  /// - Parameters:
  ///   - cairo: The context that GTK gives to a function that draws.
  ///   - widget: The widget that is drawn.
  ///   - width: The width of the widget.
  ///   - height: The height of the widget.
  public init(_ cairo: OpaquePointer, of widget: WidgetPointer, width: Double, height: Double) {
    self.cairo = cairo
    self.widget = widget
    self.width = width
    self.height = height
  }

  // MARK: Style

  private var colors: ThemeColors { ThemeColors(of: widget) }

  /// The colour of texts in the widget.
  public var foreground: DrawingColor { colors.foreground }

  /// A named colour of the theme, such as `theme_selected_bg_color`; `nil` if the theme has none
  /// with the name.
  public func color(named name: String) -> DrawingColor? { colors.color(named: name) }

  /// Returns a colour that is written as in a style sheet: `#rrggbb`, `rgb(…)`, `rgba(…)`, a name
  /// of CSS, `@name` for one of the theme, `currentColor`, `alpha(colour, factor)` or
  /// `mix(colour, colour, share)`; `nil` if it is none of these.
  public func color(css: String) -> DrawingColor? { colors.color(css: css) }

  /// Whether the user reads from right to left.
  public var isRightToLeft: Bool { gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL }

  // MARK: Shapes

  /// A place in the widget, from the top left.
  public typealias Point = (x: Double, y: Double)

  /// Draws a line through some points.
  ///
  /// - Parameters:
  ///   - points: The points. Fewer than two draw nothing.
  ///   - color: The colour.
  ///   - width: The width of the line.
  ///   - dashes: The lengths of dashes and gaps; empty for a solid line.
  public func stroke(
    _ points: [Point],
    color: DrawingColor,
    width: Double = 1,
    dashes: [Double] = []
  ) {
    guard points.count > 1 else { return }
    set(color)
    cairo_set_line_width(cairo, width)
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND)
    cairo_set_dash(cairo, dashes, Int32(dashes.count), 0)
    add(points)
    cairo_stroke(cairo)
  }

  /// Fills the area inside some points.
  public func fill(_ points: [Point], color: DrawingColor) {
    guard points.count > 2 else { return }
    set(color)
    add(points)
    cairo_fill(cairo)
  }

  /// Fills a circle.
  public func fillCircle(center: Point, radius: Double, color: DrawingColor) {
    set(color)
    cairo_new_sub_path(cairo)
    cairo_arc(cairo, center.x, center.y, radius, 0, 2 * .pi)
    cairo_fill(cairo)
  }

  private func add(_ points: [Point]) {
    for (index, point) in points.enumerated() {
      if index == 0 {
        cairo_move_to(cairo, point.x, point.y)
      } else {
        cairo_line_to(cairo, point.x, point.y)
      }
    }
  }

  private func set(_ color: DrawingColor) {
    cairo_set_source_rgba(cairo, color.red, color.green, color.blue, color.opacity)
  }

  // MARK: Texts

  /// Returns the size of a text in the widget's font.
  public func size(of text: String) -> (width: Double, height: Double) {
    size(of: layout(text))
  }

  /// Draws a text in the widget's font.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - point: A place in the widget.
  ///   - anchor: The part of the text that stands there: `(0, 0)` for its top left corner, `(1, 1)`
  ///     for its bottom right one, `(0.5, 0.5)` for its centre.
  ///   - color: The colour.
  public func draw(_ text: String, at point: Point, anchor: Point, color: DrawingColor) {
    draw(layout(text), at: point, anchor: anchor, color: color)
  }

  /// Draws a text with styles in the widget's font.
  ///
  /// - Parameters:
  ///   - markup: The text, as Pango markup.
  ///   - point: A place in the widget.
  ///   - anchor: The part of the text that stands there: `(0, 0)` for its top left corner, `(1, 1)`
  ///     for its bottom right one, `(0.5, 0.5)` for its centre.
  ///   - color: The colour of what has none in the markup.
  public func draw(markup: String, at point: Point, anchor: Point, color: DrawingColor) {
    let layout = layout("")
    pango_layout_set_markup(layout.opaque, markup, -1)
    draw(layout, at: point, anchor: anchor, color: color)
  }

  private func draw(
    _ layout: ObjectReference,
    at point: Point,
    anchor: Point,
    color: DrawingColor
  ) {
    let size = size(of: layout)
    set(color)
    cairo_move_to(
      cairo,
      point.x - size.width * anchor.x,
      point.y - size.height * anchor.y
    )
    pango_cairo_show_layout(cairo, layout.opaque)
  }

  private func layout(_ text: String) -> ObjectReference {
    ObjectReference(owning: gtk_widget_create_pango_layout(widget, text)!)
  }

  private func size(of layout: ObjectReference) -> (width: Double, height: Double) {
    var (width, height): (Int32, Int32) = (0, 0)
    pango_layout_get_pixel_size(layout.opaque, &width, &height)
    return (Double(width), Double(height))
  }
}
