import ComposableGtk
import Foundation

extension HabitView {
  @HabitBuilder var drawings: [AnyView] {
    Circle().trim(from: 0, to: value).stroke(Color.green, lineWidth: 8)
    Circle().trim(from: 0, to: 0.75)
      .stroke(.tint, style: StrokeStyle(lineWidth: 8, lineCap: .round))
      .rotationEffect(.degrees(-90))
    Circle().fill(.red.gradient)
    Circle().fill(LinearGradient(colors: [.blue, .purple], startPoint: .top, endPoint: .bottom))
    Rectangle().fill(.tertiary)
    RoundedRectangle(cornerRadius: 12).fill(.quaternary)
    RoundedRectangle(cornerRadius: 12).strokeBorder(.secondary, style: StrokeStyle(dash: [4]))
    Capsule().fill(Color.accentColor.opacity(0.2))
    LinearGradient(
      gradient: Gradient(colors: [.red, .orange]),
      startPoint: .topLeading,
      endPoint: .bottomTrailing
    )
    RadialGradient(colors: [.white, .black], center: .center, startRadius: 5, endRadius: 50)
    Text("Shelf").background(LinearGradient(colors: [.red], startPoint: .top, endPoint: .bottom))
    Text("Shelf").background(.ultraThinMaterial)
    Text("Shelf").background(.regularMaterial, in: RoundedRectangle(cornerRadius: 8))
    Text("Shelf").background(.bar)
    Text("Shelf").background(.thinMaterial, in: .rect(cornerRadius: 8))
    Text("Shelf").foregroundStyle(.tertiary)
    Path { path in
      path.move(to: CGPoint(x: 0, y: 0))
      path.addLine(to: CGPoint(x: 20, y: 20))
    }
    .stroke(.red, lineWidth: 2)
    Path(ellipseIn: CGRect(x: 0, y: 0, width: 20, height: 20)).fill(.blue)
    Pennant().fill(.orange).frame(width: 20, height: 20)
    Canvas { context, size in
      let line = Path { path in
        path.move(to: .zero)
        path.addQuadCurve(
          to: CGPoint(x: size.width, y: 0),
          control: CGPoint(x: size.width / 2, y: size.height)
        )
      }
      context.stroke(line, with: .color(.blue), lineWidth: 2)
      context.fill(Path(CGRect(origin: .zero, size: size)), with: .color(.red.opacity(0.1)))
      context.draw(Text("Box").bold(), at: CGPoint(x: size.width / 2, y: 8))
    }
    .frame(height: 40)
  }

  @HabitBuilder var spaces: [AnyView] {
    GeometryReader { proxy in
      Rectangle().fill(.blue).frame(width: proxy.size.width * value)
    }
    .frame(height: 4)
    GeometryReader { geometry in
      Text("\(Int(geometry.frame(in: .local).width))")
    }
    Text("Shelf").onGeometryChange(for: Double.self) {
      $0.size.width
    } action: {
      value = $0
    }
    ScrollView {
      LazyVGrid(columns: [GridItem(.adaptive(minimum: 80), spacing: 8)], spacing: 8) {
        ForEach(0..<6) { index in
          Text("Box \(index)").frame(maxWidth: .infinity, minHeight: 40).background(.quaternary)
        }
      }
      .padding()
    }
    LazyVGrid(columns: Array(repeating: GridItem(.flexible()), count: 3), alignment: .leading) {
      ForEach(things) { Text($0.name) }
    }
    List(things) { Text($0.name) }.safeAreaInset(edge: .bottom) { Button("Add") {} }
    TimelineView(.periodic(from: .now, by: 1)) { context in
      Text(context.date, format: .dateTime.hour().minute().second())
    }
    TimelineView(.everyMinute) { Text($0.date, style: .time) }
    TimelineView(.animation) { timeline in
      let seconds = timeline.date.timeIntervalSinceReferenceDate
      Circle().fill(.red).rotationEffect(.radians(seconds)).frame(width: 10)
    }
    Form { TextField("Box", text: $text) }.formStyle(.grouped)
    TextField("Box", text: $text).textFieldStyle(.roundedBorder)
  }
}

private struct Pennant: Shape {
  func path(in rect: CGRect) -> Path {
    var path = Path()
    path.move(to: CGPoint(x: rect.minX, y: rect.minY))
    path.addLine(to: CGPoint(x: rect.maxX, y: rect.midY))
    path.addLine(to: CGPoint(x: rect.minX, y: rect.maxY))
    path.closeSubpath()
    return path
  }
}
