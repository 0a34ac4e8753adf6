import Foundation
import GtkKit

/// Lines and curves: the outline of a ``Shape``, what a ``Canvas`` draws, or a view.
///
/// ```swift
/// Path { path in
///   path.move(to: CGPoint(x: 0, y: 40))
///   path.addLine(to: CGPoint(x: 20, y: 0))
///   path.addLine(to: CGPoint(x: 40, y: 40))
///   path.closeSubpath()
/// }
/// .fill(.orange)
/// ```
///
/// One unit is a pixel, `(0, 0)` is at the top left, and angles grow clockwise from the right.
nonisolated public struct Path: Equatable, Sendable {
  /// A step of a path.
  public enum Element: Equatable, Sendable {
    case move(to: CGPoint)
    case line(to: CGPoint)
    case quadCurve(to: CGPoint, control: CGPoint)
    case curve(to: CGPoint, control1: CGPoint, control2: CGPoint)
    case closeSubpath
  }

  private(set) var elements: [Element] = []
  /// Where the part begins that is being drawn.
  private var start: CGPoint?
  /// The end of the last line; `nil` if there is none.
  public private(set) var currentPoint: CGPoint?

  /// A path without lines.
  public init() {}

  /// - Parameter build: Adds the lines and curves.
  public init(_ build: (inout Path) -> Void) { build(&self) }

  public init(_ rectangle: CGRect) { addRect(rectangle) }

  public init(ellipseIn rectangle: CGRect) { addEllipse(in: rectangle) }

  public init(roundedRect rectangle: CGRect, cornerRadius: Double) {
    addRoundedRect(in: rectangle, cornerSize: CGSize(width: cornerRadius, height: cornerRadius))
  }

  public init(roundedRect rectangle: CGRect, cornerSize: CGSize) {
    addRoundedRect(in: rectangle, cornerSize: cornerSize)
  }

  public var isEmpty: Bool { elements.isEmpty }

  /// Calls a function with each step.
  public func forEach(_ body: (Element) -> Void) { elements.forEach(body) }

  // MARK: Lines

  /// Begins a new part.
  public mutating func move(to point: CGPoint) {
    elements.append(.move(to: point))
    start = point
    currentPoint = point
  }

  /// Adds a line from the current point. Without one, the part begins at the point.
  public mutating func addLine(to point: CGPoint) {
    guard currentPoint != nil else { return move(to: point) }
    elements.append(.line(to: point))
    currentPoint = point
  }

  /// Adds a part of lines through some points.
  public mutating func addLines(_ points: [CGPoint]) {
    guard let first = points.first else { return }
    move(to: first)
    for point in points.dropFirst() { addLine(to: point) }
  }

  /// Adds a line to where the part began.
  public mutating func closeSubpath() {
    guard currentPoint != nil, elements.last != .closeSubpath else { return }
    elements.append(.closeSubpath)
    currentPoint = start
  }

  // MARK: Curves

  /// Adds a curve with one control point from the current point.
  public mutating func addQuadCurve(to point: CGPoint, control: CGPoint) {
    beginIfNeeded(at: control)
    elements.append(.quadCurve(to: point, control: control))
    currentPoint = point
  }

  /// Adds a curve with two control points from the current point.
  public mutating func addCurve(to point: CGPoint, control1: CGPoint, control2: CGPoint) {
    beginIfNeeded(at: control1)
    elements.append(.curve(to: point, control1: control1, control2: control2))
    currentPoint = point
  }

  private mutating func beginIfNeeded(at point: CGPoint) {
    if currentPoint == nil { move(to: point) }
  }

  /// Adds a part of a circle, after a line from the current point to its beginning.
  ///
  /// - Parameters:
  ///   - center: The middle of the circle.
  ///   - radius: The radius, in pixels.
  ///   - startAngle: Where the arc begins: 0 is at the right, 90° at the bottom.
  ///   - endAngle: Where it ends. An arc over 360° or more is a whole circle.
  ///   - clockwise: As in SwiftUI, `false` draws towards growing angles, which looks clockwise on a
  ///     screen, where y grows downwards.
  public mutating func addArc(
    center: CGPoint,
    radius: Double,
    startAngle: Angle,
    endAngle: Angle,
    clockwise: Bool
  ) {
    let turn = 2 * Double.pi
    var delta = endAngle.radians - startAngle.radians
    guard delta.isFinite else { return }
    if abs(delta) >= turn {
      delta = clockwise ? -turn : turn
    } else if clockwise, delta > 0 {
      delta -= turn
    } else if !clockwise, delta < 0 {
      delta += turn
    }
    addRelativeArc(
      center: center,
      radius: radius,
      startAngle: startAngle,
      delta: Angle(radians: delta)
    )
  }

  /// Adds a part of a circle, after a line from the current point to its beginning.
  ///
  /// - Parameters:
  ///   - center: The middle of the circle.
  ///   - radius: The radius, in pixels.
  ///   - startAngle: Where the arc begins.
  ///   - delta: How far it goes, clockwise; less than 0 goes the other way.
  public mutating func addRelativeArc(
    center: CGPoint,
    radius: Double,
    startAngle: Angle,
    delta: Angle
  ) {
    addArc(
      center: center,
      radii: CGSize(width: radius, height: radius),
      start: startAngle.radians,
      delta: delta.radians
    )
  }

  /// Adds a round corner between two lines: from the current point towards a corner, and from there
  /// towards an end.
  ///
  /// - Parameters:
  ///   - tangent1End: The corner.
  ///   - tangent2End: A point that the second line leads to. The arc ends before.
  ///   - radius: The radius, in pixels.
  public mutating func addArc(tangent1End: CGPoint, tangent2End: CGPoint, radius: Double) {
    guard let from = currentPoint else { return move(to: tangent1End) }
    let first = Vector(from: tangent1End, to: from)
    let second = Vector(from: tangent1End, to: tangent2End)
    let cross = first.x * second.y - first.y * second.x
    guard first.length > 0, second.length > 0, abs(cross) > 1e-9, radius > 0 else {
      return addLine(to: tangent1End)
    }
    let dot = first.x * second.x + first.y * second.y
    let angle = atan2(abs(cross), dot)
    let distance = radius / tan(angle / 2)
    let begin = tangent1End.moved(first.unit, by: distance)
    let bisector = Vector(x: first.unit.x + second.unit.x, y: first.unit.y + second.unit.y).unit
    let center = tangent1End.moved(bisector, by: radius / sin(angle / 2))
    let start = atan2(begin.y - center.y, begin.x - center.x)
    let sweep = (.pi - angle) * (cross > 0 ? -1 : 1)
    addArc(
      center: center,
      radii: CGSize(width: radius, height: radius),
      start: start,
      delta: sweep
    )
  }

  /// Adds a part of an ellipse as curves of a quarter at most.
  private mutating func addArc(center: CGPoint, radii: CGSize, start: Double, delta: Double) {
    func point(_ angle: Double) -> CGPoint {
      CGPoint(x: center.x + radii.width * cos(angle), y: center.y + radii.height * sin(angle))
    }
    guard delta.isFinite, start.isFinite else { return }
    addLine(to: point(start))
    // A hundred turns at most: more draw nothing else.
    let delta = min(max(delta, -200 * .pi), 200 * .pi)
    let count = Int((abs(delta) / (.pi / 2)).rounded(.up))
    guard count > 0 else { return }
    let step = delta / Double(count)
    // The distance of control points with which a curve is nearest to an arc.
    let reach = 4 / 3 * tan(step / 4)
    for index in 0..<count {
      let (from, to) = (start + Double(index) * step, start + Double(index + 1) * step)
      addCurve(
        to: point(to),
        control1: CGPoint(
          x: point(from).x - reach * radii.width * sin(from),
          y: point(from).y + reach * radii.height * cos(from)
        ),
        control2: CGPoint(
          x: point(to).x + reach * radii.width * sin(to),
          y: point(to).y - reach * radii.height * cos(to)
        )
      )
    }
  }

  // MARK: Closed parts

  /// Adds a rectangle, from its top left corner.
  public mutating func addRect(_ rectangle: CGRect) {
    move(to: CGPoint(x: rectangle.minX, y: rectangle.minY))
    addLine(to: CGPoint(x: rectangle.maxX, y: rectangle.minY))
    addLine(to: CGPoint(x: rectangle.maxX, y: rectangle.maxY))
    addLine(to: CGPoint(x: rectangle.minX, y: rectangle.maxY))
    closeSubpath()
  }

  /// Adds an ellipse that touches the sides of a rectangle, clockwise from its right.
  public mutating func addEllipse(in rectangle: CGRect) {
    let radii = CGSize(width: rectangle.width / 2, height: rectangle.height / 2)
    move(to: CGPoint(x: rectangle.maxX, y: rectangle.midY))
    addArc(
      center: CGPoint(x: rectangle.midX, y: rectangle.midY),
      radii: radii,
      start: 0,
      delta: 2 * .pi
    )
    closeSubpath()
  }

  /// Adds a rectangle with round corners.
  ///
  /// - Parameters:
  ///   - rectangle: The rectangle.
  ///   - cornerSize: The radii of the corners, at most half of the sides.
  public mutating func addRoundedRect(in rectangle: CGRect, cornerSize: CGSize) {
    let radii = CGSize(
      width: min(max(cornerSize.width, 0), rectangle.width / 2),
      height: min(max(cornerSize.height, 0), rectangle.height / 2)
    )
    guard radii.width > 0, radii.height > 0 else { return addRect(rectangle) }
    let inner = rectangle.insetBy(dx: radii.width, dy: radii.height)
    move(to: CGPoint(x: inner.minX, y: rectangle.minY))
    let corners = [
      CGPoint(x: inner.maxX, y: inner.minY), CGPoint(x: inner.maxX, y: inner.maxY),
      CGPoint(x: inner.minX, y: inner.maxY), CGPoint(x: inner.minX, y: inner.minY),
    ]
    for (index, center) in corners.enumerated() {
      addArc(center: center, radii: radii, start: Double(index - 1) * .pi / 2, delta: .pi / 2)
    }
    closeSubpath()
  }

  /// Adds the steps of another path.
  public mutating func addPath(_ path: Path) {
    guard !path.isEmpty else { return }
    elements += path.elements
    start = path.start
    currentPoint = path.currentPoint
  }

  // MARK: Other paths

  /// Returns the path with each point changed.
  func mapPoints(_ change: (CGPoint) -> CGPoint) -> Path {
    var path = self
    path.elements = elements.map { element in
      switch element {
      case .move(let point): .move(to: change(point))
      case .line(let point): .line(to: change(point))
      case .quadCurve(let point, let control):
        .quadCurve(to: change(point), control: change(control))
      case .curve(let point, let control1, let control2):
        .curve(to: change(point), control1: change(control1), control2: change(control2))
      case .closeSubpath: .closeSubpath
      }
    }
    path.start = start.map(change)
    path.currentPoint = currentPoint.map(change)
    return path
  }

  /// Returns the path moved to the right and downwards, in pixels.
  public func offsetBy(dx: Double, dy: Double) -> Path {
    mapPoints { CGPoint(x: $0.x + dx, y: $0.y + dy) }
  }

  /// Returns the path turned, moved, or made larger or smaller.
  public func applying(_ transform: AffineTransform) -> Path {
    mapPoints { transform.transform($0) }
  }
}

/// A direction with a length.
nonisolated private struct Vector {
  var x: Double
  var y: Double

  init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  init(from start: CGPoint, to end: CGPoint) {
    self.init(x: end.x - start.x, y: end.y - start.y)
  }

  var length: Double { (x * x + y * y).squareRoot() }

  var unit: Vector { length > 0 ? Vector(x: x / length, y: y / length) : self }
}

nonisolated extension CGPoint {
  fileprivate func moved(_ direction: Vector, by distance: Double) -> CGPoint {
    CGPoint(x: x + direction.x * distance, y: y + direction.y * distance)
  }

  /// Returns the point at a part of the way to another one.
  func mixed(with other: CGPoint, _ share: Double) -> CGPoint {
    CGPoint(x: x + (other.x - x) * share, y: y + (other.y - y) * share)
  }

  func distance(to other: CGPoint) -> Double {
    let (dx, dy) = (other.x - x, other.y - y)
    return (dx * dx + dy * dy).squareRoot()
  }
}
