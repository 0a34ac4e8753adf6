import ComposableGtk
import Foundation
import GtkKit

/// Containers that arrange views.
struct LayoutPage: View {
  let page: GalleryPage

  var body: some View {
    switch page {
    case .aspectRatio: AspectExample()
    case .background, .overlay: LayerExample()
    case .canvas: CanvasExample()
    case .color: ColorExample()
    case .disclosureGroup: DisclosureExample()
    case .divider: DividerExample()
    case .effects: EffectsExample()
    case .form, .section: FormExample()
    case .geometryReader: GeometryExample()
    case .grid: GridExample()
    case .group: GroupExample()
    case .groupBox: GroupBoxExample()
    case .hStack: HStackExample()
    case .labeledContent: LabeledContentExample()
    case .lazyVGrid: LazyGridExample()
    case .outlineGroup: OutlineExample()
    case .scrollView: ScrollExample()
    case .shape: ShapeExample()
    case .spacer: SpacerExample()
    case .timelineView: TimelineExample()
    case .viewController: ControllerExample()
    case .viewModifier: ModifierExample()
    case .vStack: VStackExample()
    case .widgetView: WidgetExample()
    default: ZStackExample()
    }
  }
}

/// A coloured box with a title.
private struct Box: View {
  let title: String
  let color: Color
  let padding: Double

  init(_ title: String, _ color: Color, padding: Double = 16) {
    self.title = title
    self.color = color
    self.padding = padding
  }

  var body: some View {
    Text(title)
      .bold()
      .foregroundStyle(.white)
      .padding(padding)
      .background(color)
      .cornerRadius(8)
  }
}

private struct AspectExample: View {
  var body: some View {
    VStack(spacing: 24) {
      Color.blue.aspectRatio(3, contentMode: .fit)
      Image(systemName: "star").resizable().scaledToFit()
    }
    .padding(24)
    .frame(maxWidth: .infinity, maxHeight: .infinity)
  }
}

private struct LayerExample: View {
  var body: some View {
    VStack(spacing: 24) {
      Text("In front: a corner")
        .padding(24)
        .background(.blue.opacity(0.2))
        .overlay(alignment: .topTrailing) { Color.red.frame(width: 12, height: 12) }
      Text("Behind: a colour in half of the height")
        .padding(24)
        .background(alignment: .bottom) { Color.orange.opacity(0.4).frame(height: 36) }
    }
    .padding(24)
  }
}

private struct ColorExample: View {
  private let colors: [Color] = [
    .red, .orange, .yellow, .green, .mint, .teal, .cyan, .blue, .indigo, .purple, .pink, .brown,
    .gray,
  ]

  var body: some View {
    VStack(spacing: 0) {
      ForEach([1, 0.7, 0.4], id: \.self) { opacity in
        HStack(spacing: 0) {
          ForEach(colors.indices, id: \.self) { index in
            colors[index].opacity(opacity)
          }
        }
      }
    }
  }
}

private struct EffectsExample: View {
  var body: some View {
    Grid(horizontalSpacing: 12, verticalSpacing: 36) {
      GridRow {
        Box("Border", .blue).border(.orange, width: 4)
        Box("Shadow", .blue).shadow(radius: 6, y: 3)
        Box("Turned", .blue).rotationEffect(.degrees(-12))
      }
      GridRow {
        Box("Smaller", .blue).scaleEffect(0.7)
        Box("Gray", .blue).grayscale(1)
        Box("Blurred", .blue).blur(radius: 2)
      }
    }
    .padding(24)
  }
}

private struct GroupBoxExample: View {
  @State private var isOn = true

  var body: some View {
    GroupBox("Notifications") {
      Toggle("When something runs low", isOn: $isOn)
      Text("You see them beside the clock.").foregroundStyle(.secondary)
    }
    .padding(24)
  }
}

private struct ShapeExample: View {
  var body: some View {
    VStack(spacing: 24) {
      HStack(spacing: 24) {
        Rectangle().fill(.red)
        RoundedRectangle(cornerRadius: 16).fill(.orange)
        Circle().fill(.green)
      }
      HStack(spacing: 24) {
        Capsule().stroke(.blue, lineWidth: 4)
        Ellipse().stroke(.purple, style: StrokeStyle(lineWidth: 4, lineCap: .round, dash: [8, 8]))
        Stripes().clipShape(Circle())
      }
      HStack(spacing: 24) {
        Flag().fill(LinearGradient(colors: [.yellow, .red], startPoint: .top, endPoint: .bottom))
        Circle().trim(to: 0.7).rotation(.degrees(-90))
          .stroke(.green, style: StrokeStyle(lineWidth: 10, lineCap: .round))
        RadialGradient(colors: [.white, .blue], center: .center, startRadius: 0, endRadius: 60)
      }
    }
    .padding(24)
  }
}

