import GtkKit
import GtkTestSupport
import Observation
import PagedArrays
import Testing

@testable import GtkViews

private struct Stamp: Identifiable, Equatable {
  let id: Int
}

/// An album of stamps, of which any number can be selected.
@Observable
private final class Album {
  var stamps: [Stamp]
  var selected: Set<Int> = []
  var isLocked = false
  /// How often the selection has been written.
  var writes = 0

  init(_ count: Int) { stamps = (0..<count).map(Stamp.init) }

  var selection: Binding<Set<Int>> {
    Binding {
      self.selected
    } set: {
      self.writes += 1
      if !self.isLocked { self.selected = $0 }
    }
  }
}

private struct AlbumView: View {
  let album: Album
  let hasSections: Bool

  var body: some View {
    if hasSections {
      List(selection: album.selection) {
        Section("All") {
          ForEach(album.stamps) { Text("Stamp \($0.id)") }
        }
      }
    } else {
      List(album.stamps, selection: album.selection) { Text("Stamp \($0.id)") }
    }
  }
}

/// Many stamps of which a few are loaded.
@Observable
private final class Archive {
  var rows: PagedArray<Stamp>
  var selection = PagedSelection<Int>.none
  var deleted: [Int] = []

  init(_ count: Int) { rows = PagedArray(count: count, pageSize: 50, maximumPages: 4) }

  func load(_ range: Range<Int>) {
    guard let range = rows.unloadedPages(in: range) else { return }
    rows.load(range.map(Stamp.init), at: range.lowerBound)
  }
}

private struct ArchiveView: View {
  @Bindable var archive: Archive

  var body: some View {
    List(archive.rows, selection: $archive.selection) {
      archive.load($0)
    } row: {
      Text($0.map { "Stamp \($0.id)" } ?? "…")
    }
    .onDelete { archive.deleted.append($0.id) }
  }
}

/// The list of a window, for the user's input.
@MainActor
private struct SelectionInputs {
  let list: WidgetPointer

  init(_ content: WidgetPointer) throws {
    list = try #require(content.all(gtk_list_view_get_type()).first)
  }

  var model: OpaquePointer? { gtk_list_view_get_model(list.opaque) }

  /// The positions of the rows that are shown as selected.
  func shows(_ position: Int) -> Bool {
    gtk_selection_model_is_selected(model, guint(position)) != 0
  }

  /// Selects a row as GTK does for a click.
  func click(_ position: Int, control: Bool = false) {
    // A key stands for the modifiers, which a click without a pointer does not have.
    _ = list.press(
      key: GDK_KEY_Shift_L,
      control ? GDK_CONTROL_MASK : GdkModifierType(rawValue: 0)
    )
    if control, shows(position) {
      gtk_selection_model_unselect_item(model, guint(position))
    } else {
      gtk_selection_model_select_item(model, guint(position), control ? 0 : 1)
    }
    updateViewsNow()
  }

  func selectAll() {
    _ = list.press(key: GDK_KEY_a, GDK_CONTROL_MASK)
    gtk_selection_model_select_all(model)
    updateViewsNow()
  }

  func selectRange(_ range: Range<Int>) {
    _ = list.press(key: GDK_KEY_Down, GDK_SHIFT_MASK)
    gtk_selection_model_select_range(model, guint(range.lowerBound), guint(range.count), 1)
    updateViewsNow()
  }
}

extension ViewTests {
  private func withAlbum(
    _ hasSections: Bool,
    _ body: @MainActor (Album, SelectionInputs) async throws -> Void
  ) async throws {
    let album = Album(20)
    try await withList(AlbumView(album: album, hasSections: hasSections)) {
      try await body(album, $0)
    }
  }

  /// Shows a list of stamps in a window for the time of a test.
  private func withList(
    _ view: some View,
    _ body: @MainActor (SelectionInputs) async throws -> Void
  ) async throws {
    let window = ViewWindow("Test", width: 300, height: 300) { view }
    window.present()
    defer { window.destroy() }
    let content = window.window.widget
    #expect(await eventually { content.texts.contains("Stamp 3") })
    try await body(SelectionInputs(content))
  }

  @Test(arguments: [false, true])
  func `Escape empties a selection of many, and then is left to others`(hasSections: Bool)
    async throws
  {
    try await withAlbum(hasSections) { album, inputs in
      album.selected = [1, 3]
      updateViewsNow()
      #expect(inputs.list.press(key: GDK_KEY_Escape))
      #expect(album.selected.isEmpty)
      #expect(!inputs.list.press(key: GDK_KEY_Escape))
    }
  }

