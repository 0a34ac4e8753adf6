/// Guesses what the columns of a file mean.
struct ColumnGuess {
  private(set) var columns: [ItemColumn?]
  /// The columns whose names say nothing, and whose cells do.
  private(set) var fromCells: Set<Int> = []
  /// The columns that only number the rows, although their names could be those of a SKU.
  private(set) var rowNumbers: Set<Int> = []

  private let names: [ColumnName]
  /// What the cells tell, if that is known.
  private let facts: [ColumnFacts]?

  /// A meaning that a column may have.
  private struct Candidate {
    let index: Int
    let column: ItemColumn
    let rank: NameRank
  }

  init(_ header: [String], _ facts: [ColumnFacts]?) {
    columns = Array(repeating: nil, count: header.count)
    names = header.map(ColumnName.init)
    self.facts = facts
    takeNames()
    if facts != nil { takeCells() }
  }

  // MARK: - Names

  private mutating func takeNames() {
    let candidates = names.indices.flatMap { index in
      names[index].meanings.map { Candidate(index: index, column: $0.column, rank: $0.rank) }
    }
    for candidate in candidates.sorted(by: isBetter)
    where columns[candidate.index] == nil && !columns.contains(candidate.column) {
      guard isPlausible(candidate) else { continue }
      columns[candidate.index] = candidate.column
    }
    takeOtherName(candidates)
    // Where there are several of a thing, a value may be that of all of them.
    if columns.contains(.quantity), let price = columns.firstIndex(of: .price), names[price].isOfAll
    {
      columns[price] = nil
    }
  }

  /// Takes the name of items from a column that can mean something else as well, such as a
  /// description, if no other column has it, or if that one leaves it empty in some rows.
  private mutating func takeOtherName(_ candidates: [Candidate]) {
    let current = columns.firstIndex(of: .name)
    let facts = facts
    let isEmpty = { (index: Int) in (facts?[index].emptyCells ?? 0) > 0 }
    if let current, !isEmpty(current) || names[current].meanings.first?.rank == .exact { return }
    let others = candidates.filter { candidate in
      candidate.column == .name && candidate.index != current
        && [nil, .notes, .tags].contains(columns[candidate.index]) && isPlausible(candidate)
    }
    guard
      let other = others.sorted(by: isBetter).first(where: { current == nil || !isEmpty($0.index) })
    else { return }
    if let current { columns[current] = nil }
    columns[other.index] = .name
  }

  private func isBetter(_ left: Candidate, _ right: Candidate) -> Bool {
    if left.rank != right.rank { return left.rank > right.rank }
    // A column of codes whose name is vague is a SKU rather than a name.
    if left.column != right.column { return left.column == .sku && right.column == .name }
    guard let facts, left.index != right.index else { return left.index < right.index }
    let (leftFacts, rightFacts) = (facts[left.index], facts[right.index])
    // What a scanner reads from a book is the longer one of its two numbers.
    if left.column == .barcode, leftFacts.scannedBarcodes != rightFacts.scannedBarcodes {
      return leftFacts.scannedBarcodes > rightFacts.scannedBarcodes
    }
    if leftFacts.emptyCells != rightFacts.emptyCells {
      return leftFacts.emptyCells < rightFacts.emptyCells
    }
    return left.index < right.index
  }

  /// Whether the cells of a column fit what its name may mean.
  private mutating func isPlausible(_ candidate: Candidate) -> Bool {
    guard candidate.rank < .exact, let facts = facts?[candidate.index] else { return true }
    let isVague = candidate.rank == .vague
    if isVague, facts.cells > 0, facts.countsRows, ![.barcode, .price].contains(candidate.column) {
      if candidate.column == .sku { rowNumbers.insert(candidate.index) }
      return false
    }
    switch candidate.column {
    case .name:
      return facts.most(\.letterCells)
    case .sku:
      return !isVague || facts.isDistinct && facts.most(\.codes, share: 0.8)
    case .quantity, .reorderLevel:
      return !isVague || facts.most(\.amounts) && !facts.hasPrices
    case .price:
      return !isVague || isPriceOfOne(candidate, facts)
    case .unit, .currency:
      return facts.cells == 0 || !facts.most(\.amounts)
    case .created, .changed:
      return facts.most(\.dates)
    case .barcode, .location, .tags, .notes:
      return true
    }
  }

  /// Whether a column with a name such as "value" or "amount" has the price of one.
  private func isPriceOfOne(_ candidate: Candidate, _ facts: ColumnFacts) -> Bool {
    guard facts.most(\.amounts) else { return false }
    // An amount is a number of things unless it is one of money.
    if names[candidate.index].meanings.contains(where: { $0.column == .quantity }) {
      return facts.hasPrices
    }
    return true
  }

  // MARK: - Cells

  private mutating func takeCells() {
    guard let facts else { return }
    func first(_ condition: (ColumnFacts) -> Bool) -> Int? {
      let found = columns.indices.filter {
        columns[$0] == nil && names[$0].meanings.isEmpty && condition(facts[$0])
      }
      return found.first
    }
    func only(_ condition: (ColumnFacts) -> Bool) -> Int? {
      let found = columns.indices.filter {
        columns[$0] == nil && names[$0].meanings.isEmpty && condition(facts[$0])
      }
      return found.count == 1 ? found.first : nil
    }
    if !columns.contains(.barcode), let index = only(\.isOfBarcodes) { take(.barcode, index) }
    if !columns.contains(.sku), let index = first(\.isOfCodes) { take(.sku, index) }
    if !columns.contains(.price), let index = only(\.isOfPrices) { take(.price, index) }
    if !columns.contains(.name), let index = mostDistinct(first(\.isOfNames)) { take(.name, index) }
  }

  /// The column of texts that repeat least; the first of several.
  private func mostDistinct(_ first: Int?) -> Int? {
    guard let first, let facts else { return nil }
    return columns.indices.filter {
      $0 >= first && columns[$0] == nil && names[$0].meanings.isEmpty && facts[$0].isOfNames
    }
    .reduce(first) { facts[$1].differentCells > facts[$0].differentCells ? $1 : $0 }
  }

  private mutating func take(_ column: ItemColumn, _ index: Int) {
    columns[index] = column
    fromCells.insert(index)
  }
}

extension ColumnFacts {
  /// Whether there are amounts of money in the column.
  fileprivate var hasPrices: Bool { prices > 0 && most(\.prices) }

  fileprivate var isOfBarcodes: Bool { cells >= 3 && barcodes == cells }

  /// Whether each row has a code of its own, which is more than a number that may count something.
  fileprivate var isOfCodes: Bool {
    cells >= 3 && emptyCells == 0 && isDistinct && codes == cells && amounts == 0 && dates == 0
      && barcodes < cells && letterCells == cells
  }

  fileprivate var isOfPrices: Bool { cells >= 3 && prices == cells }

  fileprivate var isOfNames: Bool {
    cells >= 3 && emptyCells == 0 && most(\.texts, share: 0.8)
      && most(\.differentCells, share: 0.9)
  }
}
