/// Finds the table among all rows of a source: leaves out what is above the names of the columns,
/// the names themselves, rows without anything, and what is below the table.
struct TableReader {
  /// The line with the names of the columns; `nil` if there is none.
  private let headerLine: Int?
  private let columns: Int
  private let fillsRows: Bool
  /// How many rows with names of columns are still to come.
  private var headerRows: Int
  /// The line in which the latest row ended.
  private var lastLine: Int?
  private var isAfterGap = false
  /// Whether a row that has its first cell alone is the title of those below it.
  private let hasSections: Bool
  /// Whether this program has written the file: all rows have items then.
  private let isOurs: Bool
  /// Whether the user says that all rows have items.
  private let takesAllRows: Bool
  /// The names of the columns, as far as they tell a row that repeats them.
  private var header: [String] = []
  /// The cells of the latest row, for those below that say the same.
  private var above: [CsvParser.Field] = []
  /// What was left out, and what was added.
  private var findings = TableFindings()
  /// The columns that all rows fill.
  private var filledColumns: [Bool]
  /// The sums of columns of numbers; `nil` where there is something else.
  private var sums: [Quantity?]
  /// The same since the last row of sums.
  private var sectionSums: [Quantity?]
  /// Whether a row of sums was left out, or one of what an order costs besides its items.
  private var isBelowSum = false
  private var isBelowCharge = false
  /// Whether a column has prices, so that rows may be those of an order.
  private var hasPrices = false
  /// Rows that are below the table, unless another row follows.
  private var pending: [CsvParser.Record] = []

  /// - Parameters:
  ///   - headerLine: The line with the names of the columns; `nil` if there is none.
  ///   - headerRows: In how many rows they are.
  ///   - columns: How many columns there are.
  ///   - fillsRows: Whether rows have no empty cells at their end, as those of spreadsheets.
  ///   - hasSections: Whether a row that has its first cell alone is the title of those below it.
  ///   - isOurs: Whether this program has written the file.
  ///   - takesAllRows: Whether the user says that all rows have items.
  init(
    headerLine: Int?,
    headerRows: Int = 1,
    columns: Int,
    fillsRows: Bool,
    hasSections: Bool = false,
    isOurs: Bool = false,
    takesAllRows: Bool = false
  ) {
    self.hasSections = hasSections
    self.isOurs = isOurs
    self.takesAllRows = takesAllRows
    self.headerLine = headerLine
    self.columns = columns
    self.fillsRows = fillsRows
    self.headerRows = headerLine == nil ? 0 : headerRows
    filledColumns = Array(repeating: true, count: columns)
    sums = Array(repeating: 0, count: columns)
    sectionSums = sums
  }

  /// Takes the next row, and hands on those that are known to belong to the table.
  mutating func take(
    _ row: CsvParser.Record,
    onRow: (CsvParser.Record) throws -> Void
  ) throws {
    guard row.line >= headerLine ?? 1 else { return }
    var row = row
    if headerRows == 0 {
      row = row.cut(to: columns)
      if fillsRows {
        row = row.filled(to: columns)
      } else if row.fields.count < columns, row.fields.count > 1, row.problem == nil {
        // A row of one field is a line of text rather than the beginning of a row.
        findings.firstShortLine = findings.firstShortLine ?? row.line
        let count = row.fields.count
        row = row.filled(to: columns)
        row.writtenFields = count
      }
    }
    defer { lastLine = row.end.line }
    if row.isBlank {
      isAfterGap = true
      return
    }
    if headerRows > 0 {
      headerRows -= 1
      if header.isEmpty { header = row.fields.map(\.text) }
      hasPrices =
        hasPrices
        || row.fields.contains { field in
          ColumnName(field.text).meanings.contains { $0.column == .price }
        }
      return
    }
    if isOurs {
      try onRow(row)
      return
    }
    if !takesAllRows,
      isRuler(row) || repeatsHeader(row) || hasSections && Self.isTitle(row) || isSum(row)
        || isCharge(row)
    {
      leaveOut(row)
      return
    }
    if let lastLine, row.line > lastLine + 1 { isAfterGap = true }
    if !takesAllRows, isBelowTable(row) {
      pending.append(row)
      return
    }
    repeatCells(&row)
    for row in pending { try onRow(row) }
    pending.removeAll()
    isAfterGap = false
    look(at: row)
    try onRow(row)
  }

  /// Puts what is above in the place of marks for the same.
  private mutating func repeatCells(_ row: inout CsvParser.Record) {
    for index in row.fields.indices where Self.isDitto(row.fields[index].text) {
      guard above.indices.contains(index), !above[index].text.isBlank else { continue }
      findings.firstDitto = findings.firstDitto ?? row.fields[index].text
      row.fields[index].text = above[index].text
      row.fields[index].isNumber = above[index].isNumber
      row.fields[index].currency = above[index].currency
    }
    above = row.fields
  }

