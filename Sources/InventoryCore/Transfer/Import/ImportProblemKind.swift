extension ImportProblem {
  /// A kind of problem, whose rows can be left out together.
  public enum Kind: Hashable, Sendable {
    /// What is in a column cannot be read.
    case column(ItemColumn)
    /// Nobody knows which item is meant.
    case item
    /// The SKU is in the file already.
    case repeated
    /// The row has too many fields, or too few, or says nothing of an item.
    case row
  }
}

extension ImportProblem.Kind: Comparable {
  /// As they are listed: columns in the order in which they are offered, and then the others.
  public static func < (kind: Self, other: Self) -> Bool { kind.place < other.place }

  private var place: Int {
    let columns = ItemColumn.allCases
    return switch self {
    case .column(let column): columns.firstIndex(of: column) ?? columns.count
    case .item: columns.count + 1
    case .repeated: columns.count + 2
    case .row: columns.count + 3
    }
  }
}

/// How many rows have problems, by the kinds of their problems.
public struct BadRowCounts: Equatable, Sendable {
  private var counts: [Set<ImportProblem.Kind>: Int] = [:]

  public init() {}

  /// Counts rows.
  ///
  /// - Parameters:
  ///   - count: How many rows.
  ///   - kinds: The kinds of problems that each of them has.
  package mutating func add(_ count: Int = 1, of kinds: Set<ImportProblem.Kind>) {
    if count > 0 { counts[kinds, default: 0] += count }
  }

  /// The kinds of problems that there are, each with the number of rows that have one.
  public var kinds: [(kind: ImportProblem.Kind, rows: Int)] {
    var rows: [ImportProblem.Kind: Int] = [:]
    for (kinds, count) in counts {
      for kind in kinds { rows[kind, default: 0] += count }
    }
    return rows.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// How many rows have no other problems than those of some kinds.
  public func rows(withNoneBut kinds: Set<ImportProblem.Kind>) -> Int {
    counts.reduce(0) { $1.key.isSubset(of: kinds) ? $0 + $1.value : $0 }
  }
}

extension ImportOptions {
  /// Whether all rows with problems are left out.
  ///
  /// - Parameters:
  ///   - badRows: How many these are.
  ///   - counts: The kinds of problems that they have.
  package func leavesOut(_ badRows: Int, _ counts: BadRowCounts) -> Bool {
    leavesOutProblems || badRows <= counts.rows(withNoneBut: leftOutProblems)
  }
}
