import GtkKit
import IssueReporting

extension View {
  /// Performs actions for the keys that undo and redo: Ctrl+Z, and Ctrl+Shift+Z or Ctrl+Y, pressed
  /// anywhere in the window.
  ///
  /// While the user is writing, the keys are about what he writes: they stay with the text field
  /// that has the focus, unless it is empty and has nothing to undo itself. A field that is cleared
  /// by its owner, because what was written has been used, has nothing to undo.
  ///
  /// Within another view with `undoCommands`, in the same window, the keys are for the outer one,
  /// which is reported.
  ///
  /// - Parameters:
  ///   - undo: Takes back what was done last.
  ///   - redo: Does again what was taken back last.
  public func undoCommands(
    undo: @escaping () -> Void,
    redo: @escaping () -> Void
  ) -> some View {
    UndoCommandsView(content: self, undo: undo, redo: redo)
  }
}

private struct UndoCommandsView<Content: View>: PrimitiveView {
  let content: Content
  let undo: () -> Void
  let redo: () -> Void

  func makeNode(_ context: NodeContext) -> ViewNode<Self> { UndoCommandsNode(self, context) }
}

private protocol UndoCommanding: Node {}

private final class UndoCommandsNode<Content: View>: InputNode<UndoCommandsView<Content>, Content>,
  UndoCommanding
{
  init(_ view: UndoCommandsView<Content>, _ context: NodeContext) {
    super.init(view, context) { $0.content }
    reportOuterCommands()
  }

  private func reportOuterCommands() {
    let window = environment.presentingWindow?.pointer
    let outer = sequence(first: parent) { $0?.parent }.first { $0 is any UndoCommanding }
    guard let outer, let outer, outer.environment.presentingWindow?.pointer == window else {
      return
    }
    reportIssue(
      """
      A view with 'undoCommands' is in another one of the same window. The keys undo and redo what \
      the outer one says, and the inner one is never asked.

      Remove one 'undoCommands'.
      """
    )
  }

  deinit {}

  override func attach(to widget: WidgetPointer) -> [any Attachment] {
    let control = GDK_CONTROL_MASK
    let both = GdkModifierType(rawValue: control.rawValue | GDK_SHIFT_MASK.rawValue)
    return [
      shortcut(GDK_KEY_z, control, widget, "text.undo") { $0.undo },
      shortcut(GDK_KEY_z, both, widget, "text.redo") { $0.redo },
      shortcut(GDK_KEY_y, control, widget, "text.redo") { $0.redo },
    ]
  }

  /// - Parameter textAction: What a text does for the same keys.
  private func shortcut(
    _ key: Int32,
    _ modifiers: GdkModifierType,
    _ widget: WidgetPointer,
    _ textAction: String,
    _ command: @escaping (UndoCommandsView<Content>) -> () -> Void
  ) -> EventController {
    // This comes before the text that has the focus: the text would take the keys even if it has
    // nothing to undo.
    EventController.shortcut(guint(key), modifiers, on: widget, phase: GTK_PHASE_CAPTURE) {
      [weak self] in
      guard let self, !ignoresInput else { return false }
      if let root = gtk_widget_get_root(widget), let focus = gtk_root_get_focus(root) {
        switch TextWithFocus(focus) {
        case nil: break
        case .written: return false
        case .empty(let text):
          gtk_widget_activate_action_variant(text, textAction, nil)
          if gtk_text_get_text_length(text.cast()) > 0 { return true }
          // Redo is about what is undone here, and no longer about what was written before.
          forgetHistory(of: text)
        }
      }
      command(view)()
      return true
    }
  }
}

private func forgetHistory(of text: WidgetPointer) {
  gtk_editable_set_enable_undo(text.opaque, 0)
  gtk_editable_set_enable_undo(text.opaque, 1)
}

/// The text in which the user writes.
private enum TextWithFocus {
  /// A line with nothing in it.
  case empty(WidgetPointer)
  /// A text to which the keys belong: one that is not empty, or in which an input method composes,
  /// or a password, whose history GTK does not keep.
  case written

  init?(_ focus: WidgetPointer) {
    if focus.isA(gtk_text_view_get_type()) {
      self = .written
    } else if focus.isA(gtk_text_get_type()) {
      let isEmpty =
        gtk_text_get_text_length(focus.cast()) == 0 && !FieldText.isComposing(in: focus)
      self = isEmpty && gtk_text_get_visibility(focus.cast()) != 0 ? .empty(focus) : .written
    } else {
      return nil
    }
  }
}
