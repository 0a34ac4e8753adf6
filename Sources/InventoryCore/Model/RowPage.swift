import PagedArrays

/// Some rows of a list, and how many it has, at one moment.
public struct RowPage<Row> {
  /// How many rows the list has.
  public var count: Int
  /// The place of the first of these rows.
  public var start: Int
  public var rows: [Row]

  public init(count: Int, start: Int, rows: [Row]) {
    self.count = count
    self.start = start
    self.rows = rows
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

extension ItemPage {
  /// How many items are fetched at once.
  public static var size: Int { 64 }
}

extension PagedArray<Item> {
  /// Makes an array of which one page, or a few, are loaded.
  public init(_ page: ItemPage) {
    self.init(count: page.count, pageSize: ItemPage.size, maximumPages: 16)
    load(page)
  }

  /// Loads the items of a page.
  public mutating func load(_ page: ItemPage) { load(page.rows, at: page.start) }

  /// Forgets what is loaded, and goes on with a page of what the list is now.
  public mutating func reload(_ page: ItemPage) {
    reload(count: page.count, page.rows, at: page.start)
  }
}

extension Range<Int> {
  /// The rows that a list shows first.
  public static var first: Range<Int> { 0..<ItemPage.size }
}
