import GtkKit
import GtkTestSupport
import Observation
import Synchronization
import Testing

@testable import GtkViews

private struct Detail: Identifiable, Equatable {
  let id: Int
  var name: String
}

/// A value whose identity is only its id.
private struct Ticket: Identifiable, Equatable {
  let id: Int

  static func == (_: Self, _: Self) -> Bool { true }
}

private struct TicketView: View {
  @GtkViews.State private var ticket: Ticket? = Ticket(id: 1)

  var body: some View {
    Text("Ticket \(ticket?.id ?? 0)")
    Button("Next") { ticket = Ticket(id: 2) }
  }
}

@Observable
private final class Model {
  var detail: Detail?
  var nested: Detail?
  var isShown = false
  var declines = false
  var writes = 0
  var log: [String] = []

  /// A binding whose owner may decline to let go.
  var detailBinding: Binding<Detail?> {
    Binding(
      get: { self.detail },
      set: {
        self.writes += 1
        if !self.declines { self.detail = $0 }
      }
    )
  }
}

/// The visible windows and dialogs, without the one given.
private func otherWindows(than window: ApplicationWindow) -> [WindowPointer] {
  Toplevels.all.filter { $0 != window.pointer && gtk_widget_get_mapped($0.cast()) != 0 }
}

private func texts(of windows: [WindowPointer]) -> [String] {
  windows.flatMap { ($0.cast() as WidgetPointer).texts }
}

extension ViewTests {
  @Test func `a sheet is there as long as its item, and the user closes it through the binding`()
    async throws
  {
    struct Root: View {
      let model: Model

      var body: some View {
        Text("Root")
          .sheet(item: model.detailBinding, onDismiss: { model.log.append("gone") }) { detail in
            DetailView(detail: detail)
          }
      }
    }
    struct DetailView: View {
      let detail: Detail
      @Environment(\.dismiss) private var dismiss

      var body: some View {
        Text(detail.name)
          .navigationTitle("Title of \(detail.name)")
          .toolbar {
            ToolbarItem(placement: .cancellationAction) { Button("Cancel") { dismiss() } }
          }
      }
    }
    let model = Model()
    model.detail = Detail(id: 1, name: "Lamp")
    let window = ViewWindow("Main", width: 400, height: 300) { Root(model: model) }
    window.present()
    defer { window.destroy() }
    let others = { otherWindows(than: window.window) }
    #expect(await eventually { texts(of: others()).contains("Lamp") })
    #expect(texts(of: others()).contains("Title of Lamp"))
    let sheet = try #require(others().first)
    // Kept, so that no window after it gets its address.
    g_object_ref(sheet)
    defer { g_object_unref(sheet) }
    #expect(gtk_window_get_transient_for(sheet) == window.window.pointer)

    // The same identity keeps the sheet, another one replaces it.
    model.detail?.name = "Desk lamp"
    #expect(await eventually { texts(of: others()).contains("Desk lamp") })
    #expect(others() == [sheet])
    model.detail = Detail(id: 2, name: "Chair")
    #expect(await eventually { texts(of: others()).contains("Chair") })
    #expect(others().count == 1 && others() != [sheet])
    #expect(model.log == ["gone"])

    // The owner declines: everything stays, and may be tried again.
    model.declines = true
    gtk_window_close(others()[0])
    #expect(await eventually { model.writes == 1 })
    #expect(others().count == 1)
    model.declines = false
    (others()[0].cast() as WidgetPointer).button(labelled: "Cancel")?.click()
    #expect(model.writes == 2 && model.detail == nil)
    #expect(await eventually { others().isEmpty })
    #expect(model.writes == 2)
    #expect(model.log == ["gone", "gone"])
  }

  @Test func `sheets nest, and all go with the state`() async {
    struct Root: View {
      @Bindable var model: Model

      var body: some View {
        Text("Root").sheet(item: $model.detail) { detail in
          Text(detail.name).sheet(item: $model.nested) { nested in Text(nested.name) }
        }
      }
    }
    let model = Model()
    model.detail = Detail(id: 1, name: "Outer")
    model.nested = Detail(id: 1, name: "Inner")
    let window = ViewWindow("Main", width: 400, height: 300) { Root(model: model) }
    window.present()
    defer { window.destroy() }
    let others = { otherWindows(than: window.window) }
    #expect(await eventually { texts(of: others()).contains("Inner") })
    #expect(others().count == 2)
    model.detail = nil
    #expect(await eventually { others().isEmpty })
  }

