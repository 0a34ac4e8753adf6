import Foundation
import InventoryCore
import InventorySqlite

/// Makes a database with items as a large workshop has them: names of a few words, locations three
/// deep, some tags and notes. The same number of items are the same items, except for their
/// identities.
func makeTable(_ path: String, csv: String) throws {
  for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
  try InventoryDatabase(path: path).importItems(fromFile: csv, options: \.options)
}

/// Writes the items of a table to a file of CSV with all columns that other programs have.
func writeCsv(_ path: String, count: Int) throws {
  guard let file = fopen(path, "w") else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
  defer { fclose(file) }
  let columns = ItemColumn.allCases.filter { ![.created, .changed].contains($0) }
  fputs(columns.map(\.header).joined(separator: ",") + "\n", file)
  var random = Generator(state: 7)
  for number in 0..<count {
    let item = item(number, &random)
    let fields = columns.map { column in
      switch column {
      case .name: item.name
      case .sku: item.sku
      case .barcode: item.barcode
      case .quantity: "\(item.quantity)"
      case .unit: item.unit
      case .reorderLevel: item.reorderLevel?.description ?? ""
      case .price: item.price.description
      case .currency: item.currency
      case .location: item.location
      case .tags: item.tags.joined(separator: ";")
      case .notes: "\"\(item.notes)\""
      case .created, .changed: ""
      }
    }
    fputs(fields.joined(separator: ",") + "\n", file)
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
    quantity: Quantity(random.next(200)),
    reorderLevel: random.next(5) == 0 ? Quantity(random.next(20)) : nil,
    price: Money(millionths: 10_000 * Int64(random.next(100_000))),
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
