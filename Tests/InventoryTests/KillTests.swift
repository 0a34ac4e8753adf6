import Foundation
import Testing

/// Kills what writes with SIGKILL at random moments: what was acknowledged is there, what was not
/// is there as a whole or not at all, and the file is sound.
///
/// `INVENTORY_KILLS` says how often; `make kill-test KILLS=200`.
@Suite struct `The program when it is killed` {
  private let folder: TemporaryFolder
  private var database: URL { folder.file("inventory.sqlite") }

  /// How many rows a file has. Large ones are imported in another way: indexes are made anew.
  private func rows(of number: Int) -> Int { isLarge(number) ? 7_000 : 1_000 }
  private func isLarge(_ number: Int) -> Bool { number % 4 == 1 }

  init() throws {
    folder = try TemporaryFolder()
  }

  private var kills: Int {
    ProcessInfo.processInfo.environment["INVENTORY_KILLS"].flatMap(Int.init) ?? 4
  }

  @Test func `An import that was acknowledged is not lost`() async throws {
    // How long the imports of a small and of a large file take that nobody kills.
    var durations: [Bool: Duration] = [:]
    for number in 0...1 {
      let start = ContinuousClock.now
      let isDone = try await importFile(number, killedAfter: nil)
      durations[isLarge(number)] = ContinuousClock.now - start
      try #require(isDone)
    }
    try await check(acknowledged: [0, 1], unknown: nil)

    var acknowledged: Set<Int> = [0, 1]
    for kill in 2..<kills + 2 {
      let moment = try #require(durations[isLarge(kill)]) * Double.random(in: 0...1.1)
      if try await importFile(kill, killedAfter: moment) { acknowledged.insert(kill) }
      if try await check(acknowledged: acknowledged, unknown: kill) { acknowledged.insert(kill) }
    }
  }

  /// The rows that all files change.
  private let isInSmallFiles = "CAST(substr(sku, 8) AS INTEGER) < 1000"

  /// Imports a file of items, and says whether the program has told that they are saved.
  private func importFile(_ number: Int, killedAfter moment: Duration?) async throws -> Bool {
    var text = "name,sku,quantity,price,location,notes\n"
    for row in 0..<rows(of: number) {
      // Half of the rows change items of the files before.
      let sku = row.isMultiple(of: 2) ? "\(number)-\(row)" : "shared-\(row)"
      let location = "Room \(row % 9) / Shelf"
      text += "Item \(number) \(row),\(sku),\(row + number),1.50,\(location),\(number)\n"
    }
    let csv = try folder.file("items.csv", text)
    let process = Process()
    process.executableURL = Program.url
    process.arguments = ["--database", database.path, "--import", csv.path]
    return try await run(process, killedAfter: moment).contains("added")
  }

  /// Runs a program, and kills it after some time if it has not ended by then.
  ///
  /// - Returns: What it has printed.
  private func run(_ process: Process, killedAfter moment: Duration?) async throws -> String {
    let output = try folder.emptyFile("output")
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["HOME": folder.url.path]
    ) { $1 }
    let file = try FileHandle(forWritingTo: output)
    // Foundation keeps a process that has run, and with it the file.
    defer { try? file.close() }
    process.standardOutput = file
    process.standardError = FileHandle.nullDevice
    let ended = AsyncStream<Void>.makeStream()
    process.terminationHandler = { _ in ended.continuation.finish() }
    try process.run()
    if let moment {
      try await Task.sleep(for: moment)
      if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }
    for await _ in ended.stream {}
    return try String(contentsOf: output, encoding: .utf8)
  }

  private func checkSoundness() async throws {
    let checks = try await Program.query(
      database,
      """
      PRAGMA integrity_check; PRAGMA foreign_key_check;
      SELECT count(*) FROM item WHERE quantityMillionths <>
        (SELECT ifnull(sum(deltaMillionths), 0) FROM movement WHERE itemKey = key);
      """
    )
    #expect(checks == ["ok", "0"])
  }

  /// Looks at the database from outside the program.
  ///
  /// - Returns: whether the file that was not acknowledged was imported.
  @discardableResult
  private func check(acknowledged: Set<Int>, unknown: Int?) async throws -> Bool {
    try await checkSoundness()
    let counts = try await Program.query(
      database,
      """
      SELECT substr(sku, 1, instr(sku, '-') - 1), count(*) FROM item
      WHERE sku NOT LIKE 'shared%' GROUP BY 1
      """
    )
    var imported: Set<Int> = []
    for count in counts {
      let parts = count.split(separator: "|").compactMap { Int($0) }
      #expect(parts.last == rows(of: parts[0]) / 2, "\(count)")
      imported.insert(parts[0])
    }
    #expect(imported.isSuperset(of: acknowledged))
    #expect(imported.subtracting(acknowledged).isSubset(of: Set([unknown].compactMap(\.self))))
    // All rows of a file are of one transaction.
    let latest = try await Program.query(
      database,
      "SELECT DISTINCT notes FROM item WHERE sku LIKE 'shared%' AND \(isInSmallFiles)"
    )
    #expect(latest == imported.max().map { ["\($0)"] })
    return unknown.map(imported.contains) ?? false
  }

  @Test func `A change that a window has acknowledged is not lost`() async throws {
    // On a busy machine, a program can be killed before it has made the file.
    #expect(try await importFile(0, killedAfter: nil))
    /// What each item is.
    var known: [String: String] = [:]
    var changes = 0
    for _ in 0..<kills {
      let process = Process()
      process.executableURL = Program.writeLoad
      process.arguments = [database.path]
      let moment = Duration.milliseconds(Int.random(in: 100...1_500))
      let lines = try await run(process, killedAfter: moment).split(separator: "\n")
      try #require(process.terminationReason == .uncaughtSignal, "it has ended by itself")
      var begun: (sku: String, state: String)?
      for line in lines {
        let words = line.split(separator: " ", maxSplits: 2).map(String.init)
        switch words.first {
        case "begin" where words.count == 3:
          begun = (words[1], words[2])
        case "done":
          let (sku, state) = try #require(begun)
          known[sku] = state
          begun = nil
          changes += 1
        default:
          // The last line, which was not written to its end. A change begins after its line.
          break
        }
      }
      try await checkSoundness()
      let present = try await states()
      for (sku, state) in known where sku != begun?.sku {
        #expect(present[sku] ?? "gone" == state, "\(sku)")
      }
      // A change that was not acknowledged may have been made or not.
      if let (sku, state) = begun {
        let current = present[sku] ?? "gone"
        #expect([state, known[sku] ?? "gone"].contains(current), "\(sku)")
        known[sku] = current
      }
    }
    #expect(changes > kills)
  }

  /// What the database has of each item, as the program that changes them prints it.
  private func states() async throws -> [String: String] {
    let rows = try await Program.query(
      database,
      """
      SELECT sku, item.name || ';' || quantityMillionths || ';' || ifnull(path, '')
        || ';' || notes || ';' || ifnull(countedMillionths, '-') || ';' || ifnull(caption, '-')
      FROM item LEFT JOIN location ON location.id = locationID
        LEFT JOIN stocktakeCount ON itemKey = key LEFT JOIN photo ON itemID = item.id
      """
    )
    let states = rows.map { $0.split(separator: "|", maxSplits: 1).map(String.init) }
    return Dictionary(uniqueKeysWithValues: states.map { ($0[0], $0[1]) })
  }
}
