import CGtkSupport

/// The text of a field of one line (GtkText).
public enum FieldText {
  /// Replaces a part of a field's text, which is a step of its history.
  ///
  /// - Parameters:
  ///   - range: What is replaced, in Unicode scalars.
  ///   - field: A GtkText.
  ///   - inserted: What comes there instead.
  public static func replace(_ range: Range<Int>, of field: WidgetPointer, with inserted: String) {
    cgtk_text_replace(field.instance, guint(range.lowerBound), guint(range.upperBound), inserted)
  }
}
