/// What each column of a file says about items.
public struct ColumnMapping: Equatable, Sendable {
  /// What the columns of the file say, from the first one on; `nil` for those that are left out.
  public private(set) var columns: [ItemColumn?]

  public init(columns: [ItemColumn?]) {
    self.columns = columns
  }

  /// Guesses what is meant by the names in a header. The first column that a name fits has it.
  public init(guessingFrom header: [String]) {
    // A name that is exactly ours counts more than one that people may mean something else by.
    var found: [ItemColumn: Int] = [:]
    for (index, name) in header.enumerated() {
      if let column = ItemColumn.allCases.first(where: { $0.header == name.folded }) {
        found[column] = found[column] ?? index
      }
    }
    for (index, name) in header.enumerated() where !found.values.contains(index) {
      if let column = ItemColumn(header: name) { found[column] = found[column] ?? index }
    }
    columns = Array(repeating: nil, count: header.count)
    for (column, index) in found { columns[index] = column }
  }

  /// Says what a column means. Another one that meant the same is left out then.
  public mutating func set(_ column: ItemColumn?, at index: Int) {
    guard columns.indices.contains(index) else { return }
    if let column, let other = columns.firstIndex(of: column) { columns[other] = nil }
    columns[index] = column
  }

  /// The place of the column with a name, or with a number that is counted from 1.
  public static func index(of name: String, in header: [String]) -> Int? {
    if let index = header.firstIndex(of: name)
      ?? header.firstIndex(where: { $0.trimmed.folded == name.trimmed.folded })
    {
      return index
    }
    guard let number = Int(name), header.indices.contains(number - 1) else { return nil }
    return number - 1
  }

  /// What is to be told about columns that are left out: a sentence about each.
  public func notes(header: [String]) -> [String] {
    zip(header, columns).enumerated().compactMap { index, column in
      guard column.1 == nil else { return nil }
      let name = column.0.isBlank ? tr("Column \(index + 1)") : column.0.excerpt()
      if let meaning = ItemColumn(header: column.0), let other = columns.firstIndex(of: meaning) {
        let first = header[other].excerpt()
        return tr("“\(name)” is left out: “\(first)” is the \(meaning.header) already.")
      }
      return tr("“\(name)” is left out.")
    }
  }

  /// Whether a column of the file says this about items.
  public func contains(_ column: ItemColumn) -> Bool {
    columns.contains(column)
  }

  /// The columns that are missing, and without which nothing can be imported.
  public func missing(for duplicates: DuplicatePolicy) -> [ItemColumn] {
    let identifying: [ItemColumn] = [.sku, .barcode, .name]
    if !identifying.contains(where: contains) { return [.name] }
    return duplicates.neededColumns.filter { !contains($0) }
  }
}
