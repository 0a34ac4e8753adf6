extension Sequence where Element: Suggestible {
  /// The locations or tags that somebody may mean who has written the beginning of one.
  ///
  /// Each written word begins a word of the path, without regard to case and accents. The names
  /// that begin with the text come first, and of those the ones with the most items.
  ///
  /// - Parameters:
  ///   - text: What is written. For a blank text, or one that is a location, there is nothing to
  ///     suggest.
  ///   - limit: How many are suggested at most.
  public func suggestions(for text: String, limit: Int = 5) -> [Element] {
    let words = text.folded.words
    guard !words.isEmpty, !contains(where: { $0.name == text }) else { return [] }
    let found = filter { element in
      let parts = element.name.folded.words
      return words.allSatisfy { word in parts.contains { $0.hasPrefix(word) } }
    }
    let start = words.joined(separator: " ")
    func rank(_ element: Element) -> Int {
      let names = LocationPath(element.name).names.map { $0.folded.words.joined(separator: " ") }
      return names.last?.hasPrefix(start) == true ? 0 : 1
    }
    return found.sortedNaturally(byPath: \.name).enumerated()
      .map { (rank($0.element), -$0.element.itemCount, $0.offset, $0.element) }
      .sorted { ($0.0, $0.1, $0.2) < ($1.0, $1.1, $1.2) }
      .prefix(limit)
      .map(\.3)
  }
}

extension String {
  fileprivate var words: [Substring] { split { !$0.isLetter && !$0.isNumber } }
}
