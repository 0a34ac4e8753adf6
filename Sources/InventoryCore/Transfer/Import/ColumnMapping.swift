/// What each column of a file says about items.
public struct ColumnMapping: Equatable, Sendable {
  /// What the columns of the file say, from the first one on; `nil` for those that are left out.
  public private(set) var columns: [ItemColumn?]
  /// The columns whose meaning was guessed from their cells, because their names say nothing.
  public private(set) var guesses: Set<Int> = []
  /// The columns whose meaning somebody has said.
  private var chosen: Set<Int> = []
  /// The columns that only number the rows, and would be taken for SKUs because of their names.
  private var rowNumbers: Set<Int> = []

  /// Two mappings are the same if they read a file in the same way and say the same about it.
  public static func == (left: Self, right: Self) -> Bool {
    left.columns == right.columns && left.guesses == right.guesses
      && left.rowNumbers == right.rowNumbers
  }

  public init(columns: [ItemColumn?]) {
    self.columns = columns
  }

  /// Guesses what is meant by the names in a header.
  public init(guessingFrom header: [String]) {
    self.init(guessingFrom: header, facts: [])
  }

  /// Guesses what is meant by the names in a header, and by the cells where the names say nothing.
  ///
  /// Of several columns that can mean the same, the one with the more certain name has it, then the
  /// one with fewer empty cells, then the first. `docs/decisions/columns.md` has the rules.
  ///
  /// - Parameter facts: What the cells of each column tell; empty if that is not known.
  init(guessingFrom header: [String], facts: [ColumnFacts]) {
    columns = Array(repeating: nil, count: header.count)
    let guess = ColumnGuess(header, facts.count == header.count ? facts : nil)
    columns = guess.columns
    guesses = guess.fromCells
    rowNumbers = guess.rowNumbers
  }

  /// The meanings of the columns of a file that this program has written.
  init(ofOurHeader header: [String]) {
    columns = header.map { name in ItemColumn.allCases.first { $0.header == name } }
  }

  /// Says what a column means. Another one that meant the same is left out then, unless somebody
  /// has said so, or there were several: columns of locations together are one.
  public mutating func set(_ column: ItemColumn?, at index: Int) {
    guard columns.indices.contains(index) else { return }
    let others = columns.indices.filter { $0 != index && columns[$0] == column }
    if column != .location || others.count == 1 && !chosen.isSuperset(of: others) {
      for other in others where column != nil { columns[other] = nil }
    }
    columns[index] = column
    chosen.insert(index)
    guesses.remove(index)
    rowNumbers.remove(index)
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

  /// The columns without a meaning whose cells can go to the notes of items.
  public var unmapped: [Int] {
    columns.indices.filter { columns[$0] == nil && !rowNumbers.contains($0) }
  }

  /// What is to be told about columns that are left out, or whose meaning is a guess: a sentence
  /// about each.
  public func notes(header: [String], unmapped: UnmappedColumns = .leftOut) -> [String] {
    zip(header, columns).enumerated().compactMap { index, column in
      let name = Self.title(of: index, in: header)
      if let meaning = column.1 {
        guard guesses.contains(index) else { return nil }
        return tr("“\(name)” is taken for the \(meaning.word), because its cells look like that.")
      }
      if rowNumbers.contains(index) {
        return tr("“\(name)” is left out: it only numbers the rows.")
      }
      if unmapped == .notes { return tr("“\(name)” goes to the notes.") }
      if let meaning = ItemColumn(header: column.0), let other = columns.firstIndex(of: meaning) {
        let first = Self.title(of: other, in: header)
        return tr("“\(name)” is left out: “\(first)” is the \(meaning.word) already.")
      }
      return tr("“\(name)” is left out.")
    }
  }

  /// What the columns are taken for: a sentence about each that is imported, without those that
  /// have our own names, and those whose meaning is a guess.
  public func meanings(header: [String]) -> [String] {
    zip(header, columns).enumerated().compactMap { index, column in
      guard let meaning = column.1, !guesses.contains(index), column.0 != meaning.header else {
        return nil
      }
      let name = Self.title(of: index, in: header)
      // Translators: such as “Stock On Hand” is the quantity.
      return tr("“\(name)” is the \(meaning.word).")
    }
  }

  /// What a column is called in messages.
  public static func title(of index: Int, in header: [String]) -> String {
    header[index].isBlank ? tr("Column \(index + 1)") : header[index].excerpt()
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
