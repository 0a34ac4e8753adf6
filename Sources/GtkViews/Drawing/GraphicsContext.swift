import Foundation
import GtkKit

/// What a ``Canvas`` draws with. A copy has a position, a clip and an opacity of its own: what is
/// changed in it does not change the context that it was copied from.
public struct GraphicsContext {
  /// What fills a path or a line.
  nonisolated public struct Shading: Equatable, Sendable {
    fileprivate enum Kind: Equatable {
      case color(Color)
      case linear(Gradient, CGPoint, CGPoint)
      case radial(Gradient, CGPoint, Double, Double)
      case unitLinear(Gradient, UnitPoint, UnitPoint)
      case unitRadial(Gradient, UnitPoint, Double, Double)
    }

    fileprivate let kind: Kind

    public static func color(_ color: Color) -> Shading { Shading(kind: .color(color)) }

    /// The colour of the texts around.
    public static var foreground: Shading { .color(.current) }

    /// Colours along a line.
    ///
    /// - Parameters:
    ///   - gradient: The colours.
    ///   - startPoint: Where the first colour is, in pixels.
    ///   - endPoint: Where the last colour is, in pixels.
    public static func linearGradient(
      _ gradient: Gradient,
      startPoint: CGPoint,
      endPoint: CGPoint
    ) -> Shading {
      Shading(kind: .linear(gradient, startPoint, endPoint))
    }

    /// Colours from a point outwards.
    ///
    /// - Parameters:
    ///   - gradient: The colours.
    ///   - center: The middle, in pixels.
    ///   - startRadius: Where the first colour ends, in pixels.
    ///   - endRadius: Where the last colour begins, in pixels.
    public static func radialGradient(
      _ gradient: Gradient,
      center: CGPoint,
      startRadius: Double,
      endRadius: Double
    ) -> Shading {
      Shading(kind: .radial(gradient, center, startRadius, endRadius))
    }

    /// Colours along a line between points of what is drawn.
    static func unitLinearGradient(
      _ gradient: Gradient,
      startPoint: UnitPoint,
      endPoint: UnitPoint
    ) -> Shading {
      Shading(kind: .unitLinear(gradient, startPoint, endPoint))
    }

    /// Colours from a point of what is drawn outwards.
    static func unitRadialGradient(
      _ gradient: Gradient,
      center: UnitPoint,
      startRadius: Double,
      endRadius: Double
    ) -> Shading {
      Shading(kind: .unitRadial(gradient, center, startRadius, endRadius))
    }
  }

  /// The context with the functions of cairo, for what has no method here.
  public let drawingContext: DrawingContext
  /// How opaque is what is drawn next, from 0 to 1.
  public var opacity = 1.0
  /// Where what is drawn next lies in the canvas.
  public private(set) var transform = AffineTransform.identity
  /// The paths that what is drawn next is cut to, in the canvas.
  private var clips: [(path: Path, isEvenOdd: Bool)] = []

  init(_ context: DrawingContext) { drawingContext = context }

  // MARK: Position and clip

  /// Moves what is drawn next, in pixels.
  public mutating func translateBy(x: Double, y: Double) {
    transform.prepend(AffineTransform(translationByX: x, byY: y))
  }

  /// Makes what is drawn next larger or smaller.
  public mutating func scaleBy(x: Double, y: Double) {
    transform.prepend(AffineTransform(scaleByX: x, byY: y))
  }

  /// Turns what is drawn next clockwise around `(0, 0)`.
  public mutating func rotate(by angle: Angle) {
    transform.prepend(AffineTransform(rotationByRadians: angle.radians))
  }

  /// Shows only what lies inside of a path of what is drawn next.
  public mutating func clip(to path: Path, eoFill: Bool = false) {
    clips.append((path.applying(transform), eoFill))
  }

  /// Draws in a copy of this context.
  public func drawLayer(_ draw: (inout GraphicsContext) throws -> Void) rethrows {
    var copy = self
    try draw(&copy)
  }

  // MARK: Drawing

  /// Fills a path.
  ///
  /// - Parameters:
  ///   - path: The path. Each of its parts counts as closed.
  ///   - shading: What fills it.
  ///   - eoFill: Whether what lies inside of two parts stays empty.
  public func fill(_ path: Path, with shading: Shading, eoFill: Bool = false) {
    draw { cairo in
      cairo_set_fill_rule(cairo, eoFill ? CAIRO_FILL_RULE_EVEN_ODD : CAIRO_FILL_RULE_WINDING)
      path.add(to: cairo)
      paint(cairo, shading, in: path) { cairo_fill(cairo) }
    }
  }

  /// Draws the lines of a path, whose middle is on the path.
  public func stroke(_ path: Path, with shading: Shading, lineWidth: Double = 1) {
    stroke(path, with: shading, style: StrokeStyle(lineWidth: lineWidth))
  }

  /// Draws the lines of a path, whose middle is on the path.
  public func stroke(_ path: Path, with shading: Shading, style: StrokeStyle) {
    draw { cairo in
      style.apply(to: cairo)
      path.add(to: cairo)
      paint(cairo, shading, in: path) { cairo_stroke(cairo) }
    }
  }

