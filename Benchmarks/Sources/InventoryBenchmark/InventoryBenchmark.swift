import Foundation
import InventoryCore
import InventorySqlite

/// Measures Inventory's database with many items.
///
///     inventory-benchmark csv CSV COUNT      writes a file with so many items
///     inventory-benchmark make FILE CSV      makes a database with the items of a file
///     inventory-benchmark measure FILE       prints how long it takes to answer
///     inventory-benchmark engines FILE URL   copies it to a server, measures both
@main
struct InventoryBenchmark {
  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    switch (arguments.first, arguments.dropFirst().first, arguments.dropFirst(2).first) {
    case ("csv", let path?, let count?):
      guard let count = Int(count), count >= 0 else { usage() }
      try writeCsv(path, count: count)
    case ("make", let path?, let csv?):
      try makeTable(path, csv: csv)
    case ("measure", let path?, nil):
      try await measure(InventoryDatabase(path: path))
    case ("engines", let path?, let url?):
      try await measureEngines(file: path, server: url)
    default:
      usage()
    }
  }

  private static func usage() -> Never {
    FileHandle.standardError.write(
      Data(
        """
        usage: inventory-benchmark csv CSV COUNT | make FILE CSV | measure FILE | engines FILE URL

        """.utf8
      )
    )
    exit(2)
  }
}

/// What people type, letter by letter: words that most items have, that some have, that none has.
let typed = [
  "steel screw", "shelf 4", "site 12 room 3", "hammer", "sku-4711", "supplier 12 keep", "xyz",
  "cordless drill 12", "40000", "series 7", "spare part", "brass", "oak panel", "electric motor",
]

let page = 0..<100

/// Whether each keystroke is printed.
private let isVerbose = ProcessInfo.processInfo.environment["VERBOSE"] != nil

private func measure(_ database: InventoryDatabase) async throws {
  let count = try await database.page(ItemQuery(), page, isComplete: true).count
  print("\(count) items".padding(to: 44) + "   median      p95      max  p95 cpu  max cpu")
  var random = Generator(state: 11)

  for sort in ItemSort.allCases {
    var times: [Cost] = []
    // The first answer of an order may have to put all items in it.
    let first = try await time {
      _ = try await database.page(ItemQuery(sort: sort), page, isComplete: false)
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

  var keystrokes: [Cost] = []
  var keystrokesOfLength: [Int: [Cost]] = [:]
  var counts: [Cost] = []
  for text in typed {
    for length in 1...text.count {
      let query = ItemQuery(searchText: String(text.prefix(length)))
      var isComplete = true
      let cost = try await time {
        isComplete = try await database.page(query, page, isComplete: false).isComplete
      }
      keystrokes.append(cost)
      keystrokesOfLength[min(length, 8), default: []].append(cost)
      if isVerbose { print(cost.wall, cost.processor, isComplete, query.searchText) }
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
  for (length, times) in keystrokesOfLength.sorted(by: { $0.key < $1.key }) {
    show("  \(length == 8 ? "8 and more" : "\(length)") letters, \(times.count) of them", times)
  }
  show("  all that it finds counted", counts)

  for (name, filter) in [
    ("low stock", ItemFilter(isLow: true)),
    ("a site", ItemFilter(location: "Site 3")),
    ("a shelf", ItemFilter(location: "Site 3 / Room 2 / Shelf 5")),
    ("a tag", ItemFilter(tag: "fragile")),
    ("all three", ItemFilter(isLow: true, location: "Site 3", tag: "fragile")),
  ] {
    var times: [Cost] = []
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

/// How long something takes, in milliseconds.
struct Cost {
  /// On the clock.
  var wall: Double
  /// Of the processor, for all threads.
  var processor: Double
}

func time(_ body: () async throws -> Void) async throws -> Cost {
  let start = (milliseconds(CLOCK_MONOTONIC), milliseconds(CLOCK_PROCESS_CPUTIME_ID))
  try await body()
  return Cost(
    wall: milliseconds(CLOCK_MONOTONIC) - start.0,
    processor: milliseconds(CLOCK_PROCESS_CPUTIME_ID) - start.1
  )
}

private func milliseconds(_ clock: clockid_t) -> Double {
  var time = timespec()
  clock_gettime(clock, &time)
  return Double(time.tv_sec) * 1_000 + Double(time.tv_nsec) / 1_000_000
}

private func show(_ name: String, _ costs: [Cost]) {
  guard !costs.isEmpty else { return }
  let wall = costs.map(\.wall)
  let processor = costs.map(\.processor)
  print(
    name.padding(to: 44) + figure(wall, 0.5) + figure(wall, 0.95) + figure(wall, 1)
      + figure(processor, 0.95) + figure(processor, 1)
  )
}

/// A number at the end of a column.
///
/// - Parameter rank: Which of the durations: 0.5 for the median, 1 for the longest.
func figure(_ durations: [Double], _ rank: Double, width: Int = 9) -> String {
  let place = min(Int(Double(durations.count) * rank), durations.count - 1)
  let text = String(format: "%.1f", durations.sorted()[place])
  return String(repeating: " ", count: max(width - text.count, 0)) + text
}

extension String {
  func padding(to length: Int) -> String {
    padding(toLength: length, withPad: " ", startingAt: 0)
  }
}
