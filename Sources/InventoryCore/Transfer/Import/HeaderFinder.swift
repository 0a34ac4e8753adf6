/// Where the names of the columns are in a file.
public enum ImportHeader: Equatable, Hashable, Sendable {
  /// That is to be found out.
  case detected
  /// In the first row that is in a line or below it; what is above is left out.
  case line(Int)
  /// There are none. The columns have numbers.
  case none
}

/// Finds the row with the names of the columns among the first rows of a file.
///
/// `docs/decisions/columns.md` has the rules.
struct HeaderFinder {
  enum Finding: Equatable {
    case line(Int)
    case none
    /// The first row can be one or the other.
    case doubt
  }

  private let rows: [CsvParser.Record]
  private let convention: NumberConvention

  /// How many rows are looked at.
  static let rowLimit = 40
  /// How many rows can be above the names.
  private static let aboveLimit = 20

  /// - Parameter rows: The first rows that are not empty.
  init(_ rows: [CsvParser.Record], _ convention: NumberConvention = .plain) {
    self.rows = Array(rows.prefix(Self.rowLimit))
    self.convention = convention
  }

  func find() -> Finding {
    if let row = rowWithKnownNames() { return .line(rows[row].line) }
    return byKinds()
  }

  // MARK: - Names

  /// The row with the most names that are known. A row below others also has more cells than each
  /// of them: titles are short.
  private func rowWithKnownNames() -> Int? {
    var best: (row: Int, score: Int)?
    var mostCells = 0
    for (index, row) in rows.prefix(Self.aboveLimit).enumerated() {
      let texts = row.filledTexts
      if isForm(texts) { continue }
      let score = score(texts, isFirst: index == 0)
      if score > best?.score ?? 0, index == 0 || texts.count > mostCells {
        best = (index, score)
      } else if let first = best, first.row == 0, index <= 2, texts.count >= mostCells,
        score >= 4, score >= first.score * 2, score > texts.count / 2,
        knownNames(rows[0].filledTexts) * 3 <= texts.count
      {
        // What is above the names has a word in it that is one, too: "Title,Stock of Ann".
        best = (index, score)
      }
      mostCells = max(mostCells, texts.count)
    }
    return best?.row
  }

  /// How much a row looks like one of names; 0 if it does not.
  private func score(_ texts: [String], isFirst: Bool) -> Int {
    var known: [ItemColumn: Int] = [:]
    for text in texts {
      guard let meaning = ColumnName(text).meanings.first else { continue }
      known[meaning.column] = max(known[meaning.column] ?? 0, meaning.rank == .vague ? 1 : 2)
    }
    let score = known.values.reduce(0, +)
    if known.count < 3, hasValues(texts) { return 0 }
    return isFirst && known.count == texts.count || score >= 3 || isFirst && score == 2 ? score : 0
  }

  /// Whether there are values among texts, other than years and numbers in their order, which name
  /// columns as well: "Item,2023,2024".
  private func hasValues(_ texts: [String]) -> Bool {
    let values = texts.filter(isValue)
    let numbers = values.compactMap { Int($0.trimmed) }
    guard !values.isEmpty, numbers.count == values.count else { return !values.isEmpty }
    let areInOrder =
      numbers.count > 1 && zip(numbers, numbers.dropFirst()).allSatisfy { $1 == $0 + 1 }
    return !areInOrder && !numbers.allSatisfy((1_900...2_100).contains)
  }

  private func knownNames(_ texts: [String]) -> Int {
    texts.count { !ColumnName($0).meanings.isEmpty }
  }

  /// Whether a row has values beside their names, as a form has: "Name:,Bob,Place:,Garage".
  private func isForm(_ texts: [String]) -> Bool {
    let isName = texts.map { $0.trimmed.hasSuffix(":") }
    return texts.count > 1 && isName[0] && !isName[1]
      && zip(isName, isName.dropFirst()).allSatisfy { $0 != $1 }
  }

