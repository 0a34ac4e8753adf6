import CGtkSupport

/// The text of a single-line field (GtkText).
public enum FieldText {
  private static let composing = g_quark_from_string("swift-gtkkit-composing")

  /// Records whether an input method is composing in a field, because GTK only tells of changes.
  ///
  /// - Parameters:
  ///   - isComposing: Whether there is a text that is not part of the field's text yet.
  ///   - field: A GtkText.
  public static func setComposing(_ isComposing: Bool, in field: WidgetPointer) {
    g_object_set_qdata(field.cast(), composing, isComposing ? field.instance : nil)
  }

  /// Returns what was recorded last with ``setComposing(_:in:)``.
  ///
  /// - Parameter field: A GtkText.
  public static func isComposing(in field: WidgetPointer) -> Bool {
    g_object_get_qdata(field.cast(), composing) != nil
  }

  /// Replaces a part of a field's text, as one step of its undo history.
  ///
  /// - Parameters:
  ///   - range: The range to replace, in Unicode scalars.
  ///   - field: A GtkText.
  ///   - inserted: The replacement.
  public static func replace(_ range: Range<Int>, of field: WidgetPointer, with inserted: String) {
    cgtk_text_replace(field.instance, guint(range.lowerBound), guint(range.upperBound), inserted)
  }
}