  /// Draws a text in one line, or in those that it is written in, in the font of the canvas.
  ///
  /// - Parameters:
  ///   - text: The text, with its styles.
  ///   - point: A place.
  ///   - anchor: The point of the text that lies there.
  public func draw(_ text: Text, at point: CGPoint, anchor: UnitPoint = .center) {
    draw { cairo in
      // A group is as large as the canvas, so only where it is needed.
      let isOpaque = shownOpacity == 1
      if !isOpaque { cairo_push_group(cairo) }
      drawingContext.draw(
        markup: text.pangoMarkup,
        at: (point.x, point.y),
        anchor: (anchor.x, anchor.y),
        color: drawingContext.foreground
      )
      guard !isOpaque else { return }
      cairo_pop_group_to_source(cairo)
      cairo_paint_with_alpha(cairo, shownOpacity)
    }
  }

  private var shownOpacity: Double { opacity.isFinite ? min(max(opacity, 0), 1) : 1 }

  private func draw(_ body: (_ cairo: OpaquePointer) -> Void) {
    let cairo = drawingContext.cairo
    cairo_save(cairo)
    defer { cairo_restore(cairo) }
    for clip in clips {
      let rule = clip.isEvenOdd ? CAIRO_FILL_RULE_EVEN_ODD : CAIRO_FILL_RULE_WINDING
      cairo_set_fill_rule(cairo, rule)
      clip.path.add(to: cairo)
      cairo_clip(cairo)
    }
    // Cairo draws nothing any more after a matrix that flattens everything.
    let determinant = transform.m11 * transform.m22 - transform.m12 * transform.m21
    let isFinite = [transform.m11, transform.m12, transform.m21, transform.m22, transform.tX]
      .allSatisfy(\.isFinite)
    guard isFinite, transform.tY.isFinite, (1e-12...1e12).contains(abs(determinant)) else { return }
    var matrix = cairo_matrix_t(
      xx: transform.m11,
      yx: transform.m12,
      xy: transform.m21,
      yy: transform.m22,
      x0: transform.tX,
      y0: transform.tY
    )
    cairo_transform(cairo, &matrix)
    body(cairo)
  }

  // MARK: Shadings

  /// Sets what fills a path, and draws.
  private func paint(
    _ cairo: OpaquePointer,
    _ shading: Shading,
    in path: Path,
    _ draw: () -> Void
  ) {
    let pattern: OpaquePointer?
    switch shading.kind {
    case .color(let color) where color.isGradient:
      return paint(cairo, color.gradientShading, in: path, draw)
    case .color(let color):
      let color = resolved(color)
      cairo_set_source_rgba(cairo, color.red, color.green, color.blue, color.opacity)
      return draw()
    case .unitLinear(let gradient, let start, let end):
      let bounds = path.boundingRect
      return paint(
        cairo,
        .linearGradient(
          gradient,
          startPoint: start.point(in: bounds),
          endPoint: end.point(in: bounds)
        ),
        in: path,
        draw
      )
    case .unitRadial(let gradient, let center, let start, let end):
      let center = center.point(in: path.boundingRect)
      return paint(
        cairo,
        .radialGradient(gradient, center: center, startRadius: start, endRadius: end),
        in: path,
        draw
      )
    case .linear(let gradient, let start, let end):
      pattern = cairo_pattern_create_linear(start.x, start.y, end.x, end.y)
      add(gradient, to: pattern)
    case .radial(let gradient, let center, let start, let end):
      pattern = cairo_pattern_create_radial(
        center.x,
        center.y,
        max(start, 0),
        center.x,
        center.y,
        max(end, 0)
      )
      add(gradient, to: pattern)
    }
    cairo_set_source(cairo, pattern)
    draw()
    cairo_pattern_destroy(pattern)
  }

  private func add(_ gradient: Gradient, to pattern: OpaquePointer?) {
    for stop in gradient.stops {
      let color = resolved(stop.color)
      cairo_pattern_add_color_stop_rgba(
        pattern,
        stop.location,
        color.red,
        color.green,
        color.blue,
        color.opacity
      )
    }
  }

  private func resolved(_ color: Color) -> DrawingColor {
    (drawingContext.color(css: color.css) ?? drawingContext.foreground).opacity(shownOpacity)
  }
}

extension Path {
  /// Makes this the current path of cairo.
  nonisolated fileprivate func add(to cairo: OpaquePointer) {
    cairo_new_path(cairo)
    // Cairo draws nothing any more after a number that it cannot take.
    func safe(_ value: Double) -> Double { value.isFinite ? min(max(value, -1e6), 1e6) : 0 }
    func curve(_ control1: CGPoint, _ control2: CGPoint, _ point: CGPoint) {
      cairo_curve_to(
        cairo,
        safe(control1.x),
        safe(control1.y),
        safe(control2.x),
        safe(control2.y),
        safe(point.x),
        safe(point.y)
      )
    }
    var current = CGPoint.zero
    for element in elements {
      switch element {
      case .move(let point):
        cairo_move_to(cairo, safe(point.x), safe(point.y))
        current = point
      case .line(let point):
        cairo_line_to(cairo, safe(point.x), safe(point.y))
        current = point
      case .quadCurve(let point, let control):
        // The same curve with two control points.
        curve(current.mixed(with: control, 2 / 3), point.mixed(with: control, 2 / 3), point)
        current = point
      case .curve(let point, let control1, let control2):
        curve(control1, control2, point)
        current = point
      case .closeSubpath:
        cairo_close_path(cairo)
        var (x, y) = (0.0, 0.0)
        cairo_get_current_point(cairo, &x, &y)
        current = CGPoint(x: x, y: y)
      }
    }
  }
}
