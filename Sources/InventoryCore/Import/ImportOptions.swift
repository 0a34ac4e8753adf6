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
  /// Items are told apart by their SKU, and new ones need a name.
  var neededColumns: [ItemColumn] {
    self == .update ? [.sku] : [.sku, .name]
  }
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
  /// The currency of the user's place, which a sign such as `$` means if the inventory's has
  /// another sign: a code, or an empty string.
  public var localCurrency: String
  public var duplicates: DuplicatePolicy
  /// Whether rows with problems are left out. Otherwise nothing is imported if there are any.
  public var leavesOutProblems: Bool
  /// How many problems are remembered.
  public var problemLimit = ImportSummary.problemLimit
  /// The line with the names of the columns, counted from 1; `nil` if there is none.
  public var headerLine: Int? = 1

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

  public init(line: Int, column: Int, problem: String) {
    self.line = line
    self.column = column
    self.problem = problem
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
    csv.write(["line", "column", "problem"])
    for problem in problems {
      csv.write([String(problem.line), String(problem.column), problem.problem])
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
  /// How many rows were left out because their SKU was there.
  public var skipped = 0
  /// What was wrong with rows: the first of the problems.
  public var problems: [ImportProblem] = []
  /// How many rows have problems.
  public var badRows = 0
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

/// Why nothing was imported: problems in rows.
public struct ImportRejection: Error, Equatable, Sendable {
  /// The file as the user named it.
  public var file: String
  /// The first of the problems.
  public var problems: [ImportProblem]
  /// How many rows have problems.
  public var badRows: Int

  public init(file: String, problems: [ImportProblem], badRows: Int) {
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
