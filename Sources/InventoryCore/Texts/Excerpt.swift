extension String {
  /// The start of a text that may be long, for a message of one line.
  ///
  /// - Parameter limit: how many characters of the first line there are at most.
  package func excerpt(_ limit: Int = 40) -> String {
    let line = prefix { !$0.isNewline }
    return line.count <= limit && line.endIndex == endIndex ? self : "\(line.prefix(limit))…"
  }
}
