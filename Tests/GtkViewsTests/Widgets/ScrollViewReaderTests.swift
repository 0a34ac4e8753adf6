import GtkKit
import GtkTestSupport
import Observation
import Testing

@testable import GtkViews

@Observable
private final class Chat {
  var messages = Array(0..<200)
  var target: Int?
  var anchor: UnitPoint?
  var isAnimated = false
  var showsReader = true

  /// Scrolls as a handler of the user's input does.
  func scroll(to target: Int, anchor: UnitPoint? = nil, isAnimated: Bool = false) {
    (self.anchor, self.isAnimated) = (anchor, isAnimated)
    self.target = target
  }
}

/// Views in a reader, and what scrolls them.
private struct Reader<Content: View>: View {
  let chat: Chat
  @ViewBuilder let content: () -> Content

  var body: some View {
    ScrollViewReader { proxy in
      content()
        .onChange(of: chat.target) { _, target in
          guard let target else { return }
          chat.target = nil
          withAnimation(if: chat.isAnimated) { proxy.scrollTo(target, anchor: chat.anchor) }
        }
    }
  }
}

private struct Row: Identifiable {
  let id: Int
}

/// Where the label with a text is, from the top of what scrolls.
private func top(of text: String, in content: WidgetPointer) -> Double? {
  guard let label = content.label(text),
    let scroller = gtk_widget_get_ancestor(label, gtk_scrolled_window_get_type())
  else { return nil }
  var bounds = graphene_rect_t()
  guard gtk_widget_compute_bounds(label, scroller, &bounds) != 0 else { return nil }
  return Double(bounds.origin.y)
}

private func middle(of text: String, in content: WidgetPointer) -> Double? {
  guard let top = top(of: text, in: content), let label = content.label(text) else { return nil }
  return top + Double(gtk_widget_get_height(label)) / 2
}

private func adjustment(in content: WidgetPointer) throws -> UnsafeMutablePointer<GtkAdjustment> {
  let scroller = try #require(content.all(gtk_scrolled_window_get_type()).first)
  return try #require(gtk_scrolled_window_get_vadjustment(scroller.opaque))
}

extension ViewTests {
  @Test func `a proxy scrolls a scroll view to a view with an identity`() async throws {
    let chat = Chat()
    let view = Reader(chat: chat) {
      ScrollView {
        Text("Top").frame(height: 50).id(-1)
        ForEach(chat.messages, id: \.self) { Text("Message \($0)").frame(height: 40) }
      }
    }
    try await withWindow(view, width: 300, height: 300) { content in
      let adjustment = try adjustment(in: content)
      #expect(await eventually { gtk_adjustment_get_upper(adjustment) > 5_000 })
      // No further than until it is in sight.
      chat.scroll(to: 100)
      #expect(await eventually { content.label("Message 100")?.isInSight ?? false })
      #expect(content.label("Message 101")?.isInSight == false)
      chat.scroll(to: 99)
      await nextFrame(of: content)
      #expect(content.label("Message 101")?.isInSight == false)
      // Its middle in the middle, its top at the top.
      chat.scroll(to: 50, anchor: .center)
      let center = gtk_adjustment_get_page_size(adjustment) / 2
      #expect(await eventually { abs((middle(of: "Message 50", in: content) ?? 0) - center) < 3 })
      chat.scroll(to: 60, anchor: .top)
      #expect(await eventually { abs((middle(of: "Message 60", in: content) ?? 0) - 20) < 3 })
      chat.scroll(to: -1)
      #expect(await eventually { gtk_adjustment_get_value(adjustment) == 0 })
      // Nothing has this identity.
      chat.scroll(to: -2)
      #expect(await eventually { chat.target == nil })
      #expect(gtk_adjustment_get_value(adjustment) == 0)
    }
  }

  @Test func `a proxy scrolls to what the same change adds`() async throws {
    let chat = Chat()
    let view = Reader(chat: chat) {
      ScrollView { ForEach(chat.messages, id: \.self) { Text("Message \($0)") } }
    }
    try await withWindow(view, width: 300, height: 300) { content in
      chat.messages.append(1_000)
      chat.scroll(to: 1_000, anchor: .bottom)
      #expect(await eventually { content.label("Message 1000")?.isInSight ?? false })
    }
  }

