extension String {
  /// The text as a page shows it, which GTK can lay out in reasonable time.
  ///
  /// Files may bring texts of any kind. The time to lay out one grows with the number of its lines,
  /// and with the square of the length of a paragraph whose words are longer than a line. So such a
  /// paragraph is broken, and a long text ends with an ellipsis. Texts that people write are shown
  /// as they are.
  public var shownOnPage: String { shown(scalars: 20_000, lines: 500) }

  /// The text as a row shows it: much less of it.
  public var shownInRow: String { shown(scalars: 400, lines: 4) }

  /// Whether GTK can edit the text in reasonable time: it lays out whole lines, each time that one
  /// is changed.
  var isEditable: Bool {
    guard utf8.count > Self.longestEditedLine else { return true }
    var length = 0
    for byte in utf8 {
      length = byte == UInt8(ascii: "\n") ? 0 : length + 1
      if length > Self.longestEditedLine { return false }
    }
    return true
  }

  private func shown(scalars limit: Int, lines: Int) -> String {
    // Most texts are short, and need no look at each character.
    if utf8.count <= min(limit, Self.brokenParagraph), utf8.count(where: { $0 == 0x0A }) < lines {
      return self
    }
    var result = UnicodeScalarView()
    var limit = limit
    var (word, paragraph) = (0, 0)
    var line = 1
    for (count, scalar) in unicodeScalars.enumerated() {
      if scalar == "\n" { (line, paragraph) = (line + 1, 0) }
      if count == limit || line > lines {
        result.append("…")
        break
      }
      word = scalar.endsWord ? 0 : word + 1
      paragraph += 1
      if word > Self.longestWord, paragraph > Self.brokenParagraph {
        result.append("\n")
        (word, paragraph) = (1, 1)
        limit = min(limit, 3 * Self.brokenParagraph)
      }
      result.append(scalar)
    }
    return String(result)
  }

  /// In bytes: some pages of text without a line break.
  private static var longestEditedLine: Int { 20_000 }

  /// A word that is longer does not fit in a line.
  private static var longestWord: Int { 100 }

  /// The length of a paragraph in which words are broken. It is longer than any address of the web
  /// that people write down.
  private static var brokenParagraph: Int { 2_000 }
}

extension Unicode.Scalar {
  /// Whether a line can be broken after the character, in the scripts that have no spaces, too.
  fileprivate var endsWord: Bool {
    properties.isWhitespace || properties.isIdeographic || (0x3040...0x30FF).contains(value)
  }
}
