import Foundation
import GtkKit
import GtkTestSupport
import Observation
import Synchronization
import Testing

@testable import GtkViews

/// A modifier that presents something.
private enum Presentation: CaseIterable {
  case alert, confirmationDialog, fullScreenCover, popover, sheet

  /// Returns a view with two of the kind.
  func view(_ first: Binding<Bool>, _ second: Binding<Bool>) -> AnyView {
    let root = Text("Root")
    return switch self {
    case .alert:
      root.alert("First", isPresented: first) {}.alert("Second", isPresented: second) {}
    case .confirmationDialog:
      root.confirmationDialog("First", isPresented: first) {}
        .confirmationDialog("Second", isPresented: second) {}
    case .fullScreenCover:
      root.fullScreenCover(isPresented: first) { Text("First") }
        .fullScreenCover(isPresented: second) { Text("Second") }
    case .popover:
      root.popover(isPresented: first) { Text("First") }
        .popover(isPresented: second) { Text("Second") }
    case .sheet:
      root.sheet(isPresented: first) { Text("First") }
        .sheet(isPresented: second) { Text("Second") }
    }
  }
}

@Observable
private final class Model {
  var isFirst = false
  var isSecond = false
  var text = ""
  var log: [String] = []

  deinit {}
}

/// What the labels on the screen say, of those that the tests look for.
private var shownTexts: [String] {
  windows.flatMap(\.family)
    .filter { $0.isA(gtk_label_get_type()) && gtk_widget_get_mapped($0) != 0 }
    .map { String(gtk: gtk_label_get_text($0.opaque)) }
    .filter { ["First", "Second"].contains($0) }
}

/// Expects that a closure reports one issue that contains a text.
private func expectOneReport(_ text: String, _ body: () async throws -> Void) async rethrows {
  let count = Mutex(0)
  try await withKnownIssue {
    try await body()
  } matching: { issue in
    count.withLock { $0 += 1 }
    return "\(issue)".contains(text)
  }
  #expect(count.withLock { $0 } == 1)
}

extension ViewTests {
  /// The same modifier twice, or two that exclude one another: both work, or one issue is reported.
  @MainActor
  struct RepeatedModifierTests {
    private let model = Model()

    init() {
      #expect(gtk_init_check() != 0, "No display: run under xvfb-run")
    }

    private func binding(_ path: ReferenceWritableKeyPath<Model, Bool>) -> Binding<Bool> {
      let model = model
      return Binding(get: { model[keyPath: path] }, set: { model[keyPath: path] = $0 })
    }

    /// Shows a window for the time of a test.
    private func with(
      _ view: some View,
      _ body: @MainActor (WidgetPointer) async throws -> Void
    ) async throws {
      let window = ViewWindow("Main", width: 400, height: 300) { view }
      window.present()
      defer { window.destroy() }
      let widget = window.window.widget
      #expect(await eventually { gtk_widget_get_mapped(widget) != 0 })
      try await body(widget)
    }

    // MARK: Both work

    @Test(arguments: Presentation.allCases)
    fileprivate func `of two presentations of one kind, each is shown, and both at once reported`(
      presentation: Presentation
    ) async throws {
      try await with(presentation.view(binding(\.isFirst), binding(\.isSecond))) { _ in
        model.isFirst = true
        #expect(await eventually { shownTexts == ["First"] })
        model.isFirst = false
        #expect(await eventually { shownTexts.isEmpty })
        model.isSecond = true
        #expect(await eventually { shownTexts == ["Second"] })
        await expectOneReport("while it presents something else") {
          model.isFirst = true
          // The first one waits for the second one to go.
          for _ in 0..<3 { MainLoop.pump() }
          #expect(shownTexts == ["Second"])
        }
        model.isSecond = false
        #expect(await eventually { shownTexts == ["First"] })
        model.isFirst = false
        #expect(await eventually { shownTexts.isEmpty })
      }
    }

    @Test func `an alert and a sheet of one view are each shown`() async throws {
      let view = Text("Root")
        .alert("First", isPresented: binding(\.isFirst)) {}
        .sheet(isPresented: binding(\.isSecond)) { Text("Second") }
      try await with(view) { _ in
        for _ in 0..<2 {
          model.isFirst = true
          #expect(await eventually { shownTexts == ["First"] })
          model.isFirst = false
          model.isSecond = true
          #expect(await eventually { shownTexts == ["Second"] })
          model.isSecond = false
          #expect(await eventually { shownTexts.isEmpty })
        }
      }
    }

