import Foundation
import Spreadsheets

/// What becomes of a row whose SKU belongs to an item that is there already.
public enum DuplicatePolicy: String, CaseIterable, Sendable {
  /// The item stays as it is.
  case skip
  /// The item becomes what the row says; what the file has no column for stays.
  case update
  /// The row becomes another item, with a new SKU.
  case add

  /// The columns without which nothing can be imported.
  ///
  /// New items need a name. One that is there can be recognised by its SKU or barcode, too.
  var neededColumns: [ItemColumn] {
    self == .update ? [] : [.name]
  }
}

/// What becomes of columns of a file that have no meaning.
public enum UnmappedColumns: String, CaseIterable, Codable, Sendable {
  /// They are left out.
  case leftOut = "skip"
  /// They become lines of the notes, such as "Colour: red".
  case notes
}

/// Nothing was imported, because nobody knows whether the first row has the names of the columns.
public struct HeaderInDoubt: Error, Equatable, Sendable {
  /// The file as the user named it.
  public let file: String
  /// What is in the row.
  public let texts: [String]
}

extension HeaderInDoubt: LocalizedError, CustomStringConvertible {
  public var description: String {
    let row = texts.prefix(4).map { tr("“\($0.excerpt())”") }.joined(separator: ", ")
    return tr("\(file): the first row (\(row)) can be the names of the columns, or an item")
  }

  public var errorDescription: String? { description }
}

/// How a file is to be read.
public struct ImportOptions: Equatable, Sendable {
  /// How the file is written; `nil` to find that out.
  public var format: ImportFormat?
  /// What the columns mean.
  public var mapping: ColumnMapping
  /// The names of these columns, which the file has to have still; `nil` for any.
  public var header: [String]?
  /// How numbers are written.
  public var numbers: ImportNumbers
  /// The currency of prices without one of their own: a code such as `EUR`, or an empty string.
  public var currency: String
  /// The currency of prices of the file that do not say which one they are in, or have a sign of
  /// several: a code that the user has chosen, or an empty string.
  public var priceCurrency = ""
  /// The currency of the user's place, which a sign such as `$` means if the inventory's has
  /// another sign: a code, or an empty string.
  public var localCurrency: String
  public var duplicates: DuplicatePolicy
  /// How items without a SKU are numbered.
  public var skuPattern = SkuPattern.standard
  /// Whether rows with problems are left out. Otherwise nothing is imported if there are any.
  public var leavesOutProblems: Bool
  /// The kinds of problems whose rows are left out, if not all are.
  public var leftOutProblems: Set<ImportProblem.Kind> = []
  /// How many problems are remembered.
  public var problemLimit = ImportSummary.problemLimit
  /// The line with the names of the columns, counted from 1; `nil` if there is none.
  public var headerLine: Int? = 1
  /// Whether nobody knows if the first row has the names of the columns.
  public var isHeaderInDoubt = false
  /// Whether rows are items that look like sums, charges or titles.
  public var takesAllRows = false
  /// What becomes of the columns that have no meaning.
  public var unmapped = UnmappedColumns.leftOut
  /// Whether what is empty in a row becomes empty in an item that is updated. Otherwise it stays as
  /// it is.
  public var emptiesFields = false
  /// The texts that are read as others, because they differ by case and accents only, by kind.
  public var spellings: [ItemColumn: [String: String]] = [:]
  /// Whether this program has written the file, so that each cell is what it says.
  var isOurs = false
  /// What is known about the cells of the columns; empty if nothing is.
  var remarks: [ColumnRemarks] = []

  public init(
    format: ImportFormat? = nil,
    mapping: ColumnMapping,
    header: [String]? = nil,
    numbers: ImportNumbers = ImportNumbers(),
    currency: String = "",
    localCurrency: String = "",
    duplicates: DuplicatePolicy = .update,
    leavesOutProblems: Bool = false
  ) {
    self.format = format
    self.mapping = mapping
    self.header = header
    self.numbers = numbers
    self.currency = currency
    self.localCurrency = localCurrency
    self.duplicates = duplicates
    self.leavesOutProblems = leavesOutProblems
  }

