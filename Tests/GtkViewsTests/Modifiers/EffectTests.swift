import GtkKit
import GtkTestSupport
import Observation
import Testing

@testable import GtkViews

@Observable
private final class BadgeModel {
  var count = 1
}

private struct BadgedRows: View {
  let model: BadgeModel

  var body: some View {
    Form {
      Section { Button("Inbox") {}.badge(model.count) }
    }
  }
}

extension ViewTests {
  private static let red: UInt32 = 0xFFE0_1B24
  private static let blue: UInt32 = 0xFF35_84E4

  /// Shows a view of 60 by 60 pixels in the middle of a place of 100 by 100, and returns the pixels
  /// of the place once it has been drawn.
  func drawn(
    _ view: some View,
    _ body: (_ pixel: (_ x: Int, _ y: Int) -> UInt32) throws -> Void
  ) async throws {
    let window = ViewWindow("Main", width: 300, height: 300) {
      view.frame(width: 60, height: 60).frame(width: 100, height: 100).widgetName("place")
    }
    window.present()
    defer { window.destroy() }
    let content = try #require(window.window.child)
    let place = try #require(
      content.contents.first { String(gtk: gtk_widget_get_name($0)) == "place" }
    )
    #expect(await eventually { gtk_widget_get_width(place) == 100 })
    let points = [(50, 50), (22, 50), (70, 50), (92, 50), (50, 24), (24, 24)]
    #expect(await eventually { points.contains { place.pixel(x: $0, y: $1) ?? 0 != 0 } })
    try body { place.pixel(x: $0, y: $1) ?? 0 }
  }

  @Test func `shapes fill their space, up to their corners`() async throws {
    try await drawn(Rectangle().fill(.red)) { pixel in
      #expect(pixel(21, 21) == Self.red)
      #expect(pixel(78, 78) == Self.red)
      #expect(pixel(18, 50) != Self.red)
    }
    try await drawn(RoundedRectangle(cornerRadius: 20).fill(.red)) { pixel in
      #expect(pixel(22, 22) != Self.red)
      #expect(pixel(21, 50) == Self.red)
    }
    try await drawn(Circle().fill(.red)) { pixel in
      #expect(pixel(50, 50) == Self.red)
      #expect(pixel(50, 21) == Self.red)
      #expect(pixel(26, 26) != Self.red)
    }
  }

  @Test func `a circle is round in a space that is not square, an ellipse touches all sides`()
    async throws
  {
    try await drawn(Circle().fill(.red).frame(width: 60, height: 20)) { pixel in
      #expect(pixel(50, 50) == Self.red)
      #expect(pixel(25, 50) != Self.red)
    }
    try await drawn(Ellipse().fill(.red).frame(width: 60, height: 20)) { pixel in
      #expect(pixel(25, 50) == Self.red)
      #expect(pixel(25, 42) != Self.red)
    }
    try await drawn(Capsule().fill(.red).frame(width: 60, height: 20)) { pixel in
      #expect(pixel(32, 42) == Self.red)
      #expect(pixel(21, 41) != Self.red)
    }
  }

  @Test func `a shape without a colour has that of the texts`() async throws {
    try await drawn(Rectangle().foregroundStyle(Color(red: 0, green: 0, blue: 1))) { pixel in
      #expect(pixel(50, 50) == 0xFF00_00FF)
    }
  }

  @Test func `the line of a shape is inside of its edge`() async throws {
    try await drawn(Rectangle().stroke(.red, lineWidth: 5)) { pixel in
      #expect(pixel(22, 50) == Self.red)
      #expect(pixel(18, 50) != Self.red)
      #expect(pixel(28, 50) != Self.red)
    }
    try await drawn(Color.blue.border(.red, width: 3)) { pixel in
      #expect(pixel(21, 50) == Self.red)
      #expect(pixel(50, 50) == Self.blue)
    }
  }

  @Test func `a button behind a border can be clicked, and one that is not hit cannot`()
    async throws
  {
    for isHit in [true, false] {
      let window = ViewWindow("Main", width: 200, height: 200) {
        Button("Open") {}.frame(width: 100, height: 50).border(.red).allowsHitTesting(isHit)
      }
      window.present()
      defer { window.destroy() }
      let content = try #require(window.window.child)
      let button = try #require(content.button(labelled: "Open"))
      #expect(await eventually { gtk_widget_get_width(button) > 0 })
      var (x, y) = (0.0, 0.0)
      gtk_widget_translate_coordinates(button, content, 10, 10, &x, &y)
      let hit = gtk_widget_pick(content, x, y, GTK_PICK_DEFAULT)
      let isInside = hit.map { $0 == button || gtk_widget_is_ancestor($0, button) != 0 } ?? false
      #expect(isInside == isHit)
    }
  }

  @Test func `a clipped view shows only what is inside of the shape`() async throws {
    try await drawn(Color.blue.clipShape(Circle())) { pixel in
      #expect(pixel(50, 50) == Self.blue)
      #expect(pixel(22, 22) != Self.blue)
    }
    try await drawn(Color.blue.offset(x: 40).clipped()) { pixel in
      #expect(pixel(70, 50) == Self.blue)
      #expect(pixel(85, 50) != Self.blue)
      #expect(pixel(40, 50) != Self.blue)
    }
  }

  @Test func `a view is drawn beside its place, larger, or turned`() async throws {
    try await drawn(Color.blue.offset(x: 15, y: -10)) { pixel in
      #expect(pixel(90, 50) == Self.blue)
      #expect(pixel(30, 50) != Self.blue)
      #expect(pixel(50, 12) == Self.blue)
    }
    try await drawn(Color.blue.scaleEffect(1.5)) { pixel in #expect(pixel(8, 50) == Self.blue) }
    try await drawn(Color.blue.scaleEffect(0.5, anchor: .topLeading)) { pixel in
      #expect(pixel(24, 24) == Self.blue)
      #expect(pixel(54, 54) != Self.blue)
    }
    let bar = Color.blue.frame(width: 60, height: 10)
    try await drawn(bar.rotationEffect(.degrees(90))) { pixel in
      #expect(pixel(50, 24) == Self.blue)
      #expect(pixel(25, 50) != Self.blue)
    }
  }

  @Test func `effects around one another add up`() async throws {
    try await drawn(Color.blue.offset(x: 20).offset(x: 20)) { pixel in
      #expect(pixel(50, 50) != Self.blue)
      #expect(pixel(95, 50) == Self.blue)
    }
    try await drawn(Color.red.grayscale(1).offset(x: 10)) { pixel in
      let color = pixel(80, 50)
      #expect(color != Self.red)
      #expect(color & 0xFF == color >> 8 & 0xFF)
    }
  }

  @Test func `a shadow is drawn beside the view`() async throws {
    let shadow = Color.red.shadow(color: .blue, radius: 0, x: 10, y: 10)
    try await drawn(shadow) { pixel in
      #expect(pixel(50, 50) == Self.red)
      #expect(pixel(85, 85) == Self.blue)
    }
  }

  @Test func `angles are degrees and radians`() {
    #expect(abs(Angle.degrees(180).radians - .pi) < 1e-9)
    #expect(abs(Angle(radians: .pi / 2).degrees - 90) < 1e-9)
    var angle = Angle.zero
    angle.degrees = 45
    #expect(abs(angle.radians - .pi / 4) < 1e-9)
  }

  @Test func `a colour is made of its hue`() {
    #expect(Color(hue: 0, saturation: 1, brightness: 1) == Color(red: 1, green: 0, blue: 0))
    #expect(Color(hue: 1.0 / 3, saturation: 1, brightness: 1) == Color(red: 0, green: 1, blue: 0))
    #expect(
      Color(hue: 2.0 / 3, saturation: 1, brightness: 0.5) == Color(red: 0, green: 0, blue: 0.5)
    )
    #expect(Color(hue: 0.7, saturation: 0, brightness: 0.4) == Color(white: 0.4))
  }

  @Test func `texts have letters, spaces and ellipses as they are told`() throws {
    try withHost(
      Text("A long name of a thing").lineLimit(1).truncationMode(.middle).textSelection(.enabled)
    ) { host in
      let label = try #require(host.widget.label("A long name of a thing")).opaque
      #expect(gtk_label_get_ellipsize(label) == PANGO_ELLIPSIZE_MIDDLE)
      #expect(gtk_label_get_selectable(label) == 1)
    }
    #expect(Text("Wide").kerning(2).markup == "<span letter_spacing=\"1536\">Wide</span>")
    #expect(Text("High").baselineOffset(-2).markup == "<span rise=\"-1536\">High</span>")
  }

  @Test func `fonts combine their purpose with a weight, a design and equal digits`() {
    let classes = Font.system(.caption, design: .monospaced, weight: .bold).monospacedDigit()
      .cssClasses
    #expect(classes.first == "caption")
    #expect(classes.count == 2)
    #expect(Font.body.monospaced().cssClasses == Font.system(.body, design: .monospaced).cssClasses)
    #expect(Set(Font.TextStyle.allCases.map { Font.system($0).cssClasses }).count == 9)
  }

  @Test func `a badge stands at the end of a row`() async throws {
    let window = ViewWindow("Main", width: 400, height: 300) {
      List {
        Text("Inbox").badge(3)
        Label("Drafts", systemImage: "tray").badge("new")
        Text("Sent").badge(0)
      }
    }
    window.present()
    defer { window.destroy() }
    let content = try #require(window.window.child)
    for (title, badge) in [("Inbox", "3"), ("Drafts", "new")] {
      let text = try #require(content.label(title))
      let label = try #require(content.label(badge))
      #expect(
        await eventually { gtk_widget_get_width(text) > 0 && gtk_widget_get_width(label) > 0 }
      )
      var (x, y) = (0.0, 0.0)
      gtk_widget_translate_coordinates(
        label,
        content,
        Double(gtk_widget_get_width(label)),
        0,
        &x,
        &y
      )
      #expect(x > 340)
    }
    #expect(content.label("0") == nil)
  }

  @Test func `a badge stands in the button that is its row, and follows its number`() async throws {
    let model = BadgeModel()
    let window = ViewWindow("Main", width: 400, height: 300) { BadgedRows(model: model) }
    window.present()
    defer { window.destroy() }
    let content = try #require(window.window.child)
    let button = try #require(content.button(labelled: "Inbox"))
    #expect(button.texts.contains("1"))
    #expect(content.all(gtk_label_get_type()).count { $0.texts == ["1"] } == 1)
    #expect(content.contents.contains { gtk_widget_has_css_class($0, "full-bleed") != 0 })
    model.count = 25
    #expect(await eventually { button.texts.contains("25") })
    model.count = 0
    #expect(await eventually { button.texts == ["Inbox"] })
  }

  @Test func `a background around an effect has no part in it`() async throws {
    try await drawn(Color.blue.frame(width: 20, height: 20).offset(x: 15).background(.red)) {
      pixel in
      #expect(pixel(65, 50) == Self.blue)
      #expect(pixel(45, 50) == Self.red)
      #expect(pixel(70, 50) == Self.blue)
    }
    try await drawn(Circle().fill(.red).background(.blue)) { pixel in
      #expect(pixel(50, 50) == Self.red)
      #expect(pixel(22, 22) == Self.blue)
    }
  }

  @Test func `lengths that are no numbers draw nothing odd`() {
    #expect(css(.nan) == "0")
    #expect(css(.infinity) == "0")
    #expect(css(-0.004) == "0")
    #expect(css(12.345) == "12.35")
    #expect(css(7) == "7")
    #expect(Text("Wide").kerning(.infinity).markup == nil)
    #expect(Color(hue: .nan, saturation: 1, brightness: 1) == Color(red: 1, green: 0, blue: 0))
    #expect(Color(hue: -1.0 / 3, saturation: 1, brightness: 1) == Color(red: 0, green: 0, blue: 1))
    withHost(Text("Odd").offset(x: .nan).rotationEffect(.degrees(.infinity)).blur(radius: -1)) {
      #expect($0.widget.label("Odd") != nil)
    }
  }

  @Test func `a hidden title of a dialog gives way to its message`() async throws {
    let window = ViewWindow("Main", width: 400, height: 300) {
      Text("Shelf").confirmationDialog(
        "Delete",
        isPresented: .constant(true),
        titleVisibility: .hidden
      ) {
        Button("Delete", role: .destructive) {}
      } message: {
        Text("It cannot be restored.")
      }
    }
    window.present()
    defer { window.destroy() }
    let texts = { dialogs.flatMap(\.texts) }
    #expect(await eventually { texts().contains("It cannot be restored.") })
    // The only one is that of the button.
    #expect(texts().filter { $0 == "Delete" }.count == 1)
  }
}