  private static func isDitto(_ text: String) -> Bool {
    guard let first = text.utf8.first, text.utf8.count <= 6,
      first >= 0x80 || "\"',di".utf8.contains(first)
    else { return false }
    return ["\"", "''", "„", "”", "“", "〃", ",,", "dito", "ditto", "dto.", "do.", "idem", "id."]
      .contains(text)
  }

  /// What was found, after the last row.
  mutating func finish() -> TableFindings {
    for row in pending { leaveOut(row) }
    pending.removeAll()
    return findings
  }

  private mutating func leaveOut(_ row: CsvParser.Record) {
    findings.leftOutCount += 1
    guard findings.leftOut.count < TableFindings.limit else { return }
    findings.leftOut.append(
      SourceRow(line: row.line, text: row.filledTexts.joined(separator: " "))
    )
  }

  /// Whether a row has the names of the columns again, as tables have it on each page of paper.
  private func repeatsHeader(_ row: CsvParser.Record) -> Bool {
    guard columns > 1, !header.isEmpty, row.fields.count >= header.count else { return false }
    return zip(header, row.fields).allSatisfy { $0 == $1.text }
  }

  /// Whether a row is the line that tables of Markdown have below their names: `|---|--:|`.
  private func isRuler(_ row: CsvParser.Record) -> Bool {
    guard columns > 1, row.problem == nil,
      let first = row.fields.first(where: { !$0.text.isBlank })?.text.utf8.first,
      Self.rulerBytes.contains(first)
    else { return false }
    let cells = row.fields.filter { !$0.text.isBlank }
    return cells.count > 1
      && cells.allSatisfy {
        $0.text.utf8.count >= 3 && $0.text.utf8.allSatisfy(Self.rulerBytes.contains)
      }
  }

  private static let rulerBytes = Set(" -:=+".utf8)

  /// Whether a row has its first cell alone.
  static func isTitle(_ row: CsvParser.Record) -> Bool {
    guard row.problem == nil, row.fields.first?.text.isBlank == false else { return false }
    return row.fields.dropFirst().allSatisfy { $0.text.isBlank }
  }

  /// Whether the rows of a table are in sections, each below a row with a title: the first row is
  /// such a title, there is another one, and what they leave empty is filled in all other rows.
  ///
  /// - Parameters:
  ///   - rows: The first rows below the names of the columns.
  ///   - header: The names of the columns. What titles leave empty is a quantity or a price.
  static func hasSections(_ rows: [CsvParser.Record], header: [String]) -> Bool {
    let titles = rows.indices.filter { isTitle(rows[$0]) }
    let others = rows.filter { !isTitle($0) }
    guard titles.first == 0, titles.count >= 2, others.count >= titles.count,
      !zip(titles, titles.dropFirst()).contains(where: { $1 == $0 + 1 }),
      let columns = others.map(\.fields.count).min()
    else { return false }
    return header.indices.dropFirst().prefix(max(columns - 1, 0)).contains { column in
      ColumnName(header[column]).meanings.contains { $0.column.isNumber }
        && others.allSatisfy { !$0.fields[column].text.isBlank }
    }
  }

  private mutating func look(at row: CsvParser.Record) {
    for (index, field) in row.fields.prefix(columns).enumerated() {
      if filledColumns[index], field.text.isBlank { filledColumns[index] = false }
      guard let sum = sums[index], !field.text.isEmpty else { continue }
      let number = Self.number(field.text)
      sums[index] = number.flatMap(sum.adding)
      sectionSums[index] = number.flatMap { (sectionSums[index] ?? 0).adding($0) }
    }
  }

