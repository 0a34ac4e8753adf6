/// What is between two fields of a CSV file.
public enum CsvDelimiter: UInt8, CaseIterable, Sendable {
  case comma = 0x2C
  case semicolon = 0x3B
  case tab = 0x09
  case pipe = 0x7C

  /// Finds out the delimiter of a text from its beginning.
  ///
  /// It is the one with which the header names the most columns that are known. If no name is
  /// known, it is the one that gives all rows the same number of fields, of which there are more
  /// than one.
  ///
  /// - Parameter start: the first bytes, in UTF-8. The last line may be incomplete.
  static func detect(in start: [UInt8]) -> CsvDelimiter {
    var best = CsvDelimiter.comma
    var bestScore = 0
    for delimiter in allCases {
      let score = delimiter.score(start)
      if score > bestScore { (best, bestScore) = (delimiter, score) }
    }
    return best
  }

  /// The delimiter that the first line of a text says: `sep=;`, for spreadsheets.
  ///
  /// - Parameter start: the first bytes, in UTF-8.
  static func announced(in start: [UInt8]) -> CsvDelimiter? {
    let line = start.withoutByteOrderMark.prefix(16).prefix { $0 != 0x0A && $0 != 0x0D }
    guard line.count == 5, String(decoding: line.prefix(4), as: UTF8.self).lowercased() == "sep="
    else { return nil }
    return line.last.flatMap(CsvDelimiter.init)
  }

  private func score(_ start: [UInt8]) -> Int {
    struct Enough: Error {}
    var parser = CsvParser(file: "", delimiter: self)
    var counts: [Int] = []
    var known = 0
    // A text that breaks off, or breaks a rule, tells by what came before.
    try? parser.parse(start) { record in
      if record.fields.allSatisfy({ $0.text.isBlank }) { return }
      if counts.isEmpty {
        known = record.fields.count { ItemColumn(header: $0.text) != nil }
      }
      counts.append(record.fields.count)
      if counts.count == 20 { throw Enough() }
    }
    if counts.isEmpty {
      // A header alone, without a line break.
      try? parser.finish { record in
        known = record.fields.count { ItemColumn(header: $0.text) != nil }
        counts.append(record.fields.count)
      }
    }
    guard let first = counts.first, first > 1 else { return known }
    let regular = counts.count { $0 == first }
    return known * 1_000 + regular * 40 / counts.count + min(first, 20)
  }
}
