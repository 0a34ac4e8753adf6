import GtkKit

extension View {
  /// Performs actions for the keys that undo and redo: Ctrl+Z, and Ctrl+Shift+Z or Ctrl+Y, pressed
  /// anywhere in the window.
  ///
  /// While the user is writing, the keys are about what he writes: they stay with the text field
  /// that has the focus.
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

private final class UndoCommandsNode<Content: View>: InputNode<UndoCommandsView<Content>, Content> {
  init(_ view: UndoCommandsView<Content>, _ context: NodeContext) {
    super.init(view, context) { $0.content }
  }

  deinit {}

  override func attach(to widget: WidgetPointer) -> [any Attachment] {
    let control = GDK_CONTROL_MASK
    let both = GdkModifierType(rawValue: control.rawValue | GDK_SHIFT_MASK.rawValue)
    return [
      shortcut(GDK_KEY_z, control, widget) { $0.undo },
      shortcut(GDK_KEY_z, both, widget) { $0.redo },
      shortcut(GDK_KEY_y, control, widget) { $0.redo },
    ]
  }

  private func shortcut(
    _ key: Int32,
    _ modifiers: GdkModifierType,
    _ widget: WidgetPointer,
    _ command: @escaping (UndoCommandsView<Content>) -> () -> Void
  ) -> EventController {
    EventController.shortcut(guint(key), modifiers, on: widget) { [weak self] in
      guard let self, !isInert, !isWriting(in: widget) else { return false }
      command(view)()
      return true
    }
  }

  private func isWriting(in widget: WidgetPointer) -> Bool {
    guard let root = gtk_widget_get_root(widget), let focus = gtk_root_get_focus(root) else {
      return false
    }
    return focus.isA(gtk_text_get_type()) || focus.isA(gtk_text_view_get_type())
  }
}