private struct Flag: Shape {
  func path(in rect: CGRect) -> Path {
    Path { path in
      path.move(to: CGPoint(x: rect.minX, y: rect.minY))
      path.addLine(to: CGPoint(x: rect.maxX, y: rect.midY))
      path.addLine(to: CGPoint(x: rect.minX, y: rect.maxY))
      path.closeSubpath()
    }
  }
}

private struct Stripes: View {
  var body: some View {
    VStack(spacing: 0) {
      ForEach(0..<5, id: \.self) { index in
        index.isMultiple(of: 2) ? Color.red : Color.white
      }
    }
  }
}

/// A number in the corner of a view.
private struct Badge: ViewModifier {
  let count: Int

  func body(content: Content) -> some View {
    content
      .padding(12)
      .overlay(alignment: .topTrailing) {
        if count > 0 {
          Text("\(count)")
            .font(.caption.bold())
            .foregroundStyle(.white)
            .padding(EdgeInsets(top: 1, leading: 6, bottom: 1, trailing: 6))
            .background(.blue)
            .cornerRadius(9)
        }
      }
  }
}

private struct ModifierExample: View {
  @State private var count = 1

  var body: some View {
    VStack(spacing: 12) {
      Image(systemName: "envelope").imageScale(48).modifier(Badge(count: count))
      Button("One more") { count += 1 }
      Button("Read all") { count = 0 }
    }
    .padding(24)
  }
}

private struct CanvasExample: View {
  @State private var corners = 5

  var body: some View {
    VStack(spacing: 12) {
      Canvas { [corners] context, size in
        context.translateBy(x: size.width / 2, y: size.height / 2)
        let radius = min(size.width, size.height) / 2 - 8
        let outline = Path { path in
          for corner in 0..<corners {
            let angle = 2 * Double.pi * Double(corner) / Double(corners) - .pi / 2
            path.addLine(to: CGPoint(x: radius * cos(angle), y: radius * sin(angle)))
          }
          path.closeSubpath()
        }
        context.fill(outline, with: .color(.blue.gradient))
        context.draw(Text("\(corners) corners").bold(), at: .zero)
      }
      Stepper("Corners", value: $corners, in: 3...12)
    }
    .padding(24)
  }
}

private struct DisclosureExample: View {
  @State private var isExpanded = true

  var body: some View {
    VStack(alignment: .leading, spacing: 12) {
      DisclosureGroup("Details", isExpanded: $isExpanded) {
        Text("Details that not everyone needs to see.")
      }
      Button(isExpanded ? "Close" : "Open") { isExpanded.toggle() }
      Form {
        DisclosureGroup("In a form") { Text("More about it.") }
        LabeledContent("Version", value: "1.0")
      }
    }
    .padding(24)
  }
}

private struct DividerExample: View {
  var body: some View {
    VStack(spacing: 12) {
      Text("Above")
      Divider()
      HStack(spacing: 12) {
        Text("Left")
        Divider()
        Text("Right")
      }
    }
    .padding(24)
  }
}

private struct FormExample: View {
  @State private var name = "Ada"
  @State private var isPublic = true

  var body: some View {
    ScrollView {
      Form {
        Section("Person") {
          TextField("Name", text: $name)
          LabeledContent("Greeting", value: "Hello, \(name)")
        }
        Section {
          Toggle("Public", isOn: $isPublic)
        } header: {
          Text("Visibility")
        } footer: {
          Text("The footer of a section explains its rows.")
        }
      }
    }
  }
}

private struct GeometryExample: View {
  var body: some View {
    GeometryReader { space in
      VStack(alignment: .leading, spacing: 12) {
        Text("\(Int(space.size.width)) by \(Int(space.size.height)) pixels")
        Box("A third", .blue).frame(width: space.size.width / 3)
      }
    }
    .padding(24)
  }
}