  /// Whether a row has sums of the rows above it, wherever it is in the table: what it says is
  /// nothing but that, or its numbers are these sums.
  private mutating func isSum(_ row: CsvParser.Record) -> Bool {
    guard row.problem == nil, columns > 1,
      let first = row.fields.firstIndex(where: { !$0.text.isBlank }),
      row.fields[first].text.utf8.count <= Self.wordLimit
    else { return false }
    if filledColumns[0], first > 0, isSumWithoutWords(row, from: first) { return true }
    // Most texts begin with another word, and need no closer look.
    let start = row.fields[first].text.utf8.prefix { $0 >= 0x80 || $0 | 0x20 >= 0x61 }
    let word = String(Substring(start)).lowercased()
    guard Self.words.contains(word) || Self.additions.contains(word) else { return false }
    let words = row.fields[first].text.lowercased().split { !$0.isLetter }.map(String.init)
    guard !words.isEmpty,
      words.allSatisfy({ Self.words.contains($0) || Self.additions.contains($0) }),
      words.contains(where: Self.words.contains)
        || Self.words.contains(ColumnName.key(row.fields[first].text))
    else { return false }
    let others = row.fields.indices.filter { $0 > first && !row.fields[$0].text.isBlank }
    guard !others.isEmpty, others.allSatisfy({ Self.isAmount(row.fields[$0].text) }) else {
      return false
    }
    let isSummed = others.contains { index in
      guard let number = Self.number(row.fields[index].text), number > 0 else { return false }
      return sums[safe: index] == number || sectionSums[safe: index] == number
    }
    guard isSummed || words.count > 1 || Self.clearWords.contains(words[0]) else { return false }
    sectionSums = Array(repeating: 0, count: columns)
    isBelowSum = true
    return true
  }

  /// Whether a row says what an order costs besides its items, such as shipping, and nothing else
  /// but numbers: below a sum, or in a table with prices.
  private mutating func isCharge(_ row: CsvParser.Record) -> Bool {
    let isBelowSum = isBelowSum || !pending.isEmpty
    guard row.problem == nil, columns > 1, hasPrices || isBelowSum,
      let first = row.fields.firstIndex(where: { $0.text.contains(where: \.isLetter) })
    else { return false }
    let text = row.fields[first].text
    let isCharge = ChargeWords.areAll(of: text)
    guard
      isCharge || isBelowSum && ChargeWords.areBelowSum(text)
        || isBelowCharge && Self.words.contains(ColumnName.key(text))
    else { return false }
    let others = row.fields.indices.filter { $0 != first && !row.fields[$0].text.isBlank }
    guard !others.isEmpty, others.allSatisfy({ Self.isPlainAmount(row.fields[$0].text) }) else {
      return false
    }
    isBelowCharge = isBelowCharge || isCharge
    return true
  }

  /// Whether a text is a number, perhaps with a unit or a currency, or one of these alone.
  private static func isPlainAmount(_ text: String) -> Bool {
    guard text.utf8.count <= 48 else { return false }
    let text = text.trimmed
    guard let amount = WrittenAmount(text) else {
      return UnitWords.contains(text) || CurrencySigns.isKnown(text) || text == "-"
    }
    return WrittenNumber.read(amount.number, .plain) != nil
      && amount.units.allSatisfy {
        $0 == "%" || UnitWords.contains($0) || CurrencySigns.isKnown($0)
      }
  }

  /// Whether a row that says nothing where all others do has only numbers, one of which is the sum
  /// of its column.
  private func isSumWithoutWords(_ row: CsvParser.Record, from first: Int) -> Bool {
    let filled = row.fields.indices.filter { $0 >= first && !row.fields[$0].text.isBlank }
    guard filled.allSatisfy({ Self.isAmount(row.fields[$0].text) }),
      // An item may be named by its barcode alone.
      !filled.contains(where: {
        row.fields[$0].text.utf8.count >= 8 && Self.number(row.fields[$0].text) != sums[safe: $0]
      })
    else { return false }
    return filled.contains { index in
      guard let number = Self.number(row.fields[index].text), number > 0 else { return false }
      return sums[safe: index] == number
    }
  }

  /// The longest text that is looked at for words such as "total", in bytes.
  private static let wordLimit = 64

  /// Words that are never those of a thing.
  private static let clearWords: Set = [
    "subtotal", "subtotals", "zwischensumme", "gesamtsumme", "endsumme", "soustotal", "subtotaal",
    "mezisoučet", "average", "mean", "durchschnitt", "mittelwert", "moyenne", "promedio",
    "gemiddelde", "średnia", "průměr", "delsumma", "delsum", "välisumma", "részösszeg",
    "gesamtwert", "gesamtpreis",
  ]

  /// Words that stand beside those for totals.
  private static let additions: Set = [
    "grand", "sub", "sous", "of", "all", "items", "item", "value", "qty", "quantity", "quantities",
    "price", "prices", "cost", "costs", "amount", "pieces", "pcs", "stock", "inventory", "count",
    "number", "usd", "eur", "gbp", "incl", "excl", "inc", "ex", "tax", "vat", "net", "gross", "der",
    "anzahl", "menge", "wert", "preis", "bestand", "stück", "artikel", "brutto", "netto", "mwst",
    "inkl", "exkl", "zzgl", "eur", "euro", "ttc", "ht", "général", "valeur", "quantité", "prix",
    "des", "articles", "valor", "cantidad", "precio", "de", "del", "artículos", "valore",
    "quantità",
    "prezzo", "generale", "geral", "quantidade", "preço", "waarde", "aantal", "prijs", "algemeen",
    "wartość", "ilość", "hodnota", "počet", "kusů", "cena", "värde", "antal", "pris", "værdi",
    "verdi", "antall", "érték", "mennyiség", "количество", "стоимость", "сумма", "genel", "hinta",
    "määrä", "arvo", "alt", "i",
  ]