    @Test func `a button with two shortcuts is pressed by both`() async throws {
      let model = model
      let view = Button("Save") { model.log.append("saved") }
        .keyboardShortcut("s").keyboardShortcut("d", modifiers: [.control, .shift])
      try await with(view) { window in
        let button = try #require(window.button(labelled: "Save"))
        #expect(button.press(shortcut: GDK_KEY_s, GDK_CONTROL_MASK))
        #expect(await eventually { model.log == ["saved"] })
        let both = GdkModifierType(rawValue: GDK_CONTROL_MASK.rawValue | GDK_SHIFT_MASK.rawValue)
        #expect(button.press(shortcut: GDK_KEY_d, both))
        #expect(await eventually { model.log == ["saved", "saved"] })
      }
    }

    @Test func `two focus states of one view follow its focus`() async throws {
      struct Root: View {
        let model: Model
        @FocusState private var isFocused: Bool
        @FocusState private var field: Int?

        var body: some View {
          VStack {
            Button("Other") {}
            Button("Both") {}.focused($isFocused).focused($field, equals: 7)
          }
          .onChange(of: isFocused) { model.log.append("\(isFocused)") }
          .onChange(of: field) { model.log.append("\(field ?? 0)") }
        }
      }
      try await with(Root(model: model)) { window in
        let other = try #require(window.button(labelled: "Other"))
        let both = try #require(window.button(labelled: "Both"))
        gtk_widget_grab_focus(other)
        MainLoop.pump()
        model.log = []
        gtk_widget_grab_focus(both)
        #expect(await eventually { model.log.sorted() == ["7", "true"] })
        gtk_widget_grab_focus(other)
        #expect(await eventually { model.log.suffix(2).sorted() == ["0", "false"] })
      }
    }

    @Test func `the gestures of one view handle the same clicks`() async throws {
      let model = model
      let view = Text("Text")
        .onTapGesture(count: 2) { model.log.append("two") }
        .onTapGesture { model.log.append("one") }
      try await with(view) { window in
        let label = try #require(window.label("Text"))
        #expect(await eventually { gtk_widget_get_width(label) > 0 })
        let gestures = label.controllers(gtk_gesture_click_get_type())
        try #require(gestures.count == 2)
        #expect(gtk_gesture_is_grouped_with(gestures[0], gestures[1]) != 0)
        for gesture in gestures { emit(gesture, "released", Int32(2), 1.0, 1.0) }
        #expect(model.log.sorted() == ["one", "two"])
      }
    }

    @Test func `of two messages for a field, the inner one is shown, or else the outer one`()
      async throws
    {
      struct Root: View {
        let model: Model

        var body: some View {
          Form {
            TextField("Name", text: .constant(""))
              .validationMessage(model.isFirst ? "First" : nil)
              .validationMessage(model.isSecond ? "Second" : nil)
          }
        }
      }
      try await with(Root(model: model)) { _ in
        model.isSecond = true
        #expect(await eventually { shownTexts == ["Second"] })
        model.isFirst = true
        #expect(await eventually { shownTexts == ["First"] })
        model.isSecond = false
        MainLoop.pump()
        #expect(shownTexts == ["First"])
      }
    }

    @Test func `all actions for Enter, appearing and changes of one view are performed`()
      async throws
    {
      let model = model
      let view = TextField("Name", text: .constant(""))
        .onSubmit { model.log.append("submit 1") }.onSubmit { model.log.append("submit 2") }
        .onAppear { model.log.append("appear 1") }.onAppear { model.log.append("appear 2") }
        .onChange(of: model.isFirst, initial: true) { model.log.append("change 1") }
        .onChange(of: model.isFirst, initial: true) { model.log.append("change 2") }
      try await with(view) { window in
        #expect(await eventually { model.log.count == 4 })
        let field = try #require(window.all(gtk_entry_get_type()).first)
        Signal.emit(field, "activate")
        #expect(await eventually { model.log.count == 6 })
        #expect(Set(model.log).count == 6)
      }
    }

    // MARK: One is reported

    @Test func `searches beside each other on one page are reported once`() async {
      struct Root: View {
        @Bindable var model: Model

        var body: some View {
          HStack {
            if model.isFirst {
              Text("A").searchable(text: $model.text)
            } else {
              Text("B").searchable(text: $model.text)
            }
            if model.isSecond { Text("C").searchable(text: $model.text) }
          }
        }
      }
      let window = ViewWindow("Main") { Root(model: model) }
      defer { window.destroy() }
      model.isFirst = true
      MainLoop.pump()
      await expectOneReport("Several views of one page have 'searchable'.") {
        model.isSecond = true
        MainLoop.pump()
        model.isFirst = false
        MainLoop.pump()
      }
      model.isSecond = false
      MainLoop.pump()
    }

