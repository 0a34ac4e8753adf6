import Foundation
import Testing

@testable import GtkViews

@Suite struct PathTests {
  private let square = CGRect(x: 10, y: 20, width: 100, height: 100)

  private func isNear(_ first: CGPoint?, _ second: CGPoint, within distance: Double = 0.01) -> Bool
  {
    first.map { $0.distance(to: second) < distance } ?? false
  }

  @Test func `a line without a point before begins there`() {
    var path = Path()
    #expect(path.isEmpty)
    path.closeSubpath()
    #expect(path.isEmpty)
    path.addLine(to: CGPoint(x: 1, y: 2))
    #expect(path == Path { $0.move(to: CGPoint(x: 1, y: 2)) })
  }

  @Test func `a closed part ends where it began`() {
    let path = Path(square)
    #expect(path.currentPoint == CGPoint(x: 10, y: 20))
    #expect(path.boundingRect == square)
    let lengths = path.polylines.map(\.length)
    #expect(lengths == [400])
  }

  @Test(arguments: [
    (0.0, 90.0, false, 0.5), (0, 90, true, 1.5), (90, 0, true, 0.5), (90, 0, false, 1.5),
    (-90, 270, false, 2), (0, 360, true, 2), (0, 900, false, 2), (0, 0, false, 0),
  ])
  func `an arc goes the way that it is told`(
    start: Double,
    end: Double,
    clockwise: Bool,
    halfTurns: Double
  ) {
    let path = Path {
      $0.addArc(
        center: .zero,
        radius: 10,
        startAngle: .degrees(start),
        endAngle: .degrees(end),
        clockwise: clockwise
      )
    }
    let length = path.polylines.reduce(0) { $0 + $1.length }
    #expect(abs(length - halfTurns * .pi * 10) < 0.02)
    let points = path.polylines.flatMap(\.points)
    #expect(points.allSatisfy { abs($0.distance(to: .zero) - 10) < 0.01 })
  }

  @Test func `an ellipse touches the sides of its rectangle`() {
    let bounds = Path(ellipseIn: square).boundingRect
    #expect(abs(bounds.minX - 10) < 0.01 && abs(bounds.maxX - 110) < 0.01)
    #expect(abs(bounds.minY - 20) < 0.01 && abs(bounds.maxY - 120) < 0.01)
  }

  @Test func `a rounded rectangle has room for its corners`() {
    #expect(Path(roundedRect: square, cornerRadius: 0) == Path(square))
    let path = Path(roundedRect: square, cornerRadius: 500)
    #expect(!path.contains(CGPoint(x: 12, y: 22)))
    #expect(path.contains(CGPoint(x: 60, y: 70)))
    let length = path.polylines.reduce(0) { $0 + $1.length }
    #expect(abs(length - 100 * .pi) < 0.1)
  }

  @Test func `a round corner touches both of its lines`() {
    let path = Path { path in
      path.move(to: .zero)
      path.addArc(
        tangent1End: CGPoint(x: 100, y: 0),
        tangent2End: CGPoint(x: 100, y: 100),
        radius: 20
      )
    }
    #expect(isNear(path.currentPoint, CGPoint(x: 100, y: 20)))
    let points = path.polylines.flatMap(\.points)
    #expect(points.contains { isNear($0, CGPoint(x: 80, y: 0)) })
    #expect(points.allSatisfy { $0.x <= 100.001 && $0.y >= -0.001 })
  }

  @Test func `a part of a path is measured along its lines`() {
    let path = Path(CGRect(x: 0, y: 0, width: 100, height: 100))
    let part = path.trimmedPath(from: 0.125, to: 0.5)
    #expect(part.polylines.map(\.length) == [150])
    #expect(part.polylines[0].points.first == CGPoint(x: 50, y: 0))
    #expect(part.currentPoint == CGPoint(x: 100, y: 100))
    #expect(path.trimmedPath(from: 0.5, to: 0.5).isEmpty)
    #expect(path.trimmedPath(from: 0.7, to: 0.2).isEmpty)
    #expect(path.trimmedPath(from: -1, to: 2) == path)
    let circle = Path(ellipseIn: CGRect(x: 0, y: 0, width: 100, height: 100))
    let quarter = circle.trimmedPath(from: 0, to: 0.25)
    #expect(isNear(quarter.currentPoint, CGPoint(x: 50, y: 100), within: 0.1))
  }

  @Test func `what is inside of two parts is outside, if the rule says so`() {
    var path = Path(CGRect(x: 0, y: 0, width: 30, height: 30))
    path.addRect(CGRect(x: 10, y: 10, width: 10, height: 10))
    let middle = CGPoint(x: 15, y: 15)
    #expect(path.contains(middle))
    #expect(!path.contains(middle, eoFill: true))
    #expect(path.contains(CGPoint(x: 5, y: 5), eoFill: true))
    #expect(!path.contains(CGPoint(x: 35, y: 15)))
  }

  @Test func `a path goes on where a closed one began`() {
    let path = Path { path in
      path.addRect(CGRect(x: 0, y: 0, width: 10, height: 10))
      path.addLine(to: CGPoint(x: 0, y: 50))
    }
    #expect(path.polylines.last?.points == [.zero, CGPoint(x: 0, y: 50)])
  }

  @Test func `a path is moved and turned`() {
    var transform = AffineTransform(rotationByDegrees: 90)
    transform.append(AffineTransform(translationByX: 5, byY: 0))
    let path = Path { $0.addLines([.zero, CGPoint(x: 10, y: 0)]) }
    #expect(isNear(path.applying(transform).currentPoint, CGPoint(x: 5, y: 10)))
    #expect(path.offsetBy(dx: 1, dy: 2).currentPoint == CGPoint(x: 11, y: 2))
  }
}
