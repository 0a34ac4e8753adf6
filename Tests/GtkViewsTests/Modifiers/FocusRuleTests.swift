import GtkKit
import GtkTestSupport
import Observation
import Testing

@testable import GtkViews

/// A page whose parts come and go.
@Observable
private final class Desk {
  var rows = ["Pens", "Paper", "Ink"]
  var photo: String?
  var isLoading = false
  var isLocked = false
  var showsNote = true
}

private struct DeskView: View {
  @Bindable var desk: Desk

  var body: some View {
    Form {
      Section {
        ForEach(desk.rows, id: \.self) { row in
          HStack {
            Text(row)
            Button("Edit \(row)") {}
            Button("Remove \(row)") { desk.rows.removeAll { $0 == row } }
          }
        }
      }
      Section {
        if let photo = desk.photo {
          Button("Show \(photo)") {}
        } else {
          Button("Add Photo") { desk.isLoading = true }.disabled(desk.isLoading)
        }
        if desk.showsNote { Button("Note") {} }
      }
      .disabled(desk.isLocked)
      Section { Button("Last") {} }
    }
    .navigationTitle("Desk")
    .toolbar { ToolbarItem(placement: .trailing) { Button("More") {} } }
  }
}

/// Shows a desk whose button of a title has the focus.
private func withDesk(
  _ desk: Desk = Desk(),
  focus title: String,
  _ body: @MainActor (Desk, WidgetPointer) async throws -> Void
) async throws {
  let window = ViewWindow("Desk", width: 500, height: 400) { DeskView(desk: desk) }
  window.present()
  defer { window.destroy() }
  let widget = window.window.widget
  #expect(await eventually { widget.button(labelled: title).map(gtk_widget_get_mapped) == 1 })
  await nextFrame(of: widget)
  try grab(title, in: widget)
  #expect(focused(in: widget) == title)
  try await body(desk, widget)
}

private func grab(_ title: String, in window: WidgetPointer) throws {
  let button: WidgetPointer = try #require(window.button(labelled: title))
  #expect(gtk_widget_grab_focus(button) != 0)
}

/// The text of the button with the focus.
private func focused(in window: WidgetPointer) -> String? {
  gtk_root_get_focus(OpaquePointer(window)).map { $0.texts.first ?? $0.typeName }
}

/// Waits until GTK has had the time to move the focus itself, too.
private func settle(_ window: WidgetPointer) async {
  updateViewsNow()
  for _ in 1...3 { await nextFrame(of: window) }
}

/// Where the keyboard focus goes when what has it goes.
extension ViewTests {
  @Test func `the focus of a row that is removed goes to the next row`() async throws {
    try await withDesk(focus: "Remove Paper") { desk, window in
      desk.rows.remove(at: 1)
      await settle(window)
      #expect(focused(in: window) == "Edit Ink")
    }
  }

  @Test func `the focus of the last row goes to what follows the rows`() async throws {
    try await withDesk(focus: "Edit Ink") { desk, window in
      desk.rows.removeLast()
      await settle(window)
      #expect(focused(in: window) == "Remove Paper")
    }
  }

  @Test func `the focus of rows that are removed together goes to what stays`() async throws {
    try await withDesk(focus: "Edit Paper") { desk, window in
      desk.rows = ["Pens"]
      await settle(window)
      #expect(focused(in: window) == "Remove Pens")
    }
  }

  @Test func `what replaces the focused widget gets the focus`() async throws {
    try await withDesk(focus: "Add Photo") { desk, window in
      desk.photo = "desk.jpg"
      await settle(window)
      #expect(focused(in: window) == "Show desk.jpg")
      desk.photo = nil
      await settle(window)
      #expect(focused(in: window) == "Add Photo")
    }
  }

  @Test func `a disabled widget gets the focus back when it is enabled`() async throws {
    try await withDesk(focus: "Add Photo") { desk, window in
      desk.isLoading = true
      await settle(window)
      #expect(focused(in: window) == nil)
      desk.isLoading = false
      await settle(window)
      #expect(focused(in: window) == "Add Photo")
      // With all around it.
      desk.isLocked = true
      await settle(window)
      #expect(focused(in: window) == nil)
      desk.isLocked = false
      await settle(window)
      #expect(focused(in: window) == "Add Photo")
    }
  }

  @Test func `what replaces a disabled widget gets the focus that it had`() async throws {
    try await withDesk(focus: "Add Photo") { desk, window in
      desk.isLoading = true
      await settle(window)
      desk.photo = "desk.jpg"
      desk.isLoading = false
      await settle(window)
      #expect(focused(in: window) == "Show desk.jpg")
    }
  }

  @Test func `the focus that was moved meanwhile does not come back`() async throws {
    try await withDesk(focus: "Add Photo") { desk, window in
      desk.isLoading = true
      await settle(window)
      try grab("Last", in: window)
      desk.isLoading = false
      await settle(window)
      #expect(focused(in: window) == "Last")
    }
  }

  @Test(arguments: [(GDK_KEY_Tab, "Note"), (GDK_KEY_ISO_Left_Tab, "Remove Ink")])
  func `Tab goes on from a disabled widget`(key: Int32, title: String) async throws {
    try await withDesk(focus: "Add Photo") { desk, window in
      desk.isLoading = true
      await settle(window)
      _ = window.press(key: key)
      #expect(focused(in: window) == title)
    }
  }

  @Test func `the focus of a hidden widget stays on the page`() async throws {
    try await withDesk(focus: "Note") { _, window in
      let note: WidgetPointer = try #require(window.button(labelled: "Note"))
      gtk_widget_set_visible(note, 0)
      await settle(window)
      #expect(focused(in: window) == "Add Photo")
    }
  }

  @Test func `what the program focuses in the same update wins`() async throws {
    try await withDesk(focus: "Note") { desk, window in
      desk.showsNote = false
      updateViewsNow()
      try grab("Edit Pens", in: window)
      await settle(window)
      #expect(focused(in: window) == "Edit Pens")
    }
  }

  @Test func `a key that comes before the next frame is for the neighbour`() async throws {
    try await withDesk(focus: "Note") { desk, window in
      desk.showsNote = false
      updateViewsNow()
      _ = window.press(key: GDK_KEY_Return)
      #expect(focused(in: window) == "Add Photo")
    }
  }
}

@Observable
private final class Shelf {
  var books = (0..<6).map { Book(id: $0) }
}

private struct Book: Identifiable {
  let id: Int
}

extension ViewTests {
  @Test(arguments: [(2, "Book 3"), (5, "Book 4")])
  func `the focus of a list's row that is removed goes to the row in its place`(
    position: Int,
    next: String
  ) async throws {
    let shelf = Shelf()
    let window = ViewWindow("Shelf", width: 400, height: 400) {
      List(shelf.books) { Text("Book \($0.id)") }.onRowActivate { _ in }
    }
    window.present()
    defer { window.destroy() }
    let widget = window.window.widget
    #expect(await eventually { widget.texts.contains("Book 5") })
    await nextFrame(of: widget)
    let label: WidgetPointer = try #require(widget.label("Book \(position)"))
    let row: WidgetPointer = try #require(
      sequence(first: label) { gtk_widget_get_parent($0) }
        .first { $0.typeName == "GtkListItemWidget" }
    )
    #expect(gtk_widget_grab_focus(row) != 0)
    #expect(focused(in: widget) == "Book \(position)")
    shelf.books.remove(at: position)
    await settle(widget)
    #expect(focused(in: widget) == next)
  }
}
