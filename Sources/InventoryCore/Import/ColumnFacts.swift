/// What the cells of a column of a file tell about it.
struct ColumnFacts: Equatable, Sendable {
  /// How numbers are written.
  var numbers = NumberEvidence()
  /// How many cells are empty.
  var emptyCells = 0
}
