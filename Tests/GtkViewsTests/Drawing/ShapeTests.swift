import Foundation
import GtkKit
import GtkTestSupport
import Testing

@testable import GtkViews

private let red: UInt32 = 0xFFE0_1B24
private let blue: UInt32 = 0xFF35_84E4

/// The left half of its space.
private struct LeftHalf: Shape {
  func path(in rect: CGRect) -> Path {
    Path(CGRect(x: rect.minX, y: rect.minY, width: rect.width / 2, height: rect.height))
  }
}

extension ViewTests {
  @Test func `a shape of one's own is filled`() async throws {
    try await drawn(LeftHalf().fill(.red)) { pixel in
      #expect(pixel(22, 50) == red)
      #expect(pixel(47, 78) == red)
      #expect(pixel(53, 50) != red)
    }
    try await drawn(LeftHalf().foregroundStyle(Color(red: 0, green: 0, blue: 1))) { pixel in
      #expect(pixel(22, 50) == 0xFF00_00FF)
    }
  }

  @Test func `the line of a shape of one's own lies inside of its space`() async throws {
    let style = StrokeStyle(lineWidth: 6)
    try await drawn(LeftHalf().stroke(.red, style: style)) { pixel in
      #expect(pixel(22, 50) == red)
      #expect(pixel(18, 50) != red)
      #expect(pixel(35, 50) != red)
      #expect(pixel(50, 50) == red)
    }
  }

  @Test func `a part of a circle is drawn from where it is turned to`() async throws {
    let ring = Circle().trim(from: 0, to: 0.5).rotation(.degrees(-90))
    try await drawn(ring.stroke(.red, style: StrokeStyle(lineWidth: 8))) { pixel in
      #expect(pixel(76, 50) == red)
      #expect(pixel(23, 50) != red)
    }
  }

  @Test func `dashes leave gaps`() async throws {
    let line = Path { $0.addLines([CGPoint(x: 0, y: 30), CGPoint(x: 60, y: 30)]) }
    // A path stands where its points are, however wide its line is.
    try await drawn(line.stroke(.red, lineWidth: 2)) { pixel in
      #expect(pixel(50, 50) == red)
      #expect(pixel(50, 52) != red)
    }
    let style = StrokeStyle(lineWidth: 10, dash: [20, 20])
    try await drawn(line.stroke(.red, style: style)) { pixel in
      #expect(pixel(30, 50) == red)
      #expect(pixel(50, 50) != red)
      #expect(pixel(70, 50) == red)
    }
  }

  @Test func `gradients go from the first colour to the last`() async throws {
    let colors = [Color(red: 1, green: 0, blue: 0), Color(red: 0, green: 0, blue: 1)]
    let linear = LinearGradient(colors: colors, startPoint: .top, endPoint: .bottom)
    try await drawn(linear) { pixel in
      #expect(pixel(50, 21) & 0xFF00FF > 0xF00000)
      #expect(pixel(50, 78) & 0xFF > 0xF0)
      #expect(pixel(22, 50) == pixel(78, 50))
    }
    try await drawn(LeftHalf().fill(linear)) { pixel in
      #expect(pixel(22, 21) & 0xFF00FF > 0xF00000)
      #expect(pixel(70, 21) & 0xFF00FF != pixel(22, 21) & 0xFF00FF)
    }
    let radial = RadialGradient(colors: colors, center: .center, startRadius: 0, endRadius: 30)
    try await drawn(radial) { pixel in
      #expect(pixel(50, 50) & 0xFF00FF > 0xF00000)
      #expect(pixel(79, 50) & 0xFF > 0xF0)
    }
  }

  @Test func `the gradient of a colour is lighter at its top`() async throws {
    let color = Color(red: 0.5, green: 0, blue: 0)
    for view in [AnyView(Rectangle().fill(color.gradient)), AnyView(color.gradient)] {
      try await drawn(view) { pixel in
        #expect(pixel(50, 22) & 0xFF > pixel(50, 77) & 0xFF)
        #expect(pixel(50, 78) & 0xFF < 8)
      }
    }
  }

