import ComposableGtk
import GtkKit

struct TideChart: View {
  /// The height of the water at each hour, in meters.
  let heights: [Double]

  var body: some View {
    Canvas(heights) { context, heights in
      let line = Self.points(of: heights, width: context.width, height: context.height)
      guard let first = line.first, let last = line.last else { return }
      let accent = context.color(named: "theme_selected_bg_color") ?? context.foreground
      let area = line + [(x: last.x, y: context.height), (x: first.x, y: context.height)]
      context.fill(area, color: accent.opacity(0.2))
      context.stroke(line, color: accent, width: 2)
      if let high = line.min(by: { $0.y < $1.y }) {
        context.fillCircle(center: high, radius: 4, color: accent)
        context.draw(
          "High water",
          at: (x: high.x, y: high.y - 8),
          anchor: (x: 0.5, y: 1),
          color: context.foreground
        )
      }
    }
    .frame(height: 160)
    .accessibilityLabel("Tide, up to \(heights.max() ?? 0) meters")
  }

  /// Returns the points of the line, with a margin above for the text.
  static func points(
    of heights: [Double],
    width: Double,
    height: Double
  ) -> [DrawingContext.Point] {
    guard heights.count > 1, let highest = heights.max(), highest > 0 else { return [] }
    let step = width / Double(heights.count - 1)
    return heights.enumerated().map { hour, value in
      (x: Double(hour) * step, y: height - (height - 32) * value / highest)
    }
  }
}