  /// The name of the column with a meaning.
  private func name(of column: ItemColumn) -> ColumnName? {
    guard let index = mapping.columns.firstIndex(of: column), let header,
      header.indices.contains(index)
    else { return nil }
    return ColumnName(header[index])
  }

  /// The columns that say where an item is, from those of large places to those of small ones.
  var locationColumns: [Int] {
    func level(_ index: Int) -> Int {
      guard let header, header.indices.contains(index) else { return LocationLevel.any }
      return ColumnName(header[index]).locationLevel ?? LocationLevel.any
    }
    return mapping.columns.indices.filter { mapping.columns[$0] == .location }
      .sorted { (level($0), $0) < (level($1), $1) }
  }

  /// What a column is called in notes.
  func title(ofColumn index: Int) -> String {
    guard headerLine != nil, let header, header.indices.contains(index) else {
      return tr("Column \(index + 1)")
    }
    return ColumnMapping.title(of: index, in: header)
  }

  /// The currency that the name of the column of prices says, as it is written there.
  var currencyOfHeader: String? { name(of: .price)?.currency }

  /// The unit that the name of the column of quantities says, if no column does.
  package var unitOfHeader: String? { mapping.contains(.unit) ? nil : name(of: .quantity)?.unit }

  /// What prices are the price of one of, as the name of their column says; `nil` for one thing.
  var unitOfPrice: String? { name(of: .price)?.unitOfPrice }

  /// The columns of whole numbers that are written with a decimal.
  var columnsOfWholeFloats: Set<Int> {
    Set(remarks.indices.filter { remarks[$0].wholeFloat != nil })
  }

  /// Whether the unit of items can be in another place than a column of units.
  package var mayHaveUnits: Bool {
    if mapping.contains(.unit) { return false }
    guard let index = mapping.columns.firstIndex(of: .quantity) else { return false }
    return unitOfHeader != nil || remarks.indices.contains(index) && remarks[index].hasUnits
  }

  /// How many cells of each column are empty, as far as that is known.
  var emptyCells: [Int] = []

  /// Whether there may be rows without a SKU, whose items are looked for by what else they say.
  package var mayRecogniseItems: Bool {
    guard duplicates != .add else { return false }
    guard let index = mapping.columns.firstIndex(of: .sku) else { return true }
    let empty = remarks.indices.contains(index) ? remarks[index].emptyIdentities : 0
    return !emptyCells.indices.contains(index) || emptyCells[index] + empty > 0
  }

  /// Whether a cell is empty in a column that says something about items.
  public var hasEmptyCells: Bool {
    zip(mapping.columns, emptyCells).contains { column, count in
      column != nil && ![.name, .sku].contains(column) && count > 0
    }
  }

  /// The currencies among which the user chooses that of prices: those that are most common, and
  /// that of the inventory.
  public var currencyChoices: [String] {
    Set(CurrencySigns.common + [currency, localCurrency, priceCurrency]).subtracting([""]).sorted()
  }

  /// A column that may have the names of items, in an example.
  public var exampleOfName: String {
    let header = header ?? []
    let unmapped = mapping.columns.indices.filter { mapping.columns[$0] == nil }
    let named = unmapped.first { header.indices.contains($0) && !header[$0].isBlank }
    guard let index = named ?? unmapped.first, header.indices.contains(index) else { return "1" }
    return header[index].isBlank ? String(index + 1) : header[index].excerpt()
  }

  /// The values that can mean two numbers, one of each column, as long as nobody has said which.
  public var numberQuestions: [NumberQuestion] { numbers.questions(mapping) }
}

/// The file has other columns than when the user said what they mean.
public struct ImportColumnsChanged: Error, Equatable, Sendable {
  public init() {}
}

extension ImportColumnsChanged: LocalizedError {
  public var errorDescription: String? {
    tr("The columns of the file have changed meanwhile. Look at them again.")
  }
}

/// Something in a row of a file that cannot be imported.
public struct ImportProblem: Equatable, Hashable, Sendable {
  /// The line, counted from 1.
  public var line: Int
  /// The character in the line, counted from 1.
  public var column: Int
  /// What was found and what was expected.
  public var problem: String
  /// The sheet of a spreadsheet, whose row and column these are then; `nil` for any other file.
  public var sheet: String?
  /// The name or the SKU of the item in the row; empty if the row says neither.
  public var item: String
  public var kind: Kind

