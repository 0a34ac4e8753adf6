import CGtkSupport

/// The text of a single-line field (GtkText).
public enum FieldText {
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
