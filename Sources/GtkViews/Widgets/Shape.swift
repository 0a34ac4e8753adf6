import GtkKit

/// A shape that fills the space it is given: a ``Rectangle``, a ``RoundedRectangle``, a
/// ``Capsule``, a ``Circle`` or an ``Ellipse``. Draw other shapes in a ``Canvas``.
///
/// As a view, a shape has the colour of the texts around: `Circle().foregroundStyle(.red)`.
/// Assistive technologies pass over it.
public protocol Shape: View {
  /// How round the corners are.
  nonisolated var corners: ShapeCorners { get }
}

/// How round the corners of a ``Shape`` are.
nonisolated public struct ShapeCorners: Equatable, Sendable {
  let css: String
  /// Whether the shape is as wide as it is high.
  var isSquare = false

  var declaration: String { "border-radius: \(css);" }
}

/// A shape with straight corners.
public struct Rectangle: Shape {
  nonisolated public init() {}

  nonisolated public var corners: ShapeCorners { ShapeCorners(css: "0") }

  public var body: some View { fill() }
}

/// A shape with round corners.
public struct RoundedRectangle: Shape {
  private let radius: Double

  /// - Parameters:
  ///   - cornerRadius: The radius of the corners, in pixels.
  ///   - style: Has no effect: GTK draws arcs of circles.
  nonisolated public init(cornerRadius: Double, style: RoundedCornerStyle = .continuous) {
    radius = cornerRadius.isFinite ? min(max(cornerRadius, 0), 9_999) : 0
  }

  nonisolated public var corners: ShapeCorners { ShapeCorners(css: "\(radius)px") }

  public var body: some View { fill() }
}

/// How round corners are drawn on other platforms.
public enum RoundedCornerStyle: Sendable {
  case circular
  case continuous
}

/// A shape whose shorter sides are half circles.
public struct Capsule: Shape {
  /// - Parameter style: Has no effect: GTK draws arcs of circles.
  nonisolated public init(style: RoundedCornerStyle = .continuous) {}

  nonisolated public var corners: ShapeCorners { ShapeCorners(css: "9999px") }

  public var body: some View { fill() }
}

/// The largest circle in the middle of a space.
public struct Circle: Shape {
  nonisolated public init() {}

  nonisolated public var corners: ShapeCorners { ShapeCorners(css: "50%", isSquare: true) }

  public var body: some View { fill() }
}

/// A shape that touches the middle of each side of its space.
public struct Ellipse: Shape {
  nonisolated public init() {}

  nonisolated public var corners: ShapeCorners { ShapeCorners(css: "50%") }

  public var body: some View { fill() }
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
  public func fill(_ color: Color) -> some View {
    ShapeView(corners: corners, fill: color, line: nil)
  }

  fileprivate func fill() -> some View { fill(.current) }

  /// Draws the edge of the shape, inside of it. Unlike in SwiftUI, no half of the line is outside.
  /// What lies behind the shape reacts to the pointer.
  ///
  /// - Parameters:
  ///   - color: The colour of the line; `nil` for that of the texts around.
  ///   - lineWidth: Its width, in pixels.
  public func stroke(_ color: Color? = nil, lineWidth: Double = 1) -> some View {
    strokeBorder(color, lineWidth: lineWidth)
  }

  /// Draws the edge of the shape, inside of it. What lies behind the shape reacts to the pointer.
  ///
  /// - Parameters:
  ///   - color: The colour of the line; `nil` for that of the texts around.
  ///   - lineWidth: Its width, in pixels.
  public func strokeBorder(_ color: Color? = nil, lineWidth: Double = 1) -> some View {
    ShapeView(corners: corners, fill: nil, line: (color ?? .current, lineWidth))
      .allowsHitTesting(false)
  }
}

private struct ShapeView: View {
  let corners: ShapeCorners
  let fill: Color?
  let line: (color: Color, width: Double)?

  var body: some View {
    if corners.isSquare {
      surface.aspectRatio(1, contentMode: .fit)
    } else {
      // A background around the shape is not one of the shape itself.
      surface.boxed()
    }
  }

  private var surface: some View {
    (fill ?? .clear)
      .styled(corners.declaration)
      .styled(line.map { "border: \(css(max($0.width, 0)))px solid \($0.color.css);" } ?? "")
  }
}
