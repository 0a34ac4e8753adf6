import Glibc

/// The ranges of cells of a sheet that are merged over several rows. Only the first cell of each
/// has a value, which people see for all of them.
package struct MergedCells: Sendable {
  struct Range: Equatable {
    var column: Int
    var rows: ClosedRange<Int>
  }

  /// In the order of their first rows; empty for OpenDocument, which has them in the cells.
  let ranges: [Range]
  /// How many are remembered: more than that are those of somebody who wants to fill the memory.
  static let limit = 100_000

  static let none = Self(ranges: [])
}

/// Finds the merged cells in a sheet of Excel, where they are behind all rows, without reading the
/// rest as XML.
struct MergedCellsFinder {
  private var ranges: [MergedCells.Range] = []
  /// The end of what was looked at, in which an element may begin.
  private var rest: [UInt8] = []

  private static let name = Array("mergeCell ".utf8)
  /// No element is longer.
  private static let elementLimit = 256

  var found: MergedCells {
    MergedCells(ranges: ranges.sorted { $0.rows.lowerBound < $1.rows.lowerBound })
  }

  mutating func take(_ bytes: UnsafeBufferPointer<UInt8>) {
    rest.append(contentsOf: bytes)
    let used = rest.withUnsafeBufferPointer { take(in: $0) }
    rest.removeFirst(used)
  }

  /// - Returns: How many of the bytes are needed no longer.
  private mutating func take(in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var start = 0
    while let hit = Self.find(in: bytes, from: start) {
      let content = hit + Self.name.count
      let element = bytes[content...].prefix(Self.elementLimit)
      guard let end = element.firstIndex(of: UInt8(ascii: ">")) else {
        if element.count < Self.elementLimit { return max(hit - 1, 0) }
        start = content
        continue
      }
      // Texts have no such sign before a name.
      let before = hit > 0 ? bytes[hit - 1] : 0
      if before == UInt8(ascii: "<") || before == UInt8(ascii: ":"),
        ranges.count < MergedCells.limit,
        let range = Self.range(String(decoding: bytes[content..<end], as: UTF8.self))
      {
        ranges.append(range)
      }
      start = end
    }
    return max(bytes.count - Self.name.count, start)
  }

  /// Where the name begins next. The C library looks for its rarest letter at many bytes at once.
  private static func find(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    guard let base = bytes.baseAddress else { return nil }
    var place = start + rarest
    while place < bytes.count,
      let hit = memchr(base + place, Int32(name[rarest]), bytes.count - place)
    {
      let first = UnsafeRawPointer(hit) - UnsafeRawPointer(base) - rarest
      if bytes.count - first >= name.count, bytes[first..<(first + name.count)].elementsEqual(name)
      {
        return first
      }
      place = first + rarest + 1
    }
    return nil
  }

  /// The place of the g in the name.
  private static let rarest = 3

  /// The range in the attributes of an element, such as `ref="A2:A5"`; `nil` if it has one row.
  private static func range(_ attributes: String) -> MergedCells.Range? {
    guard let start = attributes.firstRange(of: "ref=")?.upperBound,
      let mark = attributes[start...].first, mark == "\"" || mark == "'"
    else { return nil }
    let cells = attributes[start...].dropFirst().prefix { $0 != mark }.split(separator: ":")
    guard cells.count == 2, let first = cell(cells[0]), let last = cell(cells[1]),
      last.row > first.row
    else { return nil }
    return MergedCells.Range(column: first.column, rows: first.row...last.row)
  }

  private static func cell(_ text: Substring) -> (column: Int, row: Int)? {
    let letters = text.utf8.prefix { (0x41...0x5A).contains($0) }
    guard (1...3).contains(letters.count), let row = Int(text.dropFirst(letters.count)), row > 0
    else { return nil }
    return (letters.reduce(0) { $0 * 26 + Int($1 - 0x40) } - 1, row)
  }
}
