/// Puts the cells of a row together, and looks that they are not too many.
struct RowBuilder {
  private let limits: SpreadsheetLimits
  private(set) var number = 0
  private var isHidden = false
  private(set) var cells: [SpreadsheetCell] = []
  private var size = 0
  /// What the row has from cells above, if it has anything else.
  private var covered: [(column: Int, cell: SpreadsheetCell)] = []
  /// Which columns people do not see.
  var hiddenColumns: [ClosedRange<Int>] = []
  private(set) var findings = SpreadsheetFindings()
  private var seenHiddenColumns: Set<Int> = []

  init(_ limits: SpreadsheetLimits) {
    self.limits = limits
  }

  /// Begins a row.
  mutating func start(_ number: Int, isHidden: Bool) throws {
    guard number <= limits.rows else { throw SpreadsheetError.tooManyRows }
    self.number = number
    self.isHidden = isHidden
    size = 0
    cells.removeAll(keepingCapacity: true)
    covered.removeAll(keepingCapacity: true)
  }

  /// Adds a cell. What is empty takes no room.
  mutating func add(_ cell: SpreadsheetCell, at column: Int) throws {
    if case .empty = cell.value { return }
    guard column < limits.columns else { throw SpreadsheetError.tooManyColumns(row: number) }
    while cells.count <= column { cells.append(.empty) }
    cells[column] = cell
    if case .text(let text) = cell.value { try count(text.utf8.count) }
  }

  /// Gives the row the value of a cell above, which is merged with one of the row. A row with
  /// nothing else is as empty as before.
  mutating func fill(_ cell: SpreadsheetCell, at column: Int) throws {
    guard column < limits.columns else { throw SpreadsheetError.tooManyColumns(row: number) }
    covered.append((column, cell))
    if case .text(let text) = cell.value { try count(text.utf8.count) }
  }

  /// Counts bytes of texts.
  mutating func count(_ bytes: Int) throws {
    size += bytes
    guard size <= limits.row else { throw SpreadsheetError.rowTooLarge(row: number) }
  }

  /// Ends a row.
  ///
  /// - Returns: The row; `nil` if it has no content.
  mutating func finish() -> SpreadsheetRow? {
    guard !cells.isEmpty else { return nil }
    for (column, cell) in covered {
      while cells.count <= column { cells.append(.empty) }
      guard case .empty = cells[column].value else { continue }
      cells[column] = cell
      cells[column].isCovered = true
    }
    if isHidden {
      findings.hiddenRows += 1
      findings.firstHiddenRow = findings.firstHiddenRow ?? number
    }
    for range in hiddenColumns {
      for column in range where column < cells.count && cells[column] != .empty {
        if seenHiddenColumns.insert(column).inserted {
          findings.hiddenColumns.append(column)
          findings.hiddenColumns.sort()
        }
      }
    }
    return SpreadsheetRow(number: number, cells: cells, isHidden: isHidden)
  }

  /// Remembers that cells are merged into one.
  mutating func merged(_ range: @autoclosure () -> String) {
    findings.mergedRanges += 1
    findings.firstMergedRange = findings.firstMergedRange ?? range()
  }
}
