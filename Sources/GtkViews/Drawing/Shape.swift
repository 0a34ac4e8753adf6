import Foundation
import GtkKit

/// An outline that follows the space of its view, such as a ``Rectangle``, a ``Circle``, or one of
/// your own:
///
/// ```swift
/// struct Flag: Shape {
///   func path(in rect: CGRect) -> Path {
///     Path { path in
///       path.move(to: CGPoint(x: rect.minX, y: rect.minY))
///       path.addLine(to: CGPoint(x: rect.maxX, y: rect.midY))
///       path.addLine(to: CGPoint(x: rect.minX, y: rect.maxY))
///       path.closeSubpath()
///     }
///   }
/// }
/// ```
///
/// As a view, a shape fills its space and has the colour of the texts around:
/// `Circle().foregroundStyle(.red)`. Assistive technologies pass over it.
public protocol Shape: View {
  /// Returns the outline.
  ///
  /// - Parameter rect: The space, in pixels.
  func path(in rect: CGRect) -> Path
}

extension Shape {
  public var body: some View { fill() }
}

/// A shape that only has round corners: ``Rectangle``, ``RoundedRectangle``, ``Capsule``,
/// ``Circle`` and ``Ellipse``. GTK can cut views to it.
public protocol CornerShape: Shape {
  /// How round the corners are.
  var corners: ShapeCorners { get }
}

/// How round the corners of a shape are.
nonisolated public struct ShapeCorners: Equatable, Sendable {
  let css: String
  /// Whether the shape is as wide as it is high.
  var isSquare = false

  var declaration: String { "border-radius: \(css);" }
}

/// A shape with straight corners.
public struct Rectangle: CornerShape {
  nonisolated public init() {}

  public var corners: ShapeCorners { ShapeCorners(css: "0") }

  public func path(in rect: CGRect) -> Path { Path(rect) }
}

/// A shape with round corners.
public struct RoundedRectangle: CornerShape {
  private let radius: Double

  /// - Parameters:
  ///   - cornerRadius: The radius of the corners, in pixels.
  ///   - style: Has no effect: GTK draws arcs of circles.
  nonisolated public init(cornerRadius: Double, style: RoundedCornerStyle = .continuous) {
    radius = cornerRadius.isFinite ? min(max(cornerRadius, 0), 9_999) : 0
  }

  public var corners: ShapeCorners { ShapeCorners(css: "\(radius)px") }

  public func path(in rect: CGRect) -> Path { Path(roundedRect: rect, cornerRadius: radius) }
}

/// How round corners are drawn on other platforms.
public enum RoundedCornerStyle: Sendable {
  case circular
  case continuous
}

/// A shape whose shorter sides are half circles.
public struct Capsule: CornerShape {
  /// - Parameter style: Has no effect: GTK draws arcs of circles.
  nonisolated public init(style: RoundedCornerStyle = .continuous) {}

  public var corners: ShapeCorners { ShapeCorners(css: "9999px") }

  public func path(in rect: CGRect) -> Path {
    Path(roundedRect: rect, cornerRadius: min(rect.width, rect.height) / 2)
  }
}

/// The largest circle in the middle of a space.
public struct Circle: CornerShape {
  nonisolated public init() {}

  public var corners: ShapeCorners { ShapeCorners(css: "50%", isSquare: true) }

  public func path(in rect: CGRect) -> Path {
    let side = min(rect.width, rect.height)
    return Path(
      ellipseIn: CGRect(x: rect.midX - side / 2, y: rect.midY - side / 2, width: side, height: side)
    )
  }
}

/// A shape that touches the middle of each side of its space.
public struct Ellipse: CornerShape {
  nonisolated public init() {}

  public var corners: ShapeCorners { ShapeCorners(css: "50%") }

  public func path(in rect: CGRect) -> Path { Path(ellipseIn: rect) }
}

extension Shape where Self == Rectangle {
  nonisolated public static var rect: Rectangle { Rectangle() }
}

extension Shape where Self == RoundedRectangle {
  /// A rectangle with round corners, of a radius in pixels.
  nonisolated public static func rect(cornerRadius: Double) -> RoundedRectangle {
    RoundedRectangle(cornerRadius: cornerRadius)
  }
}

