/// Pango markup: text with tags such as `<b>`.
public enum Markup {
  /// Returns markup that shows a text as it is.
  public static func escape(_ text: String) -> String {
    String(taking: g_markup_escape_text(text, -1))
  }

  /// Returns whether a string is valid markup.
  public static func isValid(_ markup: String) -> Bool {
    pango_parse_markup(markup, -1, 0, nil, nil, nil, nil) != 0
  }

  /// Returns the text without tags; a string that is not valid markup is returned unchanged.
  public static func text(of markup: String) -> String {
    var text: UnsafeMutablePointer<CChar>?
    guard pango_parse_markup(markup, -1, 0, nil, &text, nil, nil) != 0 else { return markup }
    return String(taking: text)
  }

  /// Returns the markup itself, or, if it is not valid, markup that shows its characters.
  static func validated(_ markup: String) -> String {
    isValid(markup) ? markup : escape(markup)
  }
}