  public init(line: Int, column: Int, problem: String, item: String = "", kind: Kind = .row) {
    self.kind = kind
    self.line = line
    self.column = column
    self.problem = problem
    self.item = item
  }
}

extension ImportProblem {
  /// The problem and where it is, as people see it: a line and a column, or a sheet and a cell.
  public var text: String {
    guard let sheet else { return tr("line \(line), column \(column): \(problem)") }
    return tr("sheet “\(sheet)”, cell \(cell): \(problem)")
  }

  /// The same with the name of the file.
  fileprivate func text(inFile file: String) -> String {
    guard let sheet else { return tr("\(file), line \(line), column \(column): \(problem)") }
    return tr("\(file), sheet “\(sheet)”, cell \(cell): \(problem)")
  }

  /// The cell of a spreadsheet, such as `C5`.
  public var cell: String { "\(SpreadsheetRow.columnName(column - 1))\(line)" }

  /// Writes problems to a file of CSV, with a header and a row for each.
  ///
  /// - Throws: ``FileError`` when it cannot be written.
  public static func write(_ problems: [ImportProblem], toFile path: String) throws {
    let file = try ExportFile(path)
    var csv = CsvWriter(escapesFormulas: true)
    csv.write(["line", "column", "problem", "item"])
    for problem in problems {
      csv.write([String(problem.line), String(problem.column), problem.problem, problem.item])
    }
    try file.write(csv.bytes)
    try file.finish()
  }
}

/// What an import has done.
public struct ImportSummary: Equatable, Sendable {
  /// How many items are new.
  public var added = 0
  /// How many items that were there are now what the file says.
  public var updated = 0
  /// How many rows were left out because their items were there.
  public var skipped = 0
  /// How many of the new items had no SKU, and got a number.
  public var numbered = 0
  /// The SKUs of the first and the last of these items.
  public var numbers: SkuRange?
  /// How many rows without a SKU were about items that were there.
  public var recognised = 0
  /// In how many rows spaces have taken the place of line breaks and tabs.
  public var joinedLines = 0
  /// What was wrong with rows: the first of the problems.
  public var problems: [ImportProblem] = []
  /// How many rows have problems.
  public var badRows = 0
  /// How many of these have which problems.
  public var badRowCounts = BadRowCounts()
  /// Whether the window that has asked for the import can take it back.
  public var canBeUndone = false

  /// How many problems are remembered.
  public static let problemLimit = 200

  public init(
    added: Int = 0,
    updated: Int = 0,
    skipped: Int = 0,
    problems: [ImportProblem] = [],
    badRows: Int = 0
  ) {
    self.added = added
    self.updated = updated
    self.skipped = skipped
    self.problems = problems
    self.badRows = badRows
  }

  /// How many rows were read.
  public var rows: Int { added + updated + skipped + badRows }
}

/// The first and the last of several SKUs.
public struct SkuRange: Equatable, Sendable {
  public var first: String
  public var last: String

  public init(first: String, last: String) {
    self.first = first
    self.last = last
  }
}

/// Why nothing was imported: problems in rows.
public struct ImportRejection: Error, Equatable, Sendable {
  /// The file as the user named it.
  public var file: String
  /// The first of the problems.
  public var problems: [ImportProblem]
  /// How many rows have problems.
  public var badRows: Int
  /// How many of these have which problems.
  public var badRowCounts: BadRowCounts

  public init(
    file: String,
    problems: [ImportProblem],
    badRows: Int,
    badRowCounts: BadRowCounts = BadRowCounts()
  ) {
    self.badRowCounts = badRowCounts
    self.file = file
    self.problems = problems
    self.badRows = badRows
  }
}

extension ImportRejection: CustomStringConvertible {
  /// A line for each problem.
  public var description: String {
    var lines = problems.map { $0.text(inFile: file) }
    if badRows > problems.count {
      lines.append(
        tr(
          "\(file): problems in \(badRows) row in all",
          "\(file): problems in \(badRows) rows in all",
          count: badRows
        )
      )
    }
    return lines.joined(separator: "\n")
  }
}
