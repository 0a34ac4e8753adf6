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

  /// Returns markup for a message: valid, of at most 1,000 characters, and with words that can be
  /// broken. Longer texts are cut, and lose their tags.
  static func ofMessage(_ markup: String) -> String {
    let longest = 1_000
    let text = text(of: markup)
    return breakingLongWords(
      text.count <= longest ? validated(markup) : escape("\(text.prefix(longest))…")
    )
  }

  /// Returns markup in which words of more than 60 characters can be broken.
  ///
  /// Pango can break them anyway, but the time it takes grows with the square of their length, and
  /// a dialog is measured many times: a word of 2,000 characters stops the program.
  private static func breakingLongWords(_ markup: String) -> String {
    let (longest, distance) = (60, 20)
    var result = String.UnicodeScalarView()
    var length = 0
    var end: Unicode.Scalar?
    // Not characters: what ends an entity or begins a tag may be one character with what is
    // beside it.
    for scalar in markup.unicodeScalars {
      if let markupEnd = end {
        // A tag, or the rest of an entity.
        if scalar == markupEnd { end = nil }
      } else if scalar == "<" {
        end = ">"
      } else {
        if scalar.properties.isWhitespace {
          length = 0
        } else if !scalar.properties.isGraphemeExtend {
          // A word is not broken between a letter and its accents.
          length += 1
          if length > longest, length.isMultiple(of: distance) { result.append("\u{200B}") }
        }
        if scalar == "&" { end = ";" }
      }
      result.append(scalar)
    }
    return String(result)
  }

  /// Returns the markup itself, or, if it is not valid, markup that shows its characters.
  static func validated(_ markup: String) -> String {
    isValid(markup) ? markup : escape(markup)
  }
}