    @Test func `the searches of two tabs are no misuse`() {
      let model = model
      let text = Binding(get: { model.text }, set: { model.text = $0 })
      let window = ViewWindow("Main") {
        TabView {
          Text("A").searchable(text: text).tabItem { Text("Tab A") }
          Text("B").searchable(text: text).tabItem { Text("Tab B") }
        }
      }
      MainLoop.pump()
      window.destroy()
    }

    @Test func `a second title of a view is reported, and one of its content is not`() async {
      struct Page: View {
        var body: some View { Text("Page").navigationTitle("Usual").navigationSubtitle("Below") }
      }
      let page = PageContext()
      var environment = EnvironmentValues()
      environment.pageContext = page
      await expectOneReport("The page shows “Outer”, and not “Inner”.") {
        let view = Text("Text").navigationTitle("Inner").padding(4).navigationTitle("Outer")
        withHost(view, environment: environment) { _ in #expect(page.title == "Outer") }
      }
      withHost(Page().navigationTitle("Special"), environment: environment) { _ in
        #expect(page.title == "Special" && page.subtitle == "Below")
      }
    }

    @Test func `a second label or badge of a tab is reported`() async {
      await expectOneReport("A view has 'tabItem' twice.") {
        let window = ViewWindow("Main") {
          TabView { Text("A").tabItem { Text("Inner") }.tabItem { Text("Outer") } }
        }
        window.destroy()
      }
      await expectOneReport("The tab shows “2”, and not “1”.") {
        let window = ViewWindow("Main") {
          TabView { Tab("Tab", systemImage: "star") { Text("A").badge(1).badge(2) } }
        }
        window.present()
        MainLoop.pump()
        window.destroy()
      }
    }

    @Test func `a second action of a list for the same input is reported once`() async {
      struct Row: Identifiable { let id: Int }
      var log: [String] = []
      let rows = (0..<3).map { Row(id: $0) }
      await expectOneReport("A view has 'onDelete' twice.") {
        for _ in 0..<2 {
          let view = ForEach(rows) { Text("\($0.id)") }
            .onDelete { _ in log.append("first") }.onDelete { _ in log.append("second") }
          view.actions.onDelete?(IndexSet(integer: 0))
        }
      }
      #expect(log == ["second", "second"])
      await expectOneReport("A view has 'onMove' twice.") {
        _ = ForEach(rows) { Text("\($0.id)") }.onMove { _, _ in }.onMove { _, _ in }
      }
      await expectOneReport("A view has 'onRowActivate' twice.") {
        _ = List(rows) { Text("\($0.id)") }.onRowActivate { _ in }.onRowActivate { _ in }
      }
      await expectOneReport("A view has 'placeholder' twice.") {
        _ = List(rows) { Text("\($0.id)") }.placeholder { Text("A") }.placeholder { Text("B") }
      }
    }

    @Test func `a second menu for the selection of a list is reported`() async {
      struct Row: Identifiable { let id: Int }
      await expectOneReport("A view has 'contextMenu(forSelectionType:)' twice.") {
        let view = List([Row(id: 1)], selection: .constant(Set<Int>())) { Text("\($0.id)") }
          .contextMenu(forSelectionType: Int.self) { _ in Button("Inner") {} }
          .contextMenu(forSelectionType: Int.self) { _ in Button("Outer") {} }
        withHost(view) { _ in }
      }
    }

    @Test func `undo commands within others of the same window are reported`() async throws {
      await expectOneReport("A view with 'undoCommands' is in another one of the same window.") {
        let view = VStack {
          Text("Text").undoCommands {
          } redo: {
          }
        }.undoCommands {
        } redo: {
        }
        withHost(view) { _ in }
      }
      let view = Text("Text")
        .sheet(isPresented: binding(\.isFirst)) {
          Text("First").undoCommands {
          } redo: {
          }
        }
        .undoCommands {
        } redo: {
        }
      try await with(view) { _ in
        model.isFirst = true
        #expect(await eventually { shownTexts == ["First"] })
        model.isFirst = false
        #expect(await eventually { shownTexts.isEmpty })
      }
    }
  }
}
