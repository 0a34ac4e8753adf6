import GtkKit

/// A widget's text that the user edits. Positions are counted in Unicode scalars, as in GTK.
protocol EditableText {
  /// The object that emits `changed`.
  var source: OpaquePointer { get }
  /// The widget that the user types into. It emits `preedit-changed`.
  var field: WidgetPointer? { get }
  var text: String { get }
  /// The positions of the selection's anchor and of the cursor; equal if nothing is selected.
  var selection: (anchor: Int, cursor: Int) { get }
  func select(_ anchor: Int, _ cursor: Int)
  /// Sets a text that cannot be undone.
  func start(with text: String)
  func replace(_ difference: TextDifference)
  /// Undoes the last step of the history.
  func undo()
}

/// A single line: the text of a `GtkEditable`.
struct EditableLine: EditableText {
  let source: OpaquePointer
  let field: WidgetPointer?
  /// The history of the text, if GTK keeps none.
  let history: TextHistory?

  init(_ editable: OpaquePointer, history: TextHistory? = nil) {
    source = editable
    self.history = history
    field = gtk_editable_get_delegate(editable).flatMap {
      $0.isA(gtk_text_get_type()) ? $0.widget : nil
    }
  }

  var text: String { String(gtk: gtk_editable_get_text(source)) }

  var selection: (anchor: Int, cursor: Int) {
    let cursor = gtk_editable_get_position(source)
    var start: Int32 = 0
    var end: Int32 = 0
    gtk_editable_get_selection_bounds(source, &start, &end)
    return (Int(cursor == end ? start : end), Int(cursor))
  }

  func select(_ anchor: Int, _ cursor: Int) {
    gtk_editable_select_region(source, Int32(anchor), Int32(cursor))
  }

  func start(with text: String) {
    history?.start(with: text)
    gtk_editable_set_enable_undo(source, 0)
    gtk_editable_set_text(source, text)
    gtk_editable_set_enable_undo(source, gbool(history == nil))
  }

  func replace(_ difference: TextDifference) {
    guard let field else { return }
    history?.isPaused = true
    FieldText.replace(difference.start..<difference.end, of: field, with: difference.inserted)
    history?.isPaused = false
    history?.add(text)
  }

  func undo() {
    if let history {
      step(to: history.undo())
    } else if let field {
      gtk_widget_activate_action_variant(field, "text.undo", nil)
    }
  }

  func redo() {
    if let history { step(to: history.redo()) }
  }

  /// Shows a text of the history, with the cursor after the part that has changed.
  private func step(to new: String?) {
    guard let new, let difference = TextDifference(from: text, to: new) else { return }
    replace(difference)
    let end = difference.start + difference.inserted.unicodeScalars.count
    gtk_editable_set_position(source, Int32(end))
  }
}

/// Several lines: the text of a `GtkTextView`.
struct EditableParagraphs: EditableText {
  let field: WidgetPointer?
  private let buffer: UnsafeMutablePointer<GtkTextBuffer>

  init(_ textView: WidgetPointer) {
    field = textView
    buffer = gtk_text_view_get_buffer(textView.cast())
  }

  var source: OpaquePointer { OpaquePointer(buffer) }

  var text: String {
    var start = GtkTextIter()
    var end = GtkTextIter()
    gtk_text_buffer_get_bounds(buffer, &start, &end)
    return String(taking: gtk_text_buffer_get_text(buffer, &start, &end, 1))
  }

  var selection: (anchor: Int, cursor: Int) {
    (
      offset(of: gtk_text_buffer_get_selection_bound(buffer)),
      offset(of: gtk_text_buffer_get_insert(buffer))
    )
  }

  func select(_ anchor: Int, _ cursor: Int) {
    var start = iterator(at: anchor)
    var end = iterator(at: cursor)
    gtk_text_buffer_select_range(buffer, &end, &start)
  }

  func start(with text: String) {
    gtk_text_buffer_set_text(buffer, text, -1)
  }

  /// Replaces a part of the text, as one step of the undo history.
  func replace(_ difference: TextDifference) {
    gtk_text_buffer_begin_user_action(buffer)
    var start = iterator(at: difference.start)
    var end = iterator(at: difference.end)
    gtk_text_buffer_delete(buffer, &start, &end)
    gtk_text_buffer_insert(buffer, &start, difference.inserted, -1)
    gtk_text_buffer_end_user_action(buffer)
  }

  func undo() {
    gtk_text_buffer_undo(buffer)
  }

  private func iterator(at offset: Int) -> GtkTextIter {
    var iterator = GtkTextIter()
    gtk_text_buffer_get_iter_at_offset(buffer, &iterator, Int32(offset))
    return iterator
  }

  private func offset(of mark: UnsafeMutablePointer<GtkTextMark>?) -> Int {
    var iterator = GtkTextIter()
    gtk_text_buffer_get_iter_at_mark(buffer, &iterator, mark)
    return Int(gtk_text_iter_get_offset(&iterator))
  }
}