extension Shape where Self == Capsule {
  nonisolated public static var capsule: Capsule { Capsule() }
}

extension Shape where Self == Circle {
  nonisolated public static var circle: Circle { Circle() }
}

extension Shape where Self == Ellipse {
  nonisolated public static var ellipse: Ellipse { Ellipse() }
}

extension Shape {
  /// Fills the shape.
  ///
  /// - Parameter color: The colour; without one, that of the texts around.
  public func fill(_ color: Color) -> some View { ShapeView(shape: self, fill: color) }

  /// Fills the shape.
  ///
  /// - Parameter style: A colour or a gradient.
  @_disfavoredOverload
  public func fill(_ style: some ShapeStyle) -> some View { ShapeView(shape: self, fill: style) }

  fileprivate func fill() -> some View { fill(.current) }

  /// Draws the edge of the shape, inside of its space: unlike in SwiftUI, no half of the line is
  /// outside. What lies behind the shape reacts to the pointer.
  ///
  /// - Parameters:
  ///   - color: The colour of the line; `nil` for that of the texts around.
  ///   - lineWidth: Its width, in pixels.
  public func stroke(_ color: Color? = nil, lineWidth: Double = 1) -> some View {
    strokeBorder(color, lineWidth: lineWidth)
  }

  /// Draws the edge of the shape, inside of its space: unlike in SwiftUI, no half of the line is
  /// outside. What lies behind the shape reacts to the pointer.
  ///
  /// - Parameters:
  ///   - style: A colour or a gradient.
  ///   - lineWidth: The width of the line, in pixels.
  @_disfavoredOverload
  public func stroke(_ style: some ShapeStyle, lineWidth: Double = 1) -> some View {
    stroke(style, style: StrokeStyle(lineWidth: lineWidth))
  }

  /// Draws the edge of the shape, inside of its space: unlike in SwiftUI, no half of the line is
  /// outside. What lies behind the shape reacts to the pointer.
  ///
  /// - Parameters:
  ///   - color: The colour of the line.
  ///   - style: How the line is drawn.
  public func stroke(_ color: Color, style: StrokeStyle) -> some View {
    OutlineView(shape: self, shading: color.shading, style: style).allowsHitTesting(false)
  }

  /// Draws the edge of the shape, inside of its space: unlike in SwiftUI, no half of the line is
  /// outside. What lies behind the shape reacts to the pointer.
  ///
  /// - Parameters:
  ///   - content: A colour or a gradient.
  ///   - style: How the line is drawn.
  @_disfavoredOverload
  public func stroke(_ content: some ShapeStyle, style: StrokeStyle) -> some View {
    OutlineView(shape: self, shading: content.shading, style: style).allowsHitTesting(false)
  }

  /// Draws the edge of the shape in the colour of the texts around, inside of its space.
  public func stroke(style: StrokeStyle) -> some View { stroke(.current, style: style) }

  /// Draws the edge of the shape, inside of it. What lies behind the shape reacts to the pointer.
  ///
  /// - Parameters:
  ///   - color: The colour of the line; `nil` for that of the texts around.
  ///   - lineWidth: Its width, in pixels.
  public func strokeBorder(_ color: Color? = nil, lineWidth: Double = 1) -> some View {
    BorderView(shape: self, color: color ?? .current, width: lineWidth).allowsHitTesting(false)
  }

  /// Draws the edge of the shape, inside of it. What lies behind the shape reacts to the pointer.
  public func strokeBorder(_ color: Color, style: StrokeStyle) -> some View {
    stroke(color, style: style)
  }

  /// Returns a part of the shape, measured along its outline: of a circle from the right,
  /// clockwise.
  ///
  /// - Parameters:
  ///   - start: Where the part begins, from 0 to 1.
  ///   - end: Where it ends.
  public func trim(from start: Double = 0, to end: Double = 1) -> some Shape {
    ChangedShape(shape: self) { $0.trimmedPath(from: start, to: end) }
  }

