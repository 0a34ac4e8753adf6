import GtkKit

/// A text field with several lines. The cursor and the selection stay when the value changes from
/// outside. Tab moves the focus on, as in the fields of one line; a tab can be pasted.
public struct TextEditor: PrimitiveView {
  let text: Binding<String>

  /// - Parameter text: The text.
  public init(text: Binding<String>) {
    self.text = text
  }

  public func makeNode(_ context: NodeContext) -> ViewNode<TextEditor> {
    TextEditorNode(self, context)
  }
}

private final class TextEditorNode: WidgetNode<TextEditor> {
  private let edited: EditedText

  init(_ view: TextEditor, _ context: NodeContext) {
    let scroller = gtk_scrolled_window_new()!
    let textView = gtk_text_view_new()!
    // Who works with the keyboard alone would not get out of the text again.
    gtk_text_view_set_accepts_tab(textView.cast(), 0)
    gtk_text_view_set_wrap_mode(textView.cast(), GTK_WRAP_WORD_CHAR)
    // A row of a form has margins of its own, which are the same for all rows.
    let isFormRow = context.environment.placement == .formRow
    gtk_text_view_set_top_margin(textView.cast(), isFormRow ? 0 : 8)
    gtk_text_view_set_bottom_margin(textView.cast(), isFormRow ? 0 : 8)
    gtk_text_view_set_left_margin(textView.cast(), isFormRow ? 0 : 10)
    gtk_text_view_set_right_margin(textView.cast(), isFormRow ? 0 : 10)
    gtk_scrolled_window_set_child(scroller.opaque, textView)
    gtk_scrolled_window_set_min_content_height(scroller.opaque, 96)
    gtk_widget_set_hexpand(scroller, 1)
    gtk_widget_add_css_class(scroller, "text-editor")
    // The frame has rounded corners.
    gtk_widget_set_overflow(scroller, GTK_OVERFLOW_HIDDEN)
    edited = EditedText(EditableParagraphs(textView))
    super.init(view, context, widget: scroller)
    edited.onChange = { [unowned self] in if !isInert { self.view.text.wrappedValue = $0 } }
    edited.currentValue = { [unowned self] in self.view.text.wrappedValue }
    edited.start(with: tracked { view.text.wrappedValue })
  }

  deinit {}

  override func update(_ view: TextEditor) {
    super.update(view)
    reevaluate()
  }

  override func reevaluate() {
    edited.show(tracked { view.text.wrappedValue })
  }

  override func destroy() {
    guard !isDestroyed else { return }
    edited.disconnect()
    super.destroy()
  }
}