  @Test func `a sheet may refuse to be closed by the user`() async {
    struct Root: View {
      @Bindable var model: Model

      var body: some View {
        Text("Root").sheet(isPresented: $model.isShown) {
          Text("Sheet").interactiveDismissDisabled(model.declines)
        }
      }
    }
    let model = Model()
    model.isShown = true
    model.declines = true
    let window = ViewWindow("Main", width: 400, height: 300) { Root(model: model) }
    window.present()
    defer { window.destroy() }
    let others = { otherWindows(than: window.window) }
    #expect(await eventually { others().count == 1 })
    gtk_window_close(others()[0])
    MainLoop.pump()
    #expect(model.isShown)
    model.declines = false
    MainLoop.pump()
    gtk_window_close(others()[0])
    #expect(await eventually { others().isEmpty })
    #expect(!model.isShown)
  }

  @Test func `a button of an alert acts first, then the binding becomes false`() async throws {
    struct Root: View {
      @Bindable var model: Model

      var body: some View {
        Text("Root").alert("Delete it?", isPresented: $model.isShown) {
          Button("Delete", role: .destructive) { model.log.append("deleted \(model.isShown)") }
          Button("Keep", role: .cancel) { model.log.append("kept \(model.isShown)") }
        } message: {
          Text("It cannot be undone.")
        }
      }
    }
    let model = Model()
    let window = ViewWindow("Main", width: 400, height: 300) { Root(model: model) }
    window.present()
    defer { window.destroy() }
    let others = { otherWindows(than: window.window) }
    func alert() -> WidgetPointer? { others().first?.cast() }
    model.isShown = true
    #expect(await eventually { texts(of: others()).contains("Delete it?") })
    #expect(texts(of: others()).contains("It cannot be undone."))
    let delete = try #require(alert()?.button(labelled: "Delete"))
    #expect(gtk_widget_has_css_class(delete, "destructive-action") != 0)
    delete.click()
    #expect(await eventually { others().isEmpty })
    #expect(model.log == ["deleted true"] && !model.isShown)

    // Escape and the close button stand for the button to cancel.
    model.isShown = true
    #expect(await eventually { others().count == 1 })
    gtk_window_close(others()[0])
    #expect(await eventually { others().isEmpty })
    #expect(model.log == ["deleted true", "kept true"] && !model.isShown)
  }

  @Test func `an alert given as a value may be followed by another one`() async throws {
    struct Root: View {
      @Bindable var model: Model

      var body: some View {
        Text("Root").alert(item: $model.detail) { detail in
          AlertDescription(
            title: Text("Alert ") + Text(detail.name).bold(),
            actions: [
              .init("Next") { model.detail = Detail(id: detail.id + 1, name: "\(detail.id + 1)") }
            ]
          )
        }
      }
    }
    let model = Model()
    model.detail = Detail(id: 1, name: "1 < 2")
    let window = ViewWindow("Main", width: 400, height: 300) { Root(model: model) }
    window.present()
    defer { window.destroy() }
    let others = { otherWindows(than: window.window) }
    #expect(await eventually { texts(of: others()).contains("Alert 1 < 2") })
    (others()[0].cast() as WidgetPointer).button(labelled: "Next")?.click()
    #expect(await eventually { texts(of: others()).contains("Alert 2") })
    #expect(others().count == 1 && model.detail?.id == 2)
    model.detail = nil
    #expect(await eventually { others().isEmpty })
  }