  @Test(arguments: [false, true])
  func `a selection that is not taken is shown back`(hasSections: Bool) async throws {
    try await withAlbum(hasSections) { album, inputs in
      let first = hasSections ? 1 : 0
      album.selected = [1]
      album.isLocked = true
      updateViewsNow()
      inputs.click(first + 4, control: true)
      #expect(album.writes == 1)
      #expect(inputs.shows(first + 1) && !inputs.shows(first + 4))
      #expect(inputs.list.press(key: GDK_KEY_Escape))
      updateViewsNow()
      #expect(inputs.shows(first + 1))
    }
  }

  @Test(arguments: [false, true])
  func `selected elements whose rows go leave the selection in the same turn`(
    hasSections: Bool
  ) async throws {
    try await withAlbum(hasSections) { album, inputs in
      album.selected = [1, 3, 5]
      updateViewsNow()
      album.stamps.removeAll { $0.id == 3 }
      updateViewsNow()
      #expect(album.selected == [1, 5])
      #expect(album.writes == 1)
      // What comes back is not selected.
      album.stamps.append(Stamp(id: 3))
      updateViewsNow()
      #expect(album.selected == [1, 5])
      #expect(!inputs.shows(hasSections ? 20 : 19))
    }
  }

  @Test func `a selected element that has had no row yet stays in the selection`() async throws {
    try await withAlbum(false) { album, inputs in
      album.selected = [1, 99]
      updateViewsNow()
      album.stamps.removeFirst()
      updateViewsNow()
      #expect(album.selected == [1, 99])
      album.stamps.append(Stamp(id: 99))
      updateViewsNow()
      #expect(inputs.shows(19))
      #expect(album.writes == 0)
    }
  }

  private func withArchive(
    _ count: Int,
    _ body: @MainActor (Archive, SelectionInputs) async throws -> Void
  ) async throws {
    let archive = Archive(count)
    try await withList(ArchiveView(archive: archive)) { try await body(archive, $0) }
  }

  @Test func `all of a million rows are selected without their ids, and some taken out again`()
    async throws
  {
    try await withArchive(1_000_000) { archive, inputs in
      inputs.selectAll()
      #expect(archive.selection == .all)
      #expect(inputs.shows(0) && inputs.shows(999_999))
      inputs.click(2, control: true)
      #expect(archive.selection == .allBut([2]))
      #expect(!inputs.shows(2) && inputs.shows(3) && inputs.shows(999_999))
      inputs.click(2, control: true)
      #expect(archive.selection == .all)
      inputs.click(4)
      #expect(archive.selection == .only([4]))
      #expect(inputs.shows(4) && !inputs.shows(3) && !inputs.shows(999_999))
    }
  }

  @Test func `elements that are not loaded keep their place in the selection`() async throws {
    try await withArchive(10_000) { archive, inputs in
      archive.selection = .only([1, 9_000])
      updateViewsNow()
      inputs.click(3, control: true)
      #expect(archive.selection == .only([1, 3, 9_000]))
      inputs.click(1, control: true)
      #expect(archive.selection == .only([3, 9_000]))
      archive.selection = .allBut([1, 9_000])
      updateViewsNow()
      inputs.click(3, control: true)
      #expect(archive.selection == .allBut([1, 3, 9_000]))
      // What is selected instead of all is all that is selected.
      inputs.click(5)
      #expect(archive.selection == .only([5]))
    }
  }

  @Test func `a range of loaded rows is selected, and one with others is not`() async throws {
    try await withArchive(10_000) { archive, inputs in
      inputs.selectRange(2..<5)
      #expect(archive.selection == .only([2, 3, 4]))
      inputs.selectRange(2..<5_000)
      #expect(archive.selection == .only([2, 3, 4]))
      #expect(!inputs.shows(10))
    }
  }

  @Test func `Delete leaves a selection alone of which not all is loaded`() async throws {
    try await withArchive(10_000) { archive, inputs in
      archive.selection = .only([1, 9_000])
      updateViewsNow()
      #expect(!inputs.list.press(key: GDK_KEY_Delete))
      #expect(archive.deleted.isEmpty)
      archive.selection = .only([1, 2])
      updateViewsNow()
      #expect(inputs.list.press(key: GDK_KEY_Delete))
      #expect(archive.deleted == [1, 2])
    }
  }

  @Test func `Escape empties a selection of all`() async throws {
    try await withArchive(10_000) { archive, inputs in
      inputs.selectAll()
      #expect(inputs.list.press(key: GDK_KEY_Escape))
      #expect(archive.selection == .none)
      updateViewsNow()
      #expect(!inputs.shows(0))
    }
  }
}
