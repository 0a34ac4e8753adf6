import GtkKit

/// Several lines of text to edit. Cursor and selection stay when the value changes from outside.
public struct TextEditor: PrimitiveView {
  let text: Binding<String>

  /// - Parameter text: the text.
  public init(text: Binding<String>) {
    self.text = text
  }

  public func makeNode(_ context: NodeContext) -> ViewNode<TextEditor> {
    TextEditorNode(self, context)
  }
}

private final class TextEditorNode: WidgetNode<TextEditor> {
  private let textView: WidgetPointer
  private var isComposing = false
  /// The text that is being composed into, if the value has changed meanwhile.
  private var composedText: String?
  /// Whether the value is another one than what the user has made of the text last.
  private var isDeclined = false

  init(_ view: TextEditor, _ context: NodeContext) {
    let scroller = gtk_scrolled_window_new()!
    textView = gtk_text_view_new()
    gtk_text_view_set_wrap_mode(textView.cast(), GTK_WRAP_WORD_CHAR)
    gtk_text_view_set_top_margin(textView.cast(), 6)
    gtk_text_view_set_bottom_margin(textView.cast(), 6)
    gtk_text_view_set_left_margin(textView.cast(), 6)
    gtk_text_view_set_right_margin(textView.cast(), 6)
    gtk_scrolled_window_set_child(scroller.opaque, textView)
    gtk_scrolled_window_set_min_content_height(scroller.opaque, 96)
    gtk_widget_set_hexpand(scroller, 1)
    super.init(view, context, widget: scroller)
    // The first text can not be undone.
    gtk_text_buffer_set_text(buffer, tracked { view.text.wrappedValue }, -1)
    signals.connect(buffer, "changed") { [unowned self] in changed() }
    signals.connect(textView, "preedit-changed", .string) { [unowned self] preedit in
      isComposing = !preedit.isEmpty
      if !isComposing { reevaluateLater() }
    }
  }

  deinit {}

  private var buffer: UnsafeMutablePointer<GtkTextBuffer> {
    gtk_text_view_get_buffer(textView.cast())
  }

  private var text: String {
    var start = GtkTextIter()
    var end = GtkTextIter()
    gtk_text_buffer_get_bounds(buffer, &start, &end)
    return String(taking: gtk_text_buffer_get_text(buffer, &start, &end, 1))
  }

  override func update(_ view: TextEditor) {
    super.update(view)
    reevaluate()
  }

  private func changed() {
    guard !isApplying else { return }
    let text = text
    let base = composedText ?? text
    composedText = nil
    let value = view.text
    write(base == text ? text : value.wrappedValue.merging(text, changedFrom: base), to: value)
    isDeclined = view.text.wrappedValue != text
  }

  override func reevaluate() {
    let value = tracked { view.text.wrappedValue }
    if isComposing {
      if text != value { composedText = composedText ?? text }
      return
    }
    composedText = nil
    let takesBack = isDeclined
    isDeclined = false
    guard let difference = TextDifference(from: text, to: value) else { return }
    apply {
      let (anchor, cursor) = selection
      // What the owner has not accepted is no step of the history: to undo would bring it back, only to be declined again.
      if takesBack { gtk_text_buffer_undo(buffer) }
      if let difference = TextDifference(from: text, to: value) { replace(difference) }
      select(difference.moved(anchor), difference.moved(cursor))
    }
  }

  /// To undo is one step.
  private func replace(_ difference: TextDifference) {
    gtk_text_buffer_begin_user_action(buffer)
    var start = iterator(at: difference.start)
    var end = iterator(at: difference.end)
    gtk_text_buffer_delete(buffer, &start, &end)
    gtk_text_buffer_insert(buffer, &start, difference.inserted, -1)
    gtk_text_buffer_end_user_action(buffer)
  }

  private func iterator(at offset: Int) -> GtkTextIter {
    var iterator = GtkTextIter()
    gtk_text_buffer_get_iter_at_offset(buffer, &iterator, Int32(offset))
    return iterator
  }

  /// Where the selection was begun, and the cursor: the same if nothing is selected.
  private var selection: (anchor: Int, cursor: Int) {
    (
      offset(of: gtk_text_buffer_get_selection_bound(buffer)),
      offset(of: gtk_text_buffer_get_insert(buffer))
    )
  }

  private func offset(of mark: UnsafeMutablePointer<GtkTextMark>?) -> Int {
    var iterator = GtkTextIter()
    gtk_text_buffer_get_iter_at_mark(buffer, &iterator, mark)
    return Int(gtk_text_iter_get_offset(&iterator))
  }

  private func select(_ anchor: Int, _ cursor: Int) {
    guard selection != (anchor, cursor) else { return }
    var start = iterator(at: anchor)
    var end = iterator(at: cursor)
    gtk_text_buffer_select_range(buffer, &end, &start)
  }
}

/// The one stretch in which two texts differ, in Unicode scalars as GTK counts them.
struct TextDifference {
  /// Where the stretch begins in both texts.
  let start: Int
  /// Where it ends in the old text.
  let end: Int
  /// What stands there in the new text.
  let inserted: String

  /// Gives `nil` if the texts are equal. O(length).
  init?(from old: String, to new: String) {
    guard old != new else { return nil }
    let old = Array(old.unicodeScalars)
    let new = Array(new.unicodeScalars)
    let prefix = zip(old, new).prefix { $0 == $1 }.count
    let suffix = zip(old.dropFirst(prefix).reversed(), new.dropFirst(prefix).reversed())
      .prefix { $0 == $1 }.count
    start = prefix
    end = old.count - suffix
    var inserted = String.UnicodeScalarView()
    inserted.append(contentsOf: new[prefix..<(new.count - suffix)])
    self.inserted = String(inserted)
  }

  /// Where a place in the old text, in characters as GTK counts them, is in the new one.
  func moved(_ place: Int) -> Int {
    if place <= start { return place }
    let count = inserted.unicodeScalars.count
    return place >= end ? place - (end - start) + count : start + min(place - start, count)
  }
}

extension String {
  /// This text with a change that was made to an older one.
  ///
  /// - Parameters:
  ///   - other: the older text with the change.
  ///   - base: the older text.
  func merging(_ other: String, changedFrom base: String) -> String {
    guard let change = TextDifference(from: base, to: other) else { return self }
    guard let difference = TextDifference(from: base, to: self) else { return other }
    let start = difference.moved(change.start)
    let end = Swift.max(start, difference.moved(change.end))
    let scalars = Array(unicodeScalars)
    var result = UnicodeScalarView()
    result.append(contentsOf: scalars[..<start])
    result.append(contentsOf: change.inserted.unicodeScalars)
    result.append(contentsOf: scalars[end...])
    return String(result)
  }
}
