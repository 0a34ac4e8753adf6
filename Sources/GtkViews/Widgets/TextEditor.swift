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
    signals.connect(buffer, "changed") { [unowned self] in
      if !isApplying { write(text, to: self.view.text) }
    }
    signals.connect(textView, "preedit-changed", .string) { [unowned self] preedit in
      isComposing = !preedit.isEmpty
    }
    reevaluate()
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

  override func reevaluate() {
    let value = tracked { view.text.wrappedValue }
    guard !isComposing else { return }
    let difference = TextDifference(from: text, to: value)
    guard let difference else { return }
    apply {
      var start = GtkTextIter()
      var end = GtkTextIter()
      gtk_text_buffer_get_iter_at_offset(buffer, &start, Int32(difference.start))
      gtk_text_buffer_get_iter_at_offset(buffer, &end, Int32(difference.end))
      gtk_text_buffer_delete(buffer, &start, &end)
      gtk_text_buffer_insert(buffer, &start, difference.inserted, -1)
    }
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
}