  @Test func `a confirmation dialog always offers to cancel`() async {
    struct Root: View {
      @Bindable var model: Model

      var body: some View {
        Text("Root").confirmationDialog("Discard?", isPresented: $model.isShown) {
          Button("Discard", role: .destructive) { model.log.append("discarded") }
        }
      }
    }
    let model = Model()
    model.isShown = true
    let window = ViewWindow("Main", width: 400, height: 300) { Root(model: model) }
    window.present()
    defer { window.destroy() }
    let others = { otherWindows(than: window.window) }
    #expect(await eventually { texts(of: others()).contains("Cancel") })
    (others()[0].cast() as WidgetPointer).button(labelled: "Cancel")?.click()
    #expect(await eventually { others().isEmpty })
    #expect(!model.isShown && model.log.isEmpty)
  }

  @Test func `a popover points at its view, and comes back if the owner declines its close`() async
  {
    struct Root: View {
      let model: Model

      var body: some View {
        VStack {
          Text("Above")
          Button("Anchor") {}
            .popover(item: model.detailBinding) { detail in Text(detail.name) }
        }
      }
    }
    let model = Model()
    let window = ViewWindow("Main", width: 400, height: 300) { Root(model: model) }
    window.present()
    defer { window.destroy() }
    func popover() -> WidgetPointer? {
      window.window.widget.popovers.first { gtk_widget_get_mapped($0) != 0 }
    }
    #expect(await eventually { gtk_widget_get_mapped(window.window.widget) != 0 })
    model.detail = Detail(id: 1, name: "Lamp")
    #expect(await eventually { popover()?.texts == ["Lamp"] })
    model.declines = true
    gtk_popover_popdown(popover()!.cast())
    #expect(await eventually { model.writes == 1 && popover() != nil })
    model.declines = false
    gtk_popover_popdown(popover()!.cast())
    #expect(await eventually { model.detail == nil && window.window.widget.popovers.isEmpty })
    #expect(model.writes == 2)
  }

  @Test func `a cover fills the screen, and Escape is the user's wish to close it`() async {
    struct Root: View {
      @Bindable var model: Model

      var body: some View {
        Text("Root").fullScreenCover(item: $model.detail) { detail in Text(detail.name) }
      }
    }
    let model = Model()
    model.detail = Detail(id: 1, name: "Movie")
    let window = ViewWindow("Main", width: 400, height: 300) { Root(model: model) }
    window.present()
    defer { window.destroy() }
    let others = { otherWindows(than: window.window) }
    #expect(await eventually { texts(of: others()).contains("Movie") })
    gtk_window_close(others()[0])
    #expect(await eventually { others().isEmpty })
    #expect(model.detail == nil)
  }

  @Test func `two presentations of one view are reported once, and come one after the other`() async
  {
    struct Root: View {
      @Bindable var model: Model

      var body: some View {
        Text("Root")
          .sheet(item: $model.detail) { detail in Text(detail.name) }
          .padding(4)
          .sheet(item: $model.nested) { nested in Text(nested.name) }
      }
    }
    let model = Model()
    let window = ViewWindow("Main", width: 400, height: 300) { Root(model: model) }
    window.present()
    defer { window.destroy() }
    let others = { otherWindows(than: window.window) }
    model.detail = Detail(id: 1, name: "First")
    #expect(await eventually { texts(of: others()).contains("First") })
    let reports = Mutex(0)
    var counts: [Int] = []
    await withKnownIssue {
      model.nested = Detail(id: 2, name: "Second")
      // The report tells that the second one was to open.
      _ = await eventually { reports.withLock { $0 } > 0 }
      counts.append(others().count)
      model.nested?.name = "Second one"
      updateViewsNow()
      counts.append(others().count)
    } matching: { _ in
      reports.withLock { $0 += 1 }
      return true
    }
    #expect(reports.withLock { $0 } == 1)
    #expect(counts == [1, 1])
    model.detail = nil
    #expect(await eventually { texts(of: others()).contains("Second one") })
    #expect(others().count == 1)
    model.nested = nil
    #expect(await eventually { others().isEmpty })

    // One in place of the other is no slip.
    model.detail = Detail(id: 3, name: "Third")
    #expect(await eventually { others().count == 1 })
    model.nested = Detail(id: 4, name: "Fourth")
    model.detail = nil
    #expect(await eventually { texts(of: others()).contains("Fourth") && others().count == 1 })
  }

