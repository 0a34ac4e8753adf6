import Foundation

/// A path as straight lines: what is measured, cut and asked for points.
nonisolated extension Path {
  /// The lines of one part.
  struct Polyline {
    var points: [CGPoint]
    var isClosed = false

    var length: Double {
      zip(points, points.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
    }
  }

  /// How many lines stand for a curve. Those of a quarter of a circle with a radius of 1,000 pixels
  /// are off by less than a third of a pixel.
  private static let linesOfCurve = 32

  /// The path with lines in the place of curves, part by part.
  var polylines: [Polyline] {
    var parts: [Polyline] = []
    func append(_ point: CGPoint) {
      if let last = parts.indices.last, !parts[last].isClosed {
        parts[last].points.append(point)
      } else {
        // After a part was closed, the next one begins where that did.
        parts.append(Polyline(points: [parts.last?.points.first ?? point, point]))
      }
    }
    func append(curve: (_ share: Double) -> CGPoint) {
      for step in 1...Self.linesOfCurve { append(curve(Double(step) / Double(Self.linesOfCurve))) }
    }
    for element in elements {
      let from = parts.last.map { $0.isClosed ? $0.points[0] : $0.points[$0.points.count - 1] }
      switch element {
      case .move(let point): parts.append(Polyline(points: [point]))
      case .line(let point): append(point)
      case .quadCurve(let point, let control):
        let from = from ?? control
        append { share in
          from.mixed(with: control, share).mixed(with: control.mixed(with: point, share), share)
        }
      case .curve(let point, let control1, let control2):
        let from = from ?? control1
        append { share in
          let middle = control1.mixed(with: control2, share)
          let first = from.mixed(with: control1, share).mixed(with: middle, share)
          let second = middle.mixed(with: control2.mixed(with: point, share), share)
          return first.mixed(with: second, share)
        }
      case .closeSubpath:
        guard let last = parts.indices.last, !parts[last].isClosed else { continue }
        parts[last].points.append(parts[last].points[0])
        parts[last].isClosed = true
      }
    }
    return parts
  }

  /// The smallest rectangle that contains the path; an empty one at `(0, 0)` if there are no lines.
  public var boundingRect: CGRect {
    let points = polylines.flatMap(\.points)
    guard let first = points.first else { return .zero }
    let (x, y) = (points.map(\.x), points.map(\.y))
    let left = x.min() ?? first.x
    let top = y.min() ?? first.y
    return CGRect(
      x: left,
      y: top,
      width: (x.max() ?? left) - left,
      height: (y.max() ?? top) - top
    )
  }

  /// Returns a part of the path, measured along its lines.
  ///
  /// - Parameters:
  ///   - start: Where the part begins, from 0 to 1.
  ///   - end: Where it ends. Nothing is left unless it is greater than `start`.
  public func trimmedPath(from start: Double, to end: Double) -> Path {
    let (start, end) = (min(max(start, 0), 1), min(max(end, 0), 1))
    guard start < end else { return Path() }
    if start == 0, end == 1 { return self }
    let parts = polylines
    let length = parts.reduce(0) { $0 + $1.length }
    let (first, last) = (length * start, length * end)
    var path = Path()
    var passed = 0.0
    for part in parts {
      var isDrawing = false
      for (from, to) in zip(part.points, part.points.dropFirst()) {
        let distance = from.distance(to: to)
        defer { passed += distance }
        guard distance > 0, passed < last, passed + distance > first else { continue }
        if !isDrawing {
          path.move(to: from.mixed(with: to, max(0, (first - passed) / distance)))
          isDrawing = true
        }
        path.addLine(to: from.mixed(with: to, min(1, (last - passed) / distance)))
      }
    }
    return path
  }

  /// Returns whether a point is inside the path, of which each part counts as closed.
  ///
  /// - Parameters:
  ///   - point: The point.
  ///   - eoFill: Whether what lies inside of two parts is outside.
  public func contains(_ point: CGPoint, eoFill: Bool = false) -> Bool {
    /// How often the parts go around the point.
    var windings = 0
    var crossings = 0
    for part in polylines {
      guard let first = part.points.first else { continue }
      for (from, to) in zip(part.points, part.points.dropFirst() + [first]) {
        guard (from.y <= point.y) != (to.y <= point.y) else { continue }
        let x = from.x + (point.y - from.y) / (to.y - from.y) * (to.x - from.x)
        guard x > point.x else { continue }
        crossings += 1
        windings += from.y <= point.y ? 1 : -1
      }
    }
    return eoFill ? !crossings.isMultiple(of: 2) : windings != 0
  }
}
