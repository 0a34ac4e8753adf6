import PagedArrays

/// Some rows of a list, and how many it has, at one moment.
public struct RowPage<Row> {
  /// How many rows the list has.
  public var count: Int
  /// The place of the first of these rows.
  public var start: Int
  public var rows: [Row]
  /// Whether everything is known that was to be found out. Otherwise these are rows of the list,
  /// but there may be more than the count, and it takes longer to say how many.
  public var isComplete: Bool

  public init(count: Int, start: Int, rows: [Row], isComplete: Bool = true) {
    self.count = count
    self.start = start
    self.rows = rows
    self.isComplete = isComplete
  }

  /// The first rows of a list, when it is not known how many there are after them.
  public init(first rows: [Row]) {
    self.init(count: rows.count, start: 0, rows: rows, isComplete: false)
  }

  /// A list that is as short as one page.
  public init(_ rows: [Row]) {
    self.init(count: rows.count, start: 0, rows: rows)
  }
}

extension RowPage: Equatable where Row: Equatable {}
extension RowPage: Sendable where Row: Sendable {}

/// Some rows of a list of items.
public typealias ItemPage = RowPage<Item>

extension PagedArray {
  /// The rows of a list of which some are known.
  public init(_ page: RowPage<Element>) {
    self.init()
    reload(with: page)
  }

  /// Forgets what is loaded, and goes on with what the list is now.
  ///
  /// Until it is known how long the list is, it is as long as before: a list that gets short for a
  /// moment would lose most of its rows, and make them again.
  public mutating func reload(with page: RowPage<Element>) {
    let count = page.isComplete ? page.count : max(page.count, count)
    reload(count: count, page.rows, at: page.start)
  }
}

extension Range<Int> {
  /// The rows that a list shows first.
  public static var first: Range<Int> { 0..<PagedArray<Item>().pageSize }
}