  @Test func `presentations leave nothing behind`() async {
    struct Root: View {
      @Bindable var model: Model

      var body: some View {
        Button("Root") {}
          .sheet(item: $model.detail) { detail in
            Form { TextField("Name", text: .constant(detail.name)) }
              .toolbar { Button("Done") { model.detail = nil } }
          }
          .alert("Alert", isPresented: $model.isShown) { Button("OK") { model.log = [] } }
        Button("Anchor") {}
          .popover(item: $model.nested) { nested in Button(nested.name) { model.nested = nil } }
      }
    }
    let handlers = Signal.liveHandlers
    var model: Model? = Model()
    weak let weakModel = model
    do {
      let window = ViewWindow("Main", width: 400, height: 300) { [model] in Root(model: model!) }
      window.present()
      let others = { otherWindows(than: window.window) }
      for _ in 1...3 {
        model?.detail = Detail(id: 1, name: "Lamp")
        #expect(await eventually { others().count == 1 })
        model?.detail = nil
        model?.nested = Detail(id: 1, name: "Chair")
        #expect(
          await eventually { others().isEmpty && !window.window.widget.popovers.isEmpty }
        )
        model?.nested = nil
        model?.isShown = true
        #expect(await eventually { others().count == 1 })
        model?.isShown = false
        #expect(await eventually { others().isEmpty && window.window.widget.popovers.isEmpty })
      }
      model?.detail = Detail(id: 1, name: "Lamp")
      model?.nested = Detail(id: 1, name: "Chair")
      #expect(await eventually { others().count == 1 })
      window.destroy()
    }
    model = nil
    #expect(await eventually { weakModel == nil && Signal.liveHandlers <= handlers })
  }
}

extension UnsafeMutablePointer where Pointee == GtkWidget {
  /// The popovers that hang on this widget or one below.
  fileprivate var popovers: [WidgetPointer] {
    var found: [WidgetPointer] = []
    var child = gtk_widget_get_first_child(self)
    while let current = child {
      if current.isA(gtk_popover_get_type()) { found.append(current) }
      found += current.popovers
      child = gtk_widget_get_next_sibling(current)
    }
    return found
  }
}

extension ViewTests {
  @Test func `an alert whose item is replaced without a word is brought up to date by an answer`()
    async throws
  {
    final class Silent {
      var item: Detail?
      var answers: [Int] = []
    }
    struct Root: View {
      let silent: Silent

      var body: some View {
        Text("Root")
          .alert(item: Binding(get: { silent.item }, set: { silent.item = $0 })) { detail in
            AlertDescription(
              title: Text(detail.name),
              actions: [.init("Yes") { silent.answers.append(detail.id) }]
            )
          }
      }
    }
    let silent = Silent()
    silent.item = Detail(id: 1, name: "Sure?")
    let window = ViewWindow("Main", width: 400, height: 300) { Root(silent: silent) }
    window.present()
    defer { window.destroy() }
    let others = { otherWindows(than: window.window) }
    #expect(await eventually { texts(of: others()).contains("Sure?") })
    let first = try #require(others().first)
    // Kept, so that no window after it gets its address.
    g_object_ref(first)
    defer { g_object_unref(first) }
    silent.item = Detail(id: 2, name: "Sure?")
    (first.cast() as WidgetPointer).button(labelled: "Yes")?.click()
    #expect(silent.answers == [])
    #expect(await eventually { others().count == 1 && others() != [first] })
    (others().first?.cast() as WidgetPointer?)?.button(labelled: "Yes")?.click()
    #expect(silent.answers == [2] && silent.item == nil)
    #expect(await eventually { others().isEmpty })
  }

  @Test func `state takes an equal value that has another id`() async throws {
    let window = ViewWindow("Main", width: 400, height: 300) { TicketView() }
    window.present()
    defer { window.destroy() }
    #expect(await eventually { window.window.widget.texts.contains("Ticket 1") })
    window.window.widget.button(labelled: "Next")?.click()
    #expect(await eventually { window.window.widget.texts.contains("Ticket 2") })
  }
}
