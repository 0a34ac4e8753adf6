import ComposableGtk
import Foundation

/// How full a tank is: a ring that is closed when it is full.
struct LevelRing: View {
  let level: Double

  var body: some View {
    ZStack {
      Circle()
        .stroke(.quaternary, lineWidth: 10)
      Circle()
        .trim(to: level)
        .rotation(.degrees(-90))
        .stroke(.blue, style: StrokeStyle(lineWidth: 10, lineCap: .round))
      Drop()
        .fill(LinearGradient(colors: [.cyan, .blue], startPoint: .top, endPoint: .bottom))
        .frame(width: 24, height: 32)
    }
    .frame(width: 96, height: 96)
    .accessibilityLabel("The tank is full to \(Int(level * 100)) %")
  }
}

struct Drop: Shape {
  func path(in rect: CGRect) -> Path {
    Path { path in
      path.move(to: CGPoint(x: rect.midX, y: rect.minY))
      path.addCurve(
        to: CGPoint(x: rect.midX, y: rect.maxY),
        control1: CGPoint(x: rect.maxX, y: rect.midY),
        control2: CGPoint(x: rect.maxX, y: rect.maxY)
      )
      path.addCurve(
        to: CGPoint(x: rect.midX, y: rect.minY),
        control1: CGPoint(x: rect.minX, y: rect.maxY),
        control2: CGPoint(x: rect.minX, y: rect.midY)
      )
    }
  }
}
