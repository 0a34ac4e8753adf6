/// Finds the table among all rows of a source: leaves out what is above the names of the columns,
/// the names themselves, rows without anything, and what is below the table.
struct TableReader {
  /// The line with the names of the columns; `nil` if there is none.
  private let headerLine: Int?
  private let columns: Int
  private let fillsRows: Bool
  private var isHeaderNext: Bool
  /// The line in which the latest row ended.
  private var lastLine: Int?
  private var isAfterGap = false
  /// The columns that all rows fill.
  private var filledColumns: [Bool]
  /// The sums of columns of numbers; `nil` where there is something else.
  private var sums: [Quantity?]
  /// Rows that are below the table, unless another row follows.
  private var pending: [CsvParser.Record] = []

  /// - Parameters:
  ///   - headerLine: The line with the names of the columns; `nil` if there is none.
  ///   - columns: How many columns there are.
  ///   - fillsRows: Whether a row that ends before the last column gets empty cells.
  init(headerLine: Int?, columns: Int, fillsRows: Bool) {
    self.headerLine = headerLine
    self.columns = columns
    self.fillsRows = fillsRows
    isHeaderNext = headerLine != nil
    filledColumns = Array(repeating: true, count: columns)
    sums = Array(repeating: 0, count: columns)
  }

  /// Takes the next row, and hands on those that are known to belong to the table.
  mutating func take(
    _ row: CsvParser.Record,
    onRow: (CsvParser.Record) throws -> Void
  ) throws {
    guard row.line >= headerLine ?? 1 else { return }
    var row = row
    if !isHeaderNext {
      row = row.cut(to: columns)
      if fillsRows { row = row.filled(to: columns) }
    }
    defer { lastLine = row.end.line }
    if row.isBlank {
      isAfterGap = true
      return
    }
    if isHeaderNext {
      isHeaderNext = false
      return
    }
    if let lastLine, row.line > lastLine + 1 { isAfterGap = true }
    if isBelowTable(row) {
      pending.append(row)
      return
    }
    for row in pending { try onRow(row) }
    pending.removeAll()
    isAfterGap = false
    look(at: row)
    try onRow(row)
  }

  /// What is below the table, after the last row.
  func below() -> [SourceRow] {
    pending.map { row in
      SourceRow(line: row.line, text: row.filledTexts.joined(separator: " "))
    }
  }

  private mutating func look(at row: CsvParser.Record) {
    for (index, field) in row.fields.prefix(columns).enumerated() {
      if filledColumns[index], field.text.isBlank { filledColumns[index] = false }
      guard let sum = sums[index], !field.text.isEmpty else { continue }
      sums[index] = Self.number(field.text).flatMap(sum.adding)
    }
  }

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
    total, totals, grand total, subtotal, sub total, sum, total items, Summe, Gesamt, Gesamtsumme,
    Zwischensumme, Insgesamt, total général, sous-total, totale, totaal, subtotaal, suma, razem,
    ogółem, celkem, summa, totalt, i alt, yhteensä, összesen, итого, всего, разом, всього, σύνολο,
    toplam, genel toplam, total geral
    """
    .split(whereSeparator: { $0 == "," || $0.isNewline }).map { ColumnName.key(String($0)) }
  )
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
