/// Pango's markup: text with tags such as `<b>`.
public enum Markup {
  /// Markup that shows a text as it is.
  public static func escape(_ text: String) -> String {
    String(taking: g_markup_escape_text(text, -1))
  }

  /// Whether a string is valid markup.
  public static func isValid(_ markup: String) -> Bool {
    pango_parse_markup(markup, -1, 0, nil, nil, nil, nil) != 0
  }

  /// The text without its tags; what is not valid markup comes back as it is.
  public static func text(of markup: String) -> String {
    var text: UnsafeMutablePointer<CChar>?
    guard pango_parse_markup(markup, -1, 0, nil, &text, nil, nil) != 0 else { return markup }
    return String(taking: text)
  }

  /// The markup itself, or its characters as text where it is not valid.
  static func validated(_ markup: String) -> String {
    isValid(markup) ? markup : escape(markup)
  }
}
