import Foundation
import InventoryCore

/// Measures Inventory's database with many items.
///
///     inventory-benchmark make FILE COUNT    makes a database with so many items
///     inventory-benchmark measure FILE       prints how long it takes to answer
@main
struct InventoryBenchmark {
  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    switch (arguments.first, arguments.dropFirst().first, arguments.dropFirst(2).first) {
    case ("make", let path?, let count?):
      guard let count = Int(count), count >= 0 else { usage() }
      try makeTable(path, count: count)
    case ("measure", let path?, nil):
      try await measure(InventoryDatabase(path: path))
    default:
      usage()
    }
  }

  private static func usage() -> Never {
    FileHandle.standardError.write(
      Data("usage: inventory-benchmark make FILE COUNT | measure FILE\n".utf8)
    )
    exit(2)
  }
}

/// What people type, letter by letter: words that most items have, that some have, that none has.
private let typed = [
  "steel screw", "shelf 4", "site 12 room 3", "hammer", "sku-4711", "supplier 12 keep", "xyz",
  "cordless drill 12", "40000", "series 7", "spare part", "brass", "oak panel", "electric motor",
]

private let page = 0..<100

private func measure(_ database: InventoryDatabase) async throws {
  let count = try await database.page(ItemQuery(), page, isComplete: true).count
  print("\(count) items".padding(to: 44) + "   median      p95      max")
  var random = Generator(state: 11)

  for sort in ItemSort.allCases {
    var times: [Double] = []
    // The first answer of an order may have to put all items in it.
    let first = try await time {
      _ = try await database.page(ItemQuery(sort: sort), page, isComplete: true)
    }
    for _ in 0..<40 {
      let start = random.next(max(count - 100, 1))
      times.append(
        try await time {
          _ = try await database.page(
            ItemQuery(sort: sort),
            start..<start + 100,
            isComplete: true
          )
        }
      )
    }
    show("a page anywhere, by \(sort.rawValue)", times)
    show("  the first page at first", [first])
  }

  var keystrokes: [Double] = []
  var counts: [Double] = []
  for text in typed {
    for length in 1...text.count {
      let query = ItemQuery(searchText: String(text.prefix(length)))
      var isComplete = true
      keystrokes.append(
        try await time {
          isComplete = try await database.page(query, page, isComplete: false).isComplete
        }
      )
      guard !isComplete else { continue }
      // The next letter comes while all that is found is being counted, or after that.
      let counting = Task { try await database.page(query, page, isComplete: true) }
      if random.next(2) == 0 {
        try await Task.sleep(for: .milliseconds(random.next(60)))
        counting.cancel()
      } else {
        counts.append(try await time { _ = try await counting.value })
      }
    }
  }
  show("a keystroke in a search, \(keystrokes.count) of them", keystrokes)
  show("  all that it finds counted", counts)

  for (name, filter) in [
    ("low stock", ItemFilter(isLow: true)),
    ("a site", ItemFilter(location: "Site 3")),
    ("a shelf", ItemFilter(location: "Site 3 / Room 2 / Shelf 5")),
    ("a tag", ItemFilter(tag: "fragile")),
    ("all three", ItemFilter(isLow: true, location: "Site 3", tag: "fragile")),
  ] {
    var times: [Double] = []
    for sort in ItemSort.allCases {
      for text in ["", "s", "drill"] {
        let query = ItemQuery(searchText: text, filter: filter, sort: sort)
        times.append(
          try await time { _ = try await database.page(query, page, isComplete: false) }
        )
      }
    }
    show("filter: \(name), all orders, also searched", times)
  }
  show("all locations, counted", [try await time { _ = try database.locations() }])
  show("all tags, counted", [try await time { _ = try database.tags() }])
}

/// Returns the milliseconds that something takes.
private func time(_ body: () async throws -> Void) async throws -> Double {
  let clock = ContinuousClock()
  let start = clock.now
  try await body()
  return (clock.now - start) / .milliseconds(1)
}

private func show(_ name: String, _ times: [Double]) {
  guard !times.isEmpty else { return }
  let sorted = times.sorted()
  func figure(_ rank: Double) -> String {
    let text = String(
      format: "%.1f",
      sorted[min(Int(Double(sorted.count) * rank), sorted.count - 1)]
    )
    return String(repeating: " ", count: max(9 - text.count, 0)) + text
  }
  print(name.padding(to: 44) + figure(0.5) + figure(0.95) + figure(1) + " ms")
}

extension String {
  fileprivate func padding(to length: Int) -> String {
    padding(toLength: length, withPad: " ", startingAt: 0)
  }
}
