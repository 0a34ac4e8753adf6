extension String {
  /// The text as a page shows it, which GTK can lay out in reasonable time.
  ///
  /// Files may bring texts of any kind. The time to lay out one grows with the square of the length
  /// of a run without a space, and with the number of lines. So a long run may be broken, and a
  /// long text ends with an ellipsis. Texts that people write are shown as they are.
  public var shownOnPage: String { shown(scalars: 20_000, lines: 500) }

  /// The text as a row shows it: much less of it.
  public var shownInRow: String { shown(scalars: 400, lines: 4) }

  private func shown(scalars limit: Int, lines: Int) -> String {
    // Most texts are short, and need no look at each character.
    if utf8.count <= min(limit, Self.longestRun), utf8.count(where: { $0 == 0x0A }) < lines {
      return self
    }
    var result = UnicodeScalarView()
    var run = 0
    var line = 1
    for (count, scalar) in unicodeScalars.enumerated() {
      if scalar == "\n" { line += 1 }
      if count == limit || line > lines {
        result.append("…")
        break
      }
      run = scalar.properties.isWhitespace ? 0 : run + 1
      if run > Self.longestRun {
        result.append("\u{200B}")  // Invisible, and a place to break the line at.
        run = 1
      }
      result.append(scalar)
    }
    return String(result)
  }

  /// Longer than any address of the web that people write down.
  private static var longestRun: Int { 2_000 }
}