  /// Returns the shape turned clockwise.
  ///
  /// - Parameters:
  ///   - angle: The angle.
  ///   - anchor: The point around which it turns.
  public func rotation(_ angle: Angle, anchor: UnitPoint = .center) -> some Shape {
    ChangedShape(shape: self) { path, rect in
      let center = anchor.point(in: rect)
      var transform = AffineTransform(translationByX: center.x, byY: center.y)
      transform.prepend(AffineTransform(rotationByRadians: angle.radians))
      transform.prepend(AffineTransform(translationByX: -center.x, byY: -center.y))
      return path.applying(transform)
    }
  }

  /// Returns the shape, smaller on each side.
  ///
  /// - Parameter amount: By how many pixels.
  public func inset(by amount: Double) -> some Shape {
    InsetShape(shape: self, amount: amount)
  }
}

extension Path: Shape {
  /// Returns the path, wherever the space is.
  public func path(in rect: CGRect) -> Path { self }
}

/// A shape with an outline that is made from that of another one.
private struct ChangedShape<Base: Shape>: Shape {
  let shape: Base
  let change: (_ path: Path, _ rect: CGRect) -> Path

  init(shape: Base, change: @escaping (_ path: Path, _ rect: CGRect) -> Path) {
    self.shape = shape
    self.change = change
  }

  init(shape: Base, change: @escaping (_ path: Path) -> Path) {
    self.init(shape: shape) { path, _ in change(path) }
  }

  func path(in rect: CGRect) -> Path { change(shape.path(in: rect), rect) }
}

private struct InsetShape<Base: Shape>: Shape {
  let shape: Base
  let amount: Double

  func path(in rect: CGRect) -> Path { shape.path(in: rect.shrunk(by: amount)) }
}

extension CGRect {
  /// Returns the rectangle, smaller on each side; one without a size in its middle if it is too
  /// small for that.
  nonisolated fileprivate func shrunk(by amount: Double) -> CGRect {
    let amount = amount.isFinite ? amount : 0
    let (dx, dy) = (min(amount, width / 2), min(amount, height / 2))
    return CGRect(x: minX + dx, y: minY + dy, width: width - 2 * dx, height: height - 2 * dy)
  }
}

/// A filled shape.
private struct ShapeView<Content: Shape, Style: ShapeStyle>: View {
  let shape: Content
  let fill: Style

  var body: some View {
    if let corners = (shape as? any CornerShape)?.corners, let color = fill as? Color {
      CornerView(corners: corners, color: color)
    } else {
      OutlineView(shape: shape, shading: fill.shading, style: nil)
    }
  }
}

/// The edge of a shape.
private struct BorderView<Content: Shape>: View {
  let shape: Content
  let color: Color
  let width: Double

  var body: some View {
    if let corners = (shape as? any CornerShape)?.corners, !color.isGradient {
      CornerView(corners: corners, color: .clear, border: (color, width))
    } else {
      OutlineView(shape: shape, shading: color.shading, style: StrokeStyle(lineWidth: width))
    }
  }
}

/// A shape that the style sheet draws.
private struct CornerView: View {
  let corners: ShapeCorners
  let color: Color
  var border: (color: Color, width: Double)?

  var body: some View {
    if corners.isSquare {
      surface.aspectRatio(1, contentMode: .fit)
    } else {
      // A background around the shape is not one of the shape itself.
      surface.boxed()
    }
  }

  private var surface: some View {
    color
      .styled(corners.declaration)
      .styled(border.map { "border: \(css(max($0.width, 0)))px solid \($0.color.css);" } ?? "")
  }
}

/// A shape that cairo draws.
private struct OutlineView<Content: Shape>: View {
  let shape: Content
  let shading: GraphicsContext.Shading
  /// How its line is drawn; `nil` if it is filled.
  let style: StrokeStyle?

  var body: some View {
    Canvas { context, size in
      // The line lies inside of the space, where the widget may draw.
      let space = CGRect(origin: .zero, size: size)
      let path = shape.path(in: space.shrunk(by: (style?.lineWidth ?? 0) / 2))
      if let style {
        context.stroke(path, with: shading, style: style)
      } else {
        context.fill(path, with: shading)
      }
    }
    .accessibilityHidden()
  }
}
