import GtkKit
import GtkTestSupport
import Observation
import Testing

@testable import GtkViews

private struct Message: Identifiable, Equatable {
  let id: Int
  var text: String
  var button: String?
}

@Observable
private final class Model {
  var message: Message?
  var hasButton = true
  var log: [String] = []

  var binding: Binding<Message?> {
    Binding(get: { self.message }, set: { self.message = $0 })
  }

  deinit {}
}

private struct Root: View {
  let model: Model

  var body: some View {
    VStack {
      if model.hasButton {
        Button("Content") {}
        TextField("Name", text: .constant(""))
      } else {
        Text("Nothing")
      }
    }
    .toast(item: model.binding) { message, isHeld in
      model.log.append("\(message.id) \(isHeld ? "held" : "let go")")
    } description: { message in
      ToastDescription(
        message.text,
        action: message.button.map { title in
          .init(title) { model.log.append("\(message.id) \(title)") }
        },
        closeLabel: "Dismiss"
      )
    }
    .undoCommands {
      model.log.append("undo")
    } redo: {
      model.log.append("redo")
    }
  }
}

extension ViewTests {
  private func show(_ model: Model) async -> (window: ViewWindow<Root>, content: WidgetPointer) {
    let window = ViewWindow("Main", width: 400, height: 300) { Root(model: model) }
    window.present()
    #expect(await eventually { gtk_widget_get_mapped(window.window.widget) != 0 })
    return (window, window.window.widget)
  }

  /// What is on the screen.
  private func visibleTexts(_ widget: WidgetPointer) -> [String] {
    widget.all(gtk_label_get_type())
      .filter { gtk_widget_get_mapped($0) != 0 }
      .map { String(gtk: gtk_label_get_text($0.opaque)) }
  }

  @Test func `a toast is there as long as its item`() async throws {
    let model = Model()
    let (window, content) = await show(model)
    defer { window.destroy() }
    #expect(!visibleTexts(content).contains("Deleted"))

    model.message = Message(id: 1, text: "Deleted", button: "Undo")
    #expect(await eventually { visibleTexts(content).contains("Deleted") })
    let box = try #require(content.contents.first { gtk_widget_has_css_class($0, "toast") != 0 })
    #expect(gtk_accessible_get_accessible_role(box.opaque) == GTK_ACCESSIBLE_ROLE_ALERT)
    #expect(Accessibility.label(of: box) == "Deleted")

    // The same message says something else, then there is another one.
    model.message?.text = "Deleted for ever"
    model.message?.button = nil
    #expect(await eventually { visibleTexts(content).contains("Deleted for ever") })
    #expect(!visibleTexts(content).contains("Undo"))
    model.message = Message(id: 2, text: "Restored", button: "Redo")
    #expect(await eventually { visibleTexts(content).contains("Redo") })

    model.message = nil
    #expect(await eventually { !visibleTexts(content).contains("Restored") })
    #expect(visibleTexts(content).contains("Content"))
    #expect(model.log.isEmpty)
  }

  @Test func `the buttons of a toast tell its owner`() async throws {
    let model = Model()
    let (window, content) = await show(model)
    defer { window.destroy() }
    model.message = Message(id: 1, text: "Deleted", button: "Undo")
    #expect(await eventually { visibleTexts(content).contains("Undo") })
    content.button(labelled: "Undo")?.click()
    #expect(model.log == ["1 Undo"])
    // What becomes of the message is up to the owner.
    #expect(model.message != nil)

    let close = try #require(
      content.all(gtk_button_get_type()).first { Accessibility.label(of: $0) == "Dismiss" }
    )
    close.click()
    #expect(model.message == nil)
    #expect(await eventually { !visibleTexts(content).contains("Deleted") })
    // A click on what is about to disappear does nothing.
    content.button(labelled: "Undo")?.click()
    #expect(model.log == ["1 Undo"])
  }

  @Test func `a toast is held by the focus and closed by Escape, which returns the focus`()
    async throws
  {
    let model = Model()
    let (window, content) = await show(model)
    defer { window.destroy() }
    let first = try #require(content.button(labelled: "Content"))
    gtk_widget_grab_focus(first)
    model.message = Message(id: 1, text: "Deleted", button: "Undo")
    #expect(await eventually { visibleTexts(content).contains("Undo") })
    // A message does not take the focus by itself.
    let root = try #require(gtk_widget_get_root(first))
    #expect(gtk_root_get_focus(root) == first)
    let undo = try #require(content.button(labelled: "Undo"))
    gtk_widget_grab_focus(undo)
    #expect(await eventually { model.log == ["1 held"] })
    gtk_widget_grab_focus(first)
    #expect(await eventually { model.log == ["1 held", "1 let go"] })

    gtk_widget_grab_focus(undo)
    let box = try #require(content.contents.first { gtk_widget_has_css_class($0, "toast") != 0 })
    #expect(box.press(key: GDK_KEY_Escape))
    #expect(model.message == nil)
    #expect(await eventually { gtk_root_get_focus(root) == first })
  }

  @Test func `the focus does not get into a toast by itself`() async throws {
    let model = Model()
    let (window, content) = await show(model)
    defer { window.destroy() }
    let first = try #require(content.button(labelled: "Content"))
    gtk_widget_grab_focus(first)
    let root = try #require(gtk_widget_get_root(first))
    model.message = Message(id: 1, text: "Deleted", button: "Undo")
    #expect(await eventually { visibleTexts(content).contains("Undo") })

    // What had the focus goes, and there is nothing else that takes it.
    model.hasButton = false
    #expect(await eventually { visibleTexts(content).contains("Nothing") })
    // GTK moves the focus at the end of a frame.
    for _ in 0..<3 { await nextFrame(of: content) }
    #expect(gtk_root_get_focus(root).map { $0.texts } == nil)
    #expect(model.log.isEmpty)
  }

  @Test func `a toast leaves nothing behind`() async {
    weak var model: Model?
    do {
      let strong = Model()
      model = strong
      strong.message = Message(id: 1, text: "Deleted")
      let (window, content) = await show(strong)
      #expect(await eventually { visibleTexts(content).contains("Deleted") })
      window.destroy()
    }
    #expect(await eventually { model == nil })
  }
}
