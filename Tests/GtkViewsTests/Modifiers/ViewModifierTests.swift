import Foundation
import GtkKit
import GtkTestSupport
import Synchronization
import Testing

@testable import GtkViews

/// Modifiers that users write.
extension ViewTests {
  private struct Counted: ViewModifier {
    let name: String
    let evaluations: Evaluations
    @State private var count = 0
    @Environment(\.isEnabled) private var isEnabled

    func body(content: Content) -> some View {
      evaluations.note(name)
      return HStack {
        content
        Text("\(name) \(count)\(isEnabled ? "" : ", disabled")")
        Button("Count \(name)") { count += 1 }
      }
    }
  }

  @Test func `a modifier has state and environment of its own`() throws {
    struct Root: View {
      let settings: Settings
      let evaluations: Evaluations

      var body: some View {
        Text("Content of \(settings.name)")
          .modifier(Counted(name: "Inner", evaluations: evaluations))
          .modifier(Counted(name: "Outer", evaluations: evaluations))
          .disabled(settings.isOn)
      }
    }
    let settings = Settings()
    let evaluations = Evaluations()
    try withHost(Root(settings: settings, evaluations: evaluations)) { host in
      #expect(
        host.widget.texts == [
          "Content of Lamp", "Inner 0", "Count Inner", "Outer 0", "Count Outer",
        ]
      )
      try #require(host.widget.button(labelled: "Count Inner")).click()
      MainLoop.pump()
      #expect(host.widget.texts.contains("Inner 1"))
      #expect(host.widget.texts.contains("Outer 0"))
      settings.name = "Desk"
      MainLoop.pump()
      #expect(host.widget.texts.contains("Content of Desk"))
      #expect(host.widget.texts.contains("Inner 1"), "state is kept when the content changes")
      settings.isOn = true
      MainLoop.pump()
      #expect(host.widget.texts.contains("Inner 1, disabled"))
      #expect(host.widget.texts.contains("Outer 0, disabled"))
    }
  }

  @Test func `a modifier is evaluated again only if it or its content changes`() {
    struct Root: View {
      let settings: Settings
      let evaluations: Evaluations

      var body: some View {
        VStack {
          Text("\(settings.count)")
          Text("Content").modifier(Counted(name: "Same", evaluations: evaluations))
          Text("Content")
            .modifier(Counted(name: "Count \(settings.count)", evaluations: evaluations))
        }
      }
    }
    let settings = Settings()
    let evaluations = Evaluations()
    withHost(Root(settings: settings, evaluations: evaluations)) { host in
      settings.count = 4
      MainLoop.pump()
      #expect(evaluations["Same"] == 1)
      #expect(evaluations["Count 4"] == 1)
      #expect(host.widget.texts.contains("Count 4 0"))
    }
  }

  @Test func `a modifier that is an enum follows its value`() {
    enum Mark: ViewModifier {
      case new, old

      func body(content: Content) -> some View {
        switch self {
        case .new: content.accessibilityHint("New")
        case .old: content.accessibilityHint("Old")
        }
      }
    }
    struct Root: View {
      let settings: Settings

      var body: some View { Text("Text").modifier(settings.isOn ? Mark.old : Mark.new) }
    }
    let settings = Settings()
    withHost(Root(settings: settings)) { host in
      let hint = { @MainActor in
        host.widget.label("Text").flatMap { Accessibility.description(of: $0) }
      }
      #expect(hint() == "New")
      settings.isOn = true
      MainLoop.pump()
      #expect(hint() == "Old")
    }
  }

  @Test func `padding takes numbers of any origin, no length, and insets`() throws {
    let length: Double = 5.4
    let other: CGFloat = 6
    try withHost(
      HStack {
        Text("Default").padding()
        Text("Nothing").padding(.leading, nil)
        Text("Double").padding(length)
        Text("CGFloat").padding(.all, other)
        Text("Insets").padding(EdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4))
      }
    ) { host in
      let expected: [(String, margins: [Int32])] = [
        ("Default", [12, 12, 12, 12]), ("Nothing", [0, 12, 0, 0]), ("Double", [5, 5, 5, 5]),
        ("CGFloat", [6, 6, 6, 6]), ("Insets", [1, 2, 3, 4]),
      ]
      for (text, margins) in expected {
        let label = try #require(host.widget.label(text))
        #expect(
          margins == [
            gtk_widget_get_margin_top(label), gtk_widget_get_margin_start(label),
            gtk_widget_get_margin_bottom(label), gtk_widget_get_margin_end(label),
          ],
          "\(text)"
        )
      }
    }
  }

  @Test func `a padding that is impossible is reported once and left out`() {
    let reports = Mutex(0)
    withKnownIssue {
      withHost(Text("Text").padding(-4)) { host in
        #expect(host.widget.label("Text").map { gtk_widget_get_margin_top($0) } == 0)
      }
    } matching: { issue in
      reports.withLock { $0 += 1 }
      return "\(issue)".contains("A view has a padding of -4.0 pixels, which is left out.")
    }
    #expect(reports.withLock { $0 } == 1)
  }

  @Test func `a font has another weight and is in italics`() async throws {
    let view = VStack {
      Text("Title").font(.title3.weight(.light).italic())
      Text("Caption").font(.caption.bold())
      Text("Fixed").font(.system(size: 20, weight: .black).bold())
    }
    let window = ViewWindow("Fonts", width: 200, height: 200) { view }
    window.present()
    defer { window.destroy() }
    let content = try #require(window.window.child)
    func font(_ text: String) -> (weight: UInt32, isItalic: Bool)? {
      guard let label = content.label(text),
        let font = pango_context_get_font_description(gtk_widget_get_pango_context(label))
      else { return nil }
      return (
        pango_font_description_get_weight(font).rawValue,
        pango_font_description_get_style(font) == PANGO_STYLE_ITALIC
      )
    }
    #expect(await eventually { font("Title").map { $0 == (300, true) } ?? false })
    #expect(await eventually { font("Caption").map { $0 == (700, false) } ?? false })
    #expect(await eventually { font("Fixed").map { $0 == (700, false) } ?? false })
  }

  @Test func `texts have the height of their least number of lines, and follow their font`()
    async throws
  {
    let view = VStack(spacing: 0) {
      Text("One")
      Text("Two").lineLimit(2, reservesSpace: true)
      Text("Three").lineLimit(3...)
      Text("Most").lineLimit(...4)
      Text("Between").lineLimit(2...4)
      Text("None").lineLimit(2, reservesSpace: false)
      Text("Large").font(.largeTitle).lineLimit(2...2)
    }
    let window = ViewWindow("Lines", width: 400, height: 500) { view }
    window.present()
    defer { window.destroy() }
    let content = try #require(window.window.child)
    #expect(
      await eventually { content.label("One").map { gtk_widget_get_height($0) > 0 } ?? false }
    )
    func label(_ text: String) throws -> WidgetPointer { try #require(content.label(text)) }
    func height(_ text: String) throws -> Int32 { try gtk_widget_get_height(label(text)) }
    let line = try height("One")
    #expect(abs(try height("Two") - 2 * line) <= 2)
    #expect(abs(try height("Three") - 3 * line) <= 3)
    #expect(try height("Most") == line)
    #expect(abs(try height("Between") - 2 * line) <= 2)
    #expect(try height("None") == line)
    #expect(try height("Large") > 3 * line)
    #expect(try gtk_label_get_lines(label("Two").opaque) == 2)
    #expect(try gtk_label_get_lines(label("Three").opaque) == -1)
    #expect(try gtk_label_get_lines(label("Most").opaque) == 4)
    #expect(try gtk_label_get_lines(label("Between").opaque) == 4)
  }
}
