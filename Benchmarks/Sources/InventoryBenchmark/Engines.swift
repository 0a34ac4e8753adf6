import Foundation
import InventoryCore
import InventoryPostgres
import InventorySqlite
import Synchronization

/// Copies a file to an empty server, and measures one beside the other, through the clients that
/// the windows use.
func measureEngines(file: String, server: String) async throws {
  let copying = try await time {
    let source = InventoryClients.live(try InventoryDatabase(path: file))
    let target = InventoryClients.live(try PostgresSource(server))
    let copied = try await source.copying.copy(into: target.copying)
    print("\(copied.records) records copied to the server", terminator: "")
  }
  print(String(format: " in %.1f s", copying.wall / 1_000))
  var columns: [[Measurement]] = []
  // One after the other: each has the machine for itself.
  columns.append(
    try await measureEngine { InventoryClients.live(try InventoryDatabase(path: file)) }
  )
  columns.append(try await measureEngine { InventoryClients.live(try PostgresSource(server)) })
  print("milliseconds".padding(to: 44) + "   file: median      p95   server: median      p95")
  for (file, server) in zip(columns[0], columns[1]) {
    print(
      file.name.padding(to: 44) + figure(file.times, 0.5, width: 15) + figure(file.times, 0.95)
        + figure(server.times, 0.5, width: 17) + figure(server.times, 0.95)
    )
  }
  // In the end there is nothing left of the items in either.
  print("")
  let csv = URL(filePath: file + ".csv")
  try await measureManyItems("file", csv, InventoryClients.live(try InventoryDatabase(path: file)))
  try await measureManyItems("server", csv, InventoryClients.live(try PostgresSource(server)))
}

/// Prints how long it takes to do something to all items, to take it back and to do it again. Then
/// the items that were deleted are imported.
private func measureManyItems(
  _ engine: String,
  _ csv: URL,
  _ clients: InventoryClients
) async throws {
  for try await _ in clients.transfer.exportItems(csv, ExportOptions(format: .csv)) {}
  let options = try await ImportFileReader.liveValue.preview(csv, ImportRequest(), .plain).options
  let all = SelectedItems(.all)
  let deeds: [(name: String, perform: () async throws -> Void)] = [
    (
      "book for all items",
      { for try await _ in clients.manyItems.change(all, .book(Booking(.received, 1))) {} }
    ),
    ("delete all items", { for try await _ in clients.manyItems.change(all, .delete) {} }),
    (
      "import them",
      { for try await _ in clients.transfer.importItems(csv, options) {} }
    ),
  ]
  var changes = clients.undo.madeChanges().makeAsyncIterator()
  for deed in deeds {
    var times = [try await time(deed.perform).wall]
    guard var change = await changes.next() else { return }
    for _ in 0..<2 {
      times.append(
        try await time { change = try await clients.undo.revert(change) }.wall
      )
    }
    print(
      "\(engine): \(deed.name)".padding(to: 44)
        + String(
          format: "%8.1f s, taken back %8.1f s, done again %8.1f s",
          times[0] / 1_000,
          times[1] / 1_000,
          times[2] / 1_000
        )
    )
  }
}

/// What was measured, in milliseconds.
private struct Measurement {
  let name: String
  let times: [Double]
}

private func measureEngine(
  _ open: () throws -> InventoryClients
) async throws -> [Measurement] {
  var random = Generator(state: 11)
  var measurements: [Measurement] = []
  let beginning = try await time { _ = try await open().items.page(ItemQuery(), page) }
  measurements.append(Measurement(name: "opened, and the first page", times: [beginning.wall]))

  let clients = try open()
  let all = try await clients.items.completePage(ItemQuery(), page)
  measurements.append(
    try await repeated("the first page", 40) {
      _ = try await clients.items.page(ItemQuery(), page)
    }
  )
  for sort in ItemSort.allCases {
    measurements.append(
      try await repeated("a page anywhere, by \(sort.rawValue)", 40) {
        let start = random.next(max(all.count - 100, 1))
        _ = try await clients.items.completePage(ItemQuery(sort: sort), start..<start + 100)
      }
    )
  }
  var keystrokes: [Double] = []
  for text in typed {
    for length in 1...text.count {
      let query = ItemQuery(searchText: String(text.prefix(length)))
      keystrokes.append(try await time { _ = try await clients.items.page(query, page) }.wall)
    }
  }
  measurements.append(Measurement(name: "a keystroke in a search", times: keystrokes))
  measurements.append(
    try await repeated("a booking", 200) {
      let item = all.rows[random.next(all.rows.count)]
      _ = try await clients.movements.book(Booking(.received, 1), item.id)
    }
  )
  measurements.append(
    Measurement(
      name: "a booking, until another program is told",
      times: try await timesUntilTold(clients, open(), all.rows[0].id)
    )
  )
  return measurements
}

private func repeated(
  _ name: String,
  _ count: Int,
  _ body: () async throws -> Void
) async throws -> Measurement {
  var times: [Double] = []
  for _ in 0..<count { times.append(try await time(body).wall) }
  return Measurement(name: name, times: times)
}

/// How long it takes from the beginning of a booking until another program is told of a change.
private func timesUntilTold(
  _ clients: InventoryClients,
  _ other: InventoryClients,
  _ item: Item.ID
) async throws -> [Double] {
  let told = Told()
  let listening = Task { for await _ in other.connection.changes() { told.note() } }
  defer { listening.cancel() }
  // Changes in quick succession are told as one, so each comes after a pause.
  let pause = Duration.milliseconds(500)
  try await Task.sleep(for: .seconds(2))
  var times: [Double] = []
  for _ in 0..<40 {
    let start = ContinuousClock.now
    _ = try await clients.movements.book(Booking(.received, 1), item)
    while told.firstInstant(after: start) == nil { try await Task.sleep(for: .milliseconds(1)) }
    if let end = told.firstInstant(after: start) { times.append((end - start) / .milliseconds(1)) }
    try await Task.sleep(for: pause)
  }
  return times
}

/// When changes were told.
private final class Told: Sendable {
  private let instants = Mutex<[ContinuousClock.Instant]>([])

  func note() { instants.withLock { $0.append(.now) } }

  func firstInstant(after start: ContinuousClock.Instant) -> ContinuousClock.Instant? {
    instants.withLock { $0.first { $0 > start } }
  }
}
