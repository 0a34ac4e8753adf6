import Foundation
import InventoryCore

/// Makes a database with items as a large workshop has them: names of a few words, locations three
/// deep, some tags and notes. The same number of items are the same items.
func makeTable(_ path: String, count: Int) throws {
  try? FileManager.default.removeItem(atPath: path)
  let database = try InventoryDatabase(path: path)
  var random = Generator(state: 7)
  let part = 50_000
  for start in stride(from: 0, to: count, by: part) {
    try database.importItems(
      (start..<min(start + part, count)).map { item($0, &random) }
    )
  }
}

private let adjectives = """
  Steel Brass Black Long Short Flat Round Hex Fine Coarse Blue Green White Heavy Light Spare Old New
  Small Large Copper Nylon Rubber Glass Oak Pine Soft Hard Cordless Folding
  """.split { $0.isWhitespace }

private let nouns = """
  screw bolt nut washer hammer drill lamp cable plug socket hinge handle clamp saw blade file brush
  tape glue paint sensor relay resistor capacitor fuse valve pipe hose filter bearing spring gear
  belt chain rope hook bracket panel sheet rod tube wire board chip motor pump fan switch bulb
  """.split { $0.isWhitespace }

private let tags =
  (0..<40).map { "series \($0)" } + ["spare part", "fragile", "outdoor", "metal", "electric"]

private func item(_ number: Int, _ random: inout Generator) -> Item {
  let place =
    "Site \(random.next(20) + 1) / Room \(random.next(10) + 1) / Shelf \(random.next(10) + 1)"
  return Item(
    id: UUID(),
    name:
      "\(adjectives[random.next(adjectives.count)]) \(nouns[random.next(nouns.count)]) \(number)",
    sku: "SKU-\(number)",
    barcode: number % 3 == 0 ? "\(4_000_000_000_000 + number * 7)" : "",
    quantity: random.next(200),
    reorderLevel: random.next(5) == 0 ? random.next(20) : nil,
    price: Money(minorUnits: Int64(random.next(100_000))),
    location: number % 50 == 0 ? "" : place,
    tags: (0..<max(0, random.next(5) - 1)).map { _ in tags[random.next(tags.count)] },
    notes: number % 4 == 0 ? "Bought from supplier \(number % 100), keep dry" : ""
  )
}

/// Numbers that look random and are the same each time.
struct Generator {
  var state: UInt64

  mutating func next(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(limit))
  }
}