private struct LazyGridExample: View {
  var body: some View {
    ScrollView {
      LazyVGrid(columns: [GridItem(.adaptive(minimum: 120))], spacing: 12) {
        ForEach(1...24, id: \.self) { number in
          Box("Number \(number)", number.isMultiple(of: 2) ? .blue : .purple)
        }
      }
      .padding(24)
    }
  }
}

private struct OutlineExample: View {
  private struct Place: Identifiable {
    let id: String
    var parts: [Place]?
  }

  private let places = [
    Place(id: "Europe", parts: [Place(id: "Norway"), Place(id: "Portugal")]),
    Place(id: "Asia", parts: [Place(id: "Japan", parts: [Place(id: "Kyoto")])]),
    Place(id: "The Moon"),
  ]

  var body: some View {
    VStack(alignment: .leading, spacing: 6) {
      OutlineGroup(places, children: \.parts) { Text($0.id) }
      Spacer()
    }
    .padding(24)
  }
}

private struct TimelineExample: View {
  var body: some View {
    TimelineView(.periodic(from: .now, by: 1)) { context in
      Text(context.date, format: .dateTime.hour().minute().second())
        .font(.largeTitle)
        .monospacedDigit()
    }
    .padding(24)
  }
}

private struct GridExample: View {
  var body: some View {
    Grid(horizontalSpacing: 24, verticalSpacing: 12) {
      GridRow {
        Text("Planet").bold()
        Text("Moons").bold()
      }
      GridRow {
        Text("Earth")
        Text("1").monospacedDigit()
      }
      GridRow {
        Text("Saturn")
        Text("274").monospacedDigit()
      }
    }
    .padding(24)
  }
}

private struct GroupExample: View {
  @State private var isAdult = true

  var body: some View {
    VStack(spacing: 12) {
      Toggle("Several views as one", isOn: $isAdult)
      Group {
        if isAdult {
          Text("One")
          Text("Two")
        } else {
          Text("Another")
        }
      }
      .cssClass("dim-label")
    }
    .padding(24)
  }
}

private struct HStackExample: View {
  var body: some View {
    VStack(spacing: 24) {
      HStack(spacing: 12) {
        Box("One", .blue)
        Box("Two", .green)
        Box("Three", .orange)
      }
      HStack(alignment: .bottom, spacing: 12) {
        Text("Base").font(.largeTitle)
        Text("line")
      }
    }
    .padding(24)
  }
}

private struct LabeledContentExample: View {
  var body: some View {
    Form {
      LabeledContent("Version", value: "1.0")
      LabeledContent("State") { Label("Connected", systemImage: "checkmark") }
    }
  }
}

private struct ScrollExample: View {
  var body: some View {
    ScrollView {
      VStack(spacing: 12) {
        ScrollView(.horizontal) {
          HStack(spacing: 12) {
            ForEach(1...20, id: \.self) { number in
              Box("Sideways \(number)", number.isMultiple(of: 2) ? .orange : .red)
            }
          }
          .padding(.vertical, 12)
        }
        ForEach(1...40, id: \.self) { number in
          Box("Number \(number)", number.isMultiple(of: 2) ? .blue : .purple)
        }
      }
      .padding(24)
    }
  }
}

private struct SpacerExample: View {
  var body: some View {
    VStack {
      HStack {
        Text("Left")
        Spacer()
        Text("Right")
      }
      Spacer()
      Text("Below")
    }
    .padding(24)
  }
}

private struct VStackExample: View {
  var body: some View {
    HStack(alignment: .top, spacing: 48) {
      VStack(alignment: .leading, spacing: 12) {
        Text("Leading").bold()
        Text("is where lines begin")
      }
      VStack(alignment: .trailing, spacing: 12) {
        Text("Trailing").bold()
        Text("is where lines end")
      }
    }
    .padding(24)
  }
}

private struct WidgetExample: View {
  @State private var level = 0.6

  var body: some View {
    VStack(spacing: 24) {
      WidgetView {
        let bar = gtk_level_bar_new()!
        gtk_widget_set_hexpand(bar, 1)
        return bar
      } update: { bar in
        gtk_level_bar_set_value(OpaquePointer(bar), level)
      }
      Slider(value: $level) { Text("Level") }
    }
    .padding(24)
  }
}

private struct ZStackExample: View {
  var body: some View {
    ZStack(alignment: .bottomTrailing) {
      Box("Below", .blue, padding: 80)
      Box("Above", .orange)
    }
    .padding(24)
  }
}
