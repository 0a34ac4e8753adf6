import GRDB

/// The words of a search, compared with texts as the index of the search does.
struct SearchWords {
  /// The words as they are in a `MATCH` expression; empty if there is nothing to search for.
  let pattern: String
  private let words: [Substring]

  init(_ text: String) {
    words = text.split { !$0.isLetter && !$0.isNumber }
    pattern = words.map { "\"\($0)\"*" }.joined(separator: " AND ")
  }

  /// Returns whether some texts have all the words, in any of them.
  func makeMatcher(_ db: Database) throws -> (_ texts: [String]) throws -> Bool {
    let tokenizer = try db.makeTokenizer(.unicode61(diacritics: .remove))
    // The index may take a word for several, which then have to follow each other.
    let phrases = try words.map { try tokenizer.tokenize(query: String($0)).map(\.token) }
    return { texts in
      var missing = phrases
      for text in texts where !text.isEmpty && !missing.isEmpty {
        let tokens = try tokenizer.tokenize(document: text).map(\.token)
        missing.removeAll { Self.contains($0, in: tokens) }
      }
      return missing.isEmpty
    }
  }

  /// Returns whether tokens contain a phrase whose last word may be a beginning.
  private static func contains(_ phrase: [String], in tokens: [String]) -> Bool {
    guard let last = phrase.last else { return true }
    let start = phrase.dropLast()
    return tokens.indices.dropFirst(start.count).contains { position in
      tokens[position].hasPrefix(last)
        && tokens[(position - start.count)..<position].elementsEqual(start)
    }
  }
}
