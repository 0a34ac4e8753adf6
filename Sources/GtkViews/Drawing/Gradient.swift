import Foundation
import GtkKit

/// What fills a shape or a line: a ``Color``, a ``LinearGradient`` or a ``RadialGradient``.
public protocol ShapeStyle: Sendable {
  /// What is drawn.
  nonisolated var shading: GraphicsContext.Shading { get }
}

extension Color: ShapeStyle {
  nonisolated public var shading: GraphicsContext.Shading { .color(self) }
}

/// Colours that go over into one another.
nonisolated public struct Gradient: Equatable, Sendable {
  /// A colour and its place.
  public struct Stop: Equatable, Sendable {
    public var color: Color
    /// From 0, the start of the gradient, to 1, its end.
    public var location: Double

    public init(color: Color, location: Double) {
      self.color = color
      self.location = location
    }
  }

  /// The colours, in the order of their places.
  public var stops: [Stop]

  public init(stops: [Stop]) { self.stops = stops }

  /// - Parameter colors: The colours, at equal distances.
  public init(colors: [Color]) {
    let last = max(colors.count - 1, 1)
    stops = colors.enumerated().map {
      Stop(color: $0.element, location: Double($0.offset) / Double(last))
    }
  }
}

/// Colours that go over into one another along a line. As a view, it fills its space.
public struct LinearGradient: ShapeStyle, Equatable, View {
  nonisolated private let gradient: Gradient
  nonisolated private let startPoint: UnitPoint
  nonisolated private let endPoint: UnitPoint

  nonisolated public init(gradient: Gradient, startPoint: UnitPoint, endPoint: UnitPoint) {
    self.gradient = gradient
    self.startPoint = startPoint
    self.endPoint = endPoint
  }

  nonisolated public init(colors: [Color], startPoint: UnitPoint, endPoint: UnitPoint) {
    self.init(gradient: Gradient(colors: colors), startPoint: startPoint, endPoint: endPoint)
  }

  nonisolated public init(stops: [Gradient.Stop], startPoint: UnitPoint, endPoint: UnitPoint) {
    self.init(gradient: Gradient(stops: stops), startPoint: startPoint, endPoint: endPoint)
  }

  nonisolated public var shading: GraphicsContext.Shading {
    .unitLinearGradient(gradient, startPoint: startPoint, endPoint: endPoint)
  }

  public var body: some View { Rectangle().fill(self) }
}

/// Colours that go over into one another from a point outwards. As a view, it fills its space.
public struct RadialGradient: ShapeStyle, Equatable, View {
  nonisolated private let gradient: Gradient
  nonisolated private let center: UnitPoint
  nonisolated private let startRadius: Double
  nonisolated private let endRadius: Double

  /// - Parameters:
  ///   - gradient: The colours, from the centre outwards.
  ///   - center: The middle.
  ///   - startRadius: Where the first colour ends, in pixels.
  ///   - endRadius: Where the last colour begins, in pixels.
  nonisolated public init(
    gradient: Gradient,
    center: UnitPoint,
    startRadius: Double,
    endRadius: Double
  ) {
    self.gradient = gradient
    self.center = center
    self.startRadius = startRadius
    self.endRadius = endRadius
  }

  nonisolated public init(
    colors: [Color],
    center: UnitPoint,
    startRadius: Double,
    endRadius: Double
  ) {
    self.init(
      gradient: Gradient(colors: colors),
      center: center,
      startRadius: startRadius,
      endRadius: endRadius
    )
  }

  nonisolated public var shading: GraphicsContext.Shading {
    .unitRadialGradient(gradient, center: center, startRadius: startRadius, endRadius: endRadius)
  }

  public var body: some View { Rectangle().fill(self) }
}

nonisolated extension UnitPoint {
  /// Returns the point of a rectangle.
  func point(in rectangle: CGRect) -> CGPoint {
    CGPoint(x: rectangle.minX + x * rectangle.width, y: rectangle.minY + y * rectangle.height)
  }
}
