extension String {
  /// The text as a label shows it: at most 20,000 characters, and then an ellipsis.
  ///
  /// GTK lays out the whole text of a label, whatever of it is in sight, and again for each width
  /// that it tries. Some megabytes, which a file or a server may bring as the name of something,
  /// would make the window wait for minutes.
  package var labelText: String { beginning(20_000) }

  /// The text as the title of a window shows it: at most 1,000 characters.
  package var titleText: String { beginning(1_000) }

  private func beginning(_ limit: Int) -> String {
    guard utf8.count > limit,
      let end = unicodeScalars.index(startIndex, offsetBy: limit, limitedBy: endIndex),
      end < endIndex
    else { return self }
    return self[..<end] + "…"
  }
}