  @Test func `a canvas draws paths and texts where its context is moved to`() async throws {
    let canvas = Canvas { context, size in
      #expect(size == CGSize(width: 60, height: 60))
      var moved = context
      moved.translateBy(x: 30, y: 30)
      moved.rotate(by: .degrees(90))
      // To the right is downwards.
      moved.fill(Path(CGRect(x: 0, y: -5, width: 30, height: 10)), with: .color(.red))
      // The copy has not moved the original.
      context.fill(Path(CGRect(x: 0, y: 0, width: 10, height: 10)), with: .color(.blue))
      context.clip(to: Path(CGRect(x: 50, y: 0, width: 10, height: 10)))
      context.fill(Path(CGRect(x: 30, y: 0, width: 30, height: 10)), with: .color(.blue))
    }
    try await drawn(canvas) { pixel in
      #expect(pixel(50, 70) == red)
      #expect(pixel(70, 50) != red)
      #expect(pixel(22, 22) == blue)
      #expect(pixel(55, 22) != blue)
      #expect(pixel(75, 22) == blue)
    }
  }

  @Test func `a text is drawn in its place`() async throws {
    let canvas = Canvas { context, _ in
      context.draw(Text("█").bold(), at: CGPoint(x: 30, y: 30))
    }
    try await drawn(canvas.foregroundStyle(Color(red: 0, green: 0, blue: 1))) { pixel in
      #expect(pixel(50, 50) & 0xFF_FFFF == 0x0000FF)
      #expect(pixel(22, 50) & 0xFF_FFFF != 0x0000FF)
    }
  }

  @Test func `what cannot be drawn does not keep the rest from being drawn`() async throws {
    let canvas = Canvas { context, _ in
      for scale in [0, 1e200, .infinity, .nan] {
        var flat = context
        flat.scaleBy(x: scale, y: 1)
        flat.fill(Path(CGRect(x: 0, y: 0, width: 60, height: 60)), with: .color(.blue))
      }
      let nowhere = CGPoint(x: Double.nan, y: .infinity)
      context.stroke(Path { $0.addLines([nowhere, .zero]) }, with: .color(.blue))
      let dashes = StrokeStyle(lineWidth: 2, dash: [-1, .nan])
      context.stroke(
        Path(CGRect(x: 40, y: 0, width: 5, height: 5)),
        with: .color(.blue),
        style: dashes
      )
      context.fill(Path(CGRect(x: 0, y: 30, width: 60, height: 30)), with: .color(.red))
    }
    try await drawn(canvas) { pixel in #expect(pixel(50, 70) == red) }
  }

  @Test func `every colour can be drawn with`() async throws {
    let colors: [Color] = [
      .primary, .secondary, .tertiary, .quaternary, .accentColor, .clear, .black, .red,
      .red.opacity(0.5), Color(named: "theme_fg_color"), Color(white: 0.5), .regularMaterial, .bar,
      .secondary.opacity(0.5),
    ]
    var resolved: [DrawingColor?] = []
    let canvas = Canvas(1) { context, _ in
      resolved = colors.map { context.color(css: $0.css) }
      #expect(context.color(css: "no colour") == nil)
      #expect(context.color(css: "mix(#000000, #ffffff, 0.5)")?.red == 0.5)
      #expect(context.color(css: "alpha(mix(#000000,#ffffff,0.5),0.5)")?.opacity == 0.5)
      context.fill(
        [(x: 0, y: 0), (x: 60, y: 0), (x: 60, y: 60), (x: 0, y: 60)],
        color: DrawingColor(red: 1, green: 0, blue: 0)
      )
    }
    try await drawn(canvas) { _ in }
    #expect(resolved.count == colors.count)
    for (color, drawn) in zip(colors, resolved) { #expect(drawn != nil, "\(color.css)") }
  }
}
