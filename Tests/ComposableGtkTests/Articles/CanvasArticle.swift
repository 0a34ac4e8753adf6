import ComposableGtk
import Foundation

struct Compass: View {
  /// Where the wind comes from.
  let direction: Angle

  var body: some View {
    Canvas { context, size in
      context.translateBy(x: size.width / 2, y: size.height / 2)
      let radius = min(size.width, size.height) / 2 - 4
      let rose = CGRect(x: -radius, y: -radius, width: 2 * radius, height: 2 * radius)
      context.stroke(Path(ellipseIn: rose), with: .foreground)
      context.draw(Text("N").bold(), at: CGPoint(x: 0, y: -radius + 12))
      context.rotate(by: direction)
      let needle = Path { path in
        path.addLines([CGPoint(x: 0, y: -radius), CGPoint(x: 6, y: 0), CGPoint(x: -6, y: 0)])
      }
      context.fill(needle, with: .color(.red))
    }
    .frame(width: 120, height: 120)
    .accessibilityLabel("Wind from \(Int(direction.degrees)) degrees")
  }
}
