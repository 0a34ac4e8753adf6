/// The part of a long list that is in memory: how many rows there are, and those around the place
/// where the user is.
///
/// Rows come in chunks. The window keeps a bounded number of chunks, so that its size does not
/// depend on the length of the list.
public struct RowWindow<Row> {
  /// How many rows a chunk has.
  public static var chunkSize: Int { 64 }
  /// How many chunks are kept.
  public static var chunkLimit: Int { 16 }

  /// How many rows the list has.
  public private(set) var count = 0
  private var chunks: [Int: [Row]] = [:]

  /// A window on an empty list.
  public init() {}

  /// A window with the rows of a page, which starts at a chunk.
  public init(_ page: RowPage<Row>) {
    load(page)
  }

  /// The row at a place in the list, if it is in memory.
  public subscript(index: Int) -> Row? {
    guard (0..<count).contains(index) else { return nil }
    let chunk = chunks[index / Self.chunkSize] ?? []
    return index % Self.chunkSize < chunk.count ? chunk[index % Self.chunkSize] : nil
  }

  /// The rows in memory, from the first on.
  public var loadedRows: [Row] {
    chunks.sorted { $0.key < $1.key }.flatMap(\.value)
  }

  /// The rows to fetch for some that are needed: whole chunks, as far as they are not in memory.
  ///
  /// - Returns: `nil` if all of them are there.
  public func missing(in range: Range<Int>) -> Range<Int>? {
    let range = range.clamped(to: 0..<count)
    let missing = Self.chunks(of: range).filter { chunks[$0] == nil }
    guard let first = missing.first, let last = missing.last else { return nil }
    return first * Self.chunkSize..<(last + 1) * Self.chunkSize
  }

  /// The whole chunks that have some rows; at least one, at most half of what can be kept.
  public static func wholeChunks(of range: Range<Int>) -> Range<Int> {
    let chunks = chunks(of: range).prefix(chunkLimit / 2)
    let first = chunks.first ?? range.lowerBound / chunkSize
    return first * chunkSize..<((chunks.last ?? first) + 1) * chunkSize
  }

  /// Adds the rows of a page, which starts at a chunk. Those farthest away from it make place.
  public mutating func load(_ page: RowPage<Row>) {
    count = page.count
    let first = page.start / Self.chunkSize
    for start in stride(from: 0, to: page.rows.count, by: Self.chunkSize) {
      let end = min(start + Self.chunkSize, page.rows.count)
      chunks[first + start / Self.chunkSize] = Array(page.rows[start..<end])
    }
    let middle = first + page.rows.count / Self.chunkSize / 2
    let farthest = chunks.keys.sorted { abs($0 - middle) < abs($1 - middle) }
    for chunk in farthest.dropFirst(Self.chunkLimit) { chunks[chunk] = nil }
  }

  /// Forgets what is in memory, and goes on with a page of what the list is now.
  public mutating func replace(with page: RowPage<Row>) {
    chunks = [:]
    load(page)
  }

  private static func chunks(of range: Range<Int>) -> Range<Int> {
    guard !range.isEmpty else { return 0..<0 }
    return range.lowerBound / chunkSize..<(range.upperBound - 1) / chunkSize + 1
  }
}

extension RowWindow: Equatable where Row: Equatable {}
extension RowWindow: Sendable where Row: Sendable {}

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

extension Range<Int> {
  /// The rows that a list shows first.
  public static var first: Range<Int> { 0..<RowWindow<Item>.chunkSize }
}