  @Test func `a proxy scrolls a list to a row that was never made`() async throws {
    let chat = Chat()
    chat.messages = Array(0..<5_000)
    let view = Reader(chat: chat) {
      List(chat.messages, id: \.self) { Text("Message \($0)") }
    }
    try await withRows(view, width: 300, height: 300) { content in
      #expect(content.label("Message 4000") == nil)
      chat.scroll(to: 4_000)
      #expect(await eventually { content.label("Message 4000")?.isInSight ?? false })
      chat.scroll(to: 1_000, anchor: .top)
      #expect(
        await eventually {
          content.label("Message 1000")?.isInSight ?? false
            && content.label("Message 999")?.isInSight != true
        }
      )
      chat.scroll(to: 3_000, anchor: .bottom)
      #expect(
        await eventually {
          content.label("Message 3000")?.isInSight ?? false
            && content.label("Message 3001")?.isInSight != true
        }
      )
      chat.scroll(to: 2_000, anchor: .center, isAnimated: true)
      let center = try gtk_adjustment_get_page_size(adjustment(in: content)) / 2
      #expect(await eventually { abs((middle(of: "Message 2000", in: content) ?? 0) - center) < 5 })
    }
  }

  @Test func `a proxy scrolls a list with sections to a row, a section or a header`() async throws {
    let chat = Chat()
    let view = Reader(chat: chat) {
      List {
        ForEach(0..<30, id: \.self) { shelf in
          Section {
            ForEach(0..<20, id: \.self) { Text("Book \(shelf).\($0)").id(1_000 * shelf + 100 + $0) }
          } header: {
            Text("Shelf \(shelf)")
          }
          .id(10_000 + shelf)
        }
        Text("The end").id(-1)
      }
    }
    try await withRows(view, width: 300, height: 300) { content in
      chat.scroll(to: -1)
      #expect(await eventually { content.label("The end")?.isInSight ?? false })
      chat.scroll(to: 10_007, anchor: .top)
      #expect(
        await eventually {
          content.label("Shelf 7")?.isInSight ?? false
            && content.label("Book 6.19")?.isInSight != true
        }
      )
      chat.scroll(to: 20_110)
      #expect(await eventually { content.label("Book 20.10")?.isInSight ?? false })
    }
  }

  @Test func `a proxy scrolls a table to a row`() async throws {
    let chat = Chat()
    let view = Reader(chat: chat) {
      Table(chat.messages.map(Row.init)) {
        TableColumn("Number") { Text("Row \($0.id)") }
      }
    }
    try await withRows(view, width: 300, height: 300) { content in
      chat.scroll(to: 150, anchor: .top)
      let list = try #require(content.all(gtk_list_view_get_type()).first)
      #expect(
        await eventually {
          var bounds = graphene_rect_t()
          guard let label = content.label("Row 150"),
            gtk_widget_compute_bounds(label, list, &bounds) != 0
          else { return false }
          return (0..<20).contains(bounds.origin.y)
        }
      )
    }
  }

  @Test func `an animated scroll passes the places between, and gives way to the user`()
    async throws
  {
    let chat = Chat()
    let view = Reader(chat: chat) {
      ScrollView {
        ForEach(chat.messages, id: \.self) { Text("Message \($0)").frame(height: 40) }
      }
    }
    try await withWindow(view, width: 300, height: 300) { content in
      let adjustment = try adjustment(in: content)
      #expect(await eventually { gtk_adjustment_get_upper(adjustment) > 5_000 })
      var values: [Double] = []
      let connection = Signal.connect(adjustment, "value-changed") {
        values.append(gtk_adjustment_get_value(adjustment))
      }
      defer { connection.disconnect() }
      chat.scroll(to: 180, anchor: .top, isAnimated: true)
      #expect(await eventually { content.label("Message 180")?.isInSight ?? false })
      #expect(await eventually { abs(top(of: "Message 180", in: content) ?? 99) < 15 })
      #expect(values.count > 2 && values == values.sorted())

      values = []
      chat.scroll(to: 0, anchor: .top, isAnimated: true)
      #expect(await eventually { values.count == 2 })
      gtk_adjustment_set_value(adjustment, 500)
      await nextFrame(of: content)
      await nextFrame(of: content)
      #expect(gtk_adjustment_get_value(adjustment) == 500)
    }
  }

  @Test(arguments: [false, true])
  func `leading is where the text begins`(isMirrored: Bool) async throws {
    let chat = Chat()
    let view = Reader(chat: chat) {
      ScrollView(.horizontal) {
        HStack(spacing: 0) {
          ForEach(0..<50, id: \.self) { Text("\($0)").frame(width: 60) }
        }
      }
    }
    try await withWindow(view, width: 300, height: 100) { content in
      if isMirrored {
        for widget in content.contents { gtk_widget_set_direction(widget, GTK_TEXT_DIR_RTL) }
      }
      chat.scroll(to: 20, anchor: .leading)
      let scroller = try #require(content.all(gtk_scrolled_window_get_type()).first)
      let label = try #require(content.label("20"))
      #expect(
        await eventually {
          var bounds = graphene_rect_t()
          _ = gtk_widget_compute_bounds(label, scroller, &bounds)
          let middle = bounds.origin.x + bounds.size.width / 2
          return abs(middle - (isMirrored ? 270 : 30)) < 3
        }
      )
    }
  }
}
