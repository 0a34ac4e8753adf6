/// What is between two fields of a CSV file.
public enum CsvDelimiter: UInt8, CaseIterable, Sendable {
  case comma = 0x2C
  case semicolon = 0x3B
  case tab = 0x09
  case pipe = 0x7C

  /// Finds out the delimiter of a text from its beginning.
  ///
  /// It is the one with which a row names the most columns that are known. If no name is known, it
  /// is the one that gives most rows the same number of fields, of which there are more than one.
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
    func take(_ record: CsvParser.Record) {
      if record.isBlank { return }
      let columns = Set(record.fields.compactMap { ItemColumn(header: $0.text) })
      // Words in other rows may happen to be names, too.
      if counts.isEmpty || columns.count >= 3 { known = max(known, columns.count) }
      counts.append(record.fields.count)
    }
    // A text that breaks off, or breaks a rule, tells by what came before.
    try? parser.parse(start) { record in
      take(record)
      if counts.count == 20 { throw Enough() }
    }
    // A header alone, without a line break.
    if counts.isEmpty { try? parser.finish(onRecord: take) }
    let usual = Dictionary(grouping: counts) { $0 }.filter { $0.key > 1 }
      .max { ($0.value.count, $0.key) < ($1.value.count, $1.key) }
    guard let usual else { return known }
    return known * 1_000 + usual.value.count * 40 / counts.count + min(usual.key, 20)
  }
}