  /// Whether a row does not belong to the table, if it is the last one: a row of totals, or a note
  /// that is set apart.
  private func isBelowTable(_ row: CsvParser.Record) -> Bool {
    guard row.problem == nil else { return false }
    let filled = row.fields.indices.filter { !row.fields[$0].text.isBlank }
    guard let first = filled.first, columns > 1 else { return false }
    let leavesFilledColumn = filledColumns.indices.contains {
      filledColumns[$0] && (row.fields.indices.contains($0) ? row.fields[$0].text.isBlank : true)
    }
    if filled.count == 1 {
      // A line of text below the table, in a file whose rows have separators.
      if row.fields.count == 1 { return true }
      return leavesFilledColumn && (isAfterGap || !pending.isEmpty)
    }
    let others = filled.dropFirst()
    guard others.allSatisfy({ Self.isAmount(row.fields[$0].text) }),
      Self.words.contains(ColumnName.key(row.fields[first].text))
    else { return false }
    return leavesFilledColumn
      || others.contains { index in
        sums.indices.contains(index) && sums[index] != nil
          && sums[index] == Self.number(row.fields[index].text)
      }
  }

  /// The number that a text is, with a point or a comma before its decimals. Where the mark sets
  /// thousands apart throughout, the sum is that of other numbers, and right as well.
  private static func number(_ text: String) -> Quantity? {
    guard text.utf8.count <= 15 else { return nil }
    return Quantity(text.utf8.contains(UInt8(ascii: ",")) ? text.replacing(",", with: ".") : text)
  }

  private static func isAmount(_ text: String) -> Bool {
    guard text.utf8.count <= 48, let amount = WrittenAmount(text) else { return false }
    return amount.units.allSatisfy { $0.unicodeScalars.count <= 8 }
      && WrittenNumber.read(amount.number, .plain) != nil
  }

  /// What people write before totals.
  private static let words = Set(
    """
    total, totals, average, mean, max, min, grand total, subtotal, subtotals, sub total, sum,
    total items, Summe, Gesamt, Gesamtsumme, Endsumme, Gesamtwert, Gesamtpreis, Gesamtmenge,
    Gesamtanzahl, Durchschnitt, Mittelwert, moyenne, media, promedio, média, gemiddelde, średnia,
    průměr, Zwischensumme, Insgesamt, total général, sous-total, totale, totaal, subtotaal, suma,
    razem, ogółem, celkem, summa, totalt, i alt, yhteensä, összesen, итого, всего, разом, всього,
    σύνολο, toplam, genel toplam, total geral
    """
    .split(whereSeparator: { $0 == "," || $0.isNewline }).map { ColumnName.key(String($0)) }
  )
}

/// What was found about the rows of a table.
struct TableFindings: Equatable, Sendable {
  /// How many rows are remembered that were left out.
  static let limit = 100

  /// The first rows that do not belong to the table, such as those with sums.
  var leftOut: [SourceRow] = []
  /// How many of them there are.
  var leftOutCount = 0
  /// The first line that has fewer cells than there are columns.
  var firstShortLine: Int?
  /// The first mark for the same as above.
  var firstDitto: String?
}

extension Array where Element == Quantity? {
  /// The element at a place; `nil` if there is none.
  fileprivate subscript(safe index: Int) -> Quantity? {
    indices.contains(index) ? self[index] : nil
  }
}

/// A row of a file that may not belong to its table.
public struct SourceRow: Equatable, Hashable, Sendable {
  /// The line, counted from 1.
  public let line: Int
  /// What is in its cells.
  public let text: String
}

extension CsvParser.Record {
  /// The record without empty cells beyond those of the header.
  fileprivate func cut(to columns: Int) -> Self {
    var record = self
    while record.fields.count > columns, record.fields.last?.text.isBlank == true {
      record.fields.removeLast()
    }
    return record
  }

  /// The record with an empty field for each cell that is missing at its end.
  func filled(to columns: Int) -> Self {
    var record = self
    while record.fields.count < columns {
      let position = CsvParser.Position(line: end.line, column: record.fields.count + 1)
      record.fields.append(CsvParser.Field(text: "", position: position))
    }
    return record
  }
}
