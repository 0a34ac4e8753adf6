import GRDB
import InventoryCore

/// The words of a search, compared with texts as the index of the search does.
struct SearchWords {
  private let words: [Substring]

  init(_ text: String) {
    words = text.split { !$0.isLetter && !$0.isNumber }
  }

  /// Whether there is nothing to search for.
  var isEmpty: Bool { words.isEmpty }

  // MARK: - Asking the index

  /// Beginnings of words with more letters have no index of their own.
  private static let longestPrefix = 3
  /// How many words one beginning stands for at most.
  private static let wordLimit = 8

  /// The words as they are in a `MATCH` expression.
  func pattern(_ db: Database) throws -> String {
    let tokenizer = try Self.tokenizer(db)
    return try words.map { word in
      let tokens = try tokenizer.tokenize(query: String(word)).map(\.token)
      // The index would put all items together that have a word with such a beginning, before it
      // finds the first of them. With the words themselves, it finds one after the other.
      if tokens.count == 1, tokens[0].unicodeScalars.count > Self.longestPrefix,
        let words = try Self.words(beginningWith: tokens[0], db), !words.isEmpty
      {
        return "(\(words.map(Self.quoted).joined(separator: " OR ")))"
      }
      return "\"\(word)\"*"
    }
    .joined(separator: " AND ")
  }

  /// The words in the index that begin so; `nil` if there are too many.
  private static func words(beginningWith token: String, _ db: Database) throws -> [String]? {
    try db.execute(
      sql: """
        CREATE VIRTUAL TABLE IF NOT EXISTS temp.itemWord USING fts5vocab(main, itemSearch, instance)
        """
    )
    let next = try db.cachedStatement(
      sql: "SELECT term FROM temp.itemWord WHERE term >= ? AND term < ? LIMIT 1"
    )
    var words: [String] = []
    var start = token
    while let word = try String.fetchOne(next, arguments: [start, token + "\u{10FFFF}"]) {
      guard words.count < wordLimit else { return nil }
      words.append(word)
      // Comes before all longer words, and skips the other places where the word is.
      start = word + "\u{1}"
    }
    return words
  }

  private static func quoted(_ word: String) -> String {
    "\"\(word.replacing("\"", with: "\"\""))\""
  }

  // MARK: - Looking at texts

  /// Returns whether some texts have all the words, in any of them.
  func makeMatcher(_ db: Database) throws -> (_ texts: [String]) throws -> Bool {
    let tokenizer = try Self.tokenizer(db)
    let phrases = try words.map { word in
      // The index may take a word for several, which then have to follow each other.
      Phrase(try tokenizer.tokenize(query: String(word)).map(\.token))
    }
    return { texts in
      var missing = phrases
      for text in texts where !text.isEmpty && !missing.isEmpty {
        // Most texts and words are ASCII, and the tokenizer takes its time.
        if text.utf8.allSatisfy({ $0 < 0x80 }), missing.allSatisfy({ $0.ascii != nil }) {
          missing.removeAll { $0.isBeginningOfWord(in: text) }
        } else {
          let tokens = try tokenizer.tokenize(document: text).map(\.token)
          missing.removeAll { $0.isContained(in: tokens) }
        }
      }
      return missing.isEmpty
    }
  }

  private static func tokenizer(_ db: Database) throws -> any FTS5Tokenizer {
    try db.makeTokenizer(.unicode61(diacritics: .remove))
  }

  /// What the index makes of one word.
  private struct Phrase {
    let tokens: [String]
    /// The only token, if it is ASCII.
    let ascii: [UInt8]?

    init(_ tokens: [String]) {
      self.tokens = tokens
      ascii =
        tokens.count == 1 && tokens[0].utf8.allSatisfy { $0 < 0x80 } ? Array(tokens[0].utf8) : nil
    }

    /// Returns whether tokens contain the phrase, whose last word may be a beginning.
    func isContained(in tokens: [String]) -> Bool {
      guard let last = self.tokens.last else { return true }
      let start = self.tokens.dropLast()
      return tokens.indices.dropFirst(start.count).contains { position in
        tokens[position].hasPrefix(last)
          && tokens[(position - start.count)..<position].elementsEqual(start)
      }
    }

    /// Returns whether a word of a text of ASCII begins with the token.
    func isBeginningOfWord(in text: String) -> Bool {
      guard let token = ascii else { return false }
      var text = text
      return text.withUTF8 { bytes in
        var isInWord = false
        for start in bytes.indices {
          let isLetter = Self.isLetterOrDigit(bytes[start])
          if isLetter, !isInWord, bytes.count - start >= token.count,
            token.indices.allSatisfy({ Self.lowercased(bytes[start + $0]) == token[$0] })
          {
            return true
          }
          isInWord = isLetter
        }
        return false
      }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"):
        true
      default: false
      }
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
      (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
  }
}
