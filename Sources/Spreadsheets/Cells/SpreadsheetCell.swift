/// A cell of a spreadsheet.
package struct SpreadsheetCell: Equatable, Sendable {
  package enum Value: Equatable, Sendable {
    case empty
    case text(String)
    /// A number in plain form, such as `12.5`. Its format may have zeros before it, such as `0042`,
    /// or at its end, such as `1.10`.
    case number(String)
    case boolean(Bool)
    /// A date, a time or both in the form of ISO 8601, such as `2026-03-01T09:30:00`. A duration
    /// has the form of a time.
    case date(String)
    /// An error such as `#N/A`.
    case error(String)
    /// A formula whose result is not in the file.
    case formulaWithoutResult
  }

  package var value: Value
  /// The sign or the code of the currency that the format of a number has.
  package var currency: String?
  /// Whether the value is that of a cell above, which is merged with this one.
  package var isCovered = false

  package init(_ value: Value, currency: String? = nil) {
    self.value = value
    self.currency = currency
  }

  package static let empty = Self(.empty)
}

/// A row of a spreadsheet with content.
package struct SpreadsheetRow: Equatable, Sendable {
  /// The number that people see beside the row.
  package var number: Int
  /// The cells from the first column on, up to the last one with content.
  package var cells: [SpreadsheetCell]
  /// Whether people do not see the row.
  package var isHidden = false

  package init(number: Int, cells: [SpreadsheetCell], isHidden: Bool = false) {
    self.number = number
    self.cells = cells
    self.isHidden = isHidden
  }
}

/// What people see of the columns of a sheet, and what else there is to know after it was read.
package struct SpreadsheetFindings: Equatable, Sendable {
  /// The columns with content that people do not see, counted from 0.
  package var hiddenColumns: [Int] = []
  /// How many rows with content people do not see.
  package var hiddenRows = 0
  /// The number of the first of them.
  package var firstHiddenRow: Int?
  /// How many ranges of cells are merged into one. Only the first cell of each has a value.
  package var mergedRanges = 0
  /// The first of them, such as `A2:A5`.
  package var firstMergedRange: String?

  package init() {}
}

extension SpreadsheetRow {
  /// The letters that people see above a column.
  ///
  /// - Parameter index: The column, counted from 0.
  package static func columnName(_ index: Int) -> String {
    var name = ""
    var rest = index + 1
    while rest > 0 {
      rest -= 1
      name = String(UnicodeScalar(UInt8(ascii: "A") + UInt8(rest % 26))) + name
      rest /= 26
    }
    return name
  }
}