  // MARK: - Two rows

  /// The names of columns that are in two rows, of which the first has names of groups of columns:
  /// "Stock" above "Shop" and "Store".
  ///
  /// - Parameter rows: The row with the names, and those below it.
  /// - Returns: `nil` if the names are in one row. In the second one there are texts alone, and
  ///   numbers below those of the groups.
  static func namesInTwoRows(_ rows: [CsvParser.Record]) -> [String]? {
    guard rows.count > 2, rows[1].line == rows[0].end.line + 1 else { return nil }
    let count = max(rows[0].fields.count, rows[1].fields.count)
    let (top, names) = (rows[0].filled(to: count), rows[1].filled(to: count))
    let isEmpty = top.fields.map(\.text.isBlank)
    let finder = HeaderFinder(rows)
    var group = ""
    var hasGroup = false
    var header: [String] = []
    for (index, name) in names.fields.map(\.text).enumerated() {
      if !isEmpty[index] { group = top.fields[index].text }
      let isInGroup = isEmpty[index] || index + 1 < count && isEmpty[index + 1]
      if name.isBlank || name == group, !isEmpty[index] {
        header.append(group)
      } else if isInGroup, !group.isBlank, !name.isBlank, finder.kind(name) == .text,
        finder.hasNumbersAlone(index, in: rows.dropFirst(2))
      {
        header.append("\(group) \(name)")
        hasGroup = true
      } else {
        return nil
      }
    }
    return hasGroup ? header : nil
  }

  /// Whether what is filled of a column is numbers, and something is.
  private func hasNumbersAlone(_ index: Int, in rows: some Sequence<CsvParser.Record>) -> Bool {
    let texts = rows.compactMap { $0.fields.indices.contains(index) ? $0.fields[index].text : nil }
      .filter { !$0.isBlank }
    return !texts.isEmpty && texts.allSatisfy { kind($0) == .number }
  }

  // MARK: - Kinds of cells

  private enum Kind {
    case barcode
    case number
    case date
    case code
    case text
  }

  /// Compares the first row with those below: where all of these have numbers or codes, a text is a
  /// name, and another number is not.
  private func byKinds() -> Finding {
    let width = rows.map(\.filledTexts.count).max() ?? 0
    guard let start = rows.firstIndex(where: { $0.filledTexts.count * 3 >= width * 2 }),
      rows.count > start + 1
    else { return .doubt }
    var (names, values) = (0, 0)
    for index in rows[start].fields.indices {
      let kinds = rows[(start + 1)...].compactMap { row -> Kind? in
        guard row.fields.indices.contains(index), !row.fields[index].text.isBlank else {
          return nil
        }
        return kind(row.fields[index].text)
      }
      let first = rows[start].fields[index].text
      guard let below = kinds.first, below != .text, kinds.allSatisfy({ $0 == below }),
        !first.isBlank
      else { continue }
      switch kind(first) {
      case below: values += 1
      case .text: names += 1
      default: break
      }
    }
    if names > 0, values == 0 { return .line(rows[start].line) }
    if values > 0, names == 0, start == 0 { return .none }
    return .doubt
  }

  private func kind(_ text: String) -> Kind {
    var facts = ColumnFacts()
    facts.add(text, convention, line: 1, row: [])
    if facts.barcodes == 1 { return .barcode }
    if facts.amounts == 1 { return .number }
    if isDate(text) { return .date }
    return facts.codes == 1 ? .code : .text
  }

  private func isValue(_ text: String) -> Bool {
    [.barcode, .number, .date].contains(kind(text))
  }

  /// Whether a text is digits with the marks of a date between them.
  private func isDate(_ text: String) -> Bool {
    guard text.utf8.count <= 48 else { return false }
    let parts = text.split { "-/.: T".contains($0) }
    return parts.count >= 3 && parts.allSatisfy { Int($0) != nil }
  }
}
