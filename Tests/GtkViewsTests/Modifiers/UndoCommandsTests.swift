import GtkKit
import GtkTestSupport
import Observation
import Testing

@testable import GtkViews

@Observable
private final class Model {
  var name = ""
  var log: [String] = []

  deinit {}
}

private struct Root: View {
  @Bindable var model: Model

  var body: some View {
    VStack {
      TextField("Name", text: $model.name)
      SecureField("Secret", text: .constant(""))
      TextEditor(text: .constant(""))
      Button("Save") {}
    }
    .undoCommands {
      model.log.append("undo")
    } redo: {
      model.log.append("redo")
    }
  }
}

extension ViewTests {
  @MainActor
  struct UndoCommandsTests {
    private let model = Model()

    init() {
      #expect(gtk_init_check() != 0, "No display: run under xvfb-run")
    }

    /// Shows a window, in which a widget has the focus.
    private func with(
      focus type: GType,
      at index: Int = 0,
      _ body:
        @MainActor (
          _ field: WidgetPointer,
          _ press: @MainActor (Int32, Bool) -> Bool
        ) async throws -> Void
    ) async throws {
      let window = ViewWindow("Main", width: 400, height: 300) { Root(model: model) }
      defer { window.destroy() }
      window.present()
      let content = window.window.widget
      #expect(await eventually { gtk_widget_get_mapped(content) != 0 })
      let field = try #require(content.all(type).dropFirst(index).first)
      gtk_widget_grab_focus(field)
      let control = GDK_CONTROL_MASK.rawValue
      let shift = GDK_SHIFT_MASK.rawValue
      try await body(field) { key, isShifted in
        let modifiers = GdkModifierType(rawValue: isShifted ? control | shift : control)
        // Texts have shortcuts of their own for these keys.
        let texts = [gtk_text_get_type(), gtk_text_view_get_type()]
        return content.contents.contains { widget in
          !texts.contains { widget.isA($0) } && widget.press(shortcut: key, modifiers)
        }
      }
    }

    /// Writes as the user does. GTK 4.18 does not remember what a program writes.
    private func write(_ text: String, in field: WidgetPointer) {
      text.withCString { emit(field, "insert-at-cursor", $0) }
    }

    /// Deletes all text as the user does.
    private func clear(_ field: WidgetPointer) {
      gtk_editable_select_region(field.opaque, 0, -1)
      emit(field, "backspace")
    }

    @Test func `the keys are the window's where nothing is written`() async throws {
      try await with(focus: gtk_button_get_type()) { _, press in
        #expect(press(GDK_KEY_z, false))
        #expect(press(GDK_KEY_z, true))
        #expect(press(GDK_KEY_y, false))
      }
      #expect(model.log == ["undo", "redo", "redo"])
    }

    @Test func `the keys are the window's in an empty field that has nothing to undo`()
      async throws
    {
      try await with(focus: gtk_text_get_type()) { _, press in
        #expect(press(GDK_KEY_z, false))
        #expect(press(GDK_KEY_z, true))
      }
      #expect(model.log == ["undo", "redo"])
    }

    @Test func `the keys are a field's that is not empty`() async throws {
      try await with(focus: gtk_text_get_type()) { field, press in
        write("Saw", in: field)
        #expect(!press(GDK_KEY_z, false))
        #expect(!press(GDK_KEY_z, true))
      }
      #expect(model.log == [])
    }

    @Test func `what was deleted from a field comes back first`() async throws {
      try await with(focus: gtk_text_get_type()) { field, press in
        write("Saw", in: field)
        clear(field)
        #expect(press(GDK_KEY_z, false))
        #expect(await eventually { model.name == "Saw" })
      }
      #expect(model.log == [])
    }

    @Test func `after the window has undone something, it also does it again`() async throws {
      try await with(focus: gtk_text_get_type()) { field, press in
        write("Saw", in: field)
        // The field is empty again, and has something to do again.
        gtk_widget_activate_action_variant(field, "text.undo", nil)
        #expect(gtk_text_get_text_length(field.cast()) == 0)
        #expect(press(GDK_KEY_z, false))
        #expect(press(GDK_KEY_z, true))
        #expect(gtk_text_get_text_length(field.cast()) == 0)
      }
      #expect(model.log == ["undo", "redo"])
    }

    @Test func `what its owner has cleared does not come back`() async throws {
      try await with(focus: gtk_text_get_type()) { field, press in
        write("Saw", in: field)
        model.name = ""
        #expect(await eventually { gtk_text_get_text_length(field.cast()) == 0 })
        #expect(press(GDK_KEY_z, false))
        #expect(gtk_text_get_text_length(field.cast()) == 0)
      }
      #expect(model.log == ["undo"])
    }

    @Test func `the keys are a field's in which an input method composes`() async throws {
      try await with(focus: gtk_text_get_type()) { field, press in
        "ue".withCString { emit(field, "preedit-changed", $0) }
        #expect(!press(GDK_KEY_z, false))
        "".withCString { emit(field, "preedit-changed", $0) }
        #expect(press(GDK_KEY_z, false))
      }
      #expect(model.log == ["undo"])
    }

    @Test func `the keys are those of a password and of a text of several lines`() async throws {
      try await with(focus: gtk_text_get_type(), at: 1) { _, press in
        #expect(!press(GDK_KEY_z, false))
      }
      try await with(focus: gtk_text_view_get_type()) { _, press in
        #expect(!press(GDK_KEY_z, false))
      }
      #expect(model.log == [])
    }
  }
}
