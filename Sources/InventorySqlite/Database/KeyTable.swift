import InventoryCore

/// Tells quickly whether a key is among some.
struct KeyTable {
  /// Has a place for each key up to the greatest.
  private var isContained: [Bool] = []
  /// The keys of a file in which they do not follow each other from 1, as SQLite numbers them.
  private var scattered: Set<Int32> = []

  /// How many places without a key are made for each key, beside a million.
  private static let gap = 16

  init(_ keys: [Int32]) {
    let greatest = Int(keys.max() ?? 0)
    guard keys.allSatisfy({ $0 >= 0 }), greatest <= keys.count * Self.gap + 1_000_000 else {
      scattered = Set(keys)
      return
    }
    isContained = [Bool](repeating: false, count: greatest + 1)
    for key in keys { isContained[Int(key)] = true }
  }

  subscript(key: Int32) -> Bool {
    isContained.indices.contains(Int(key)) ? isContained[Int(key)] : scattered.contains(key)
  }
}
