import Foundation
import InventoryTestSupport
import TestSupport
import Testing

@testable import InventoryCore
@testable import InventorySqlite

/// What is longer, deeper or more than the program takes. Each is told, and none crashes.
@Suite struct LimitsTests {
  let directory: TemporaryDirectory
  let database: InventoryDatabase

  init() throws {
    directory = try TemporaryDirectory()
    database = try .temporary()
  }

  /// Imports a file, and returns the problems that stand in the way.
  private func problems(_ text: String) throws -> [ImportProblem] {
    let path = directory.path("in")
    try Data(text.utf8).write(to: URL(filePath: path))
    do {
      try database.importItems(fromFile: path, options: \.options)
      return []
    } catch let rejection as ImportRejection {
      return rejection.problems
    }
  }

  @Test(arguments: [17, 900, 6_000, 50_000])
  func `a location that is too deep is a problem of its line`(depth: Int) throws {
    let path = Array(repeating: "a", count: depth).joined(separator: " / ")
    #expect(
      try problems("name,sku,location\nSaw,A-1,Room\nDrill,A-2,\(path)\n") == [
        ImportProblem(
          line: 3,
          column: 11,
          problem: depth < 1_000
            ? "location has \(depth) names; expected at most 16"
            : "location is too long; expected at most 4000 bytes",
          item: "Drill",
          kind: .column(.location)
        )
      ]
    )
    #expect(try database.items() == [])
  }

  @Test func `a location of the greatest depth is there after an import`() throws {
    let path = Array(repeating: "a", count: 16).joined(separator: " / ")
    #expect(try problems("name,sku,location\nSaw,A-1,\(path)\n") == [])
    #expect(try database.items().map(\.location) == [path])
    #expect(try database.location(.name(path))?.itemCount == 1)
  }

  @Test func `paths that differ in their first name make a database of a bounded size`() throws {
    // Each row makes as many locations with paths as long as possible.
    let rows = (0..<400).map { row in
      let first = "\(row)" + String(repeating: "x", count: 750)
      let path = ([first] + Array(repeating: "y", count: 10)).joined(separator: " / ")
      return "Saw \(row),A-\(row),\(path)\n"
    }
    let text = "name,sku,location\n" + rows.joined()
    #expect(try problems(text) == [])
    let pages = try sqlite(database.path, "PRAGMA wal_checkpoint(TRUNCATE); PRAGMA page_count")
    let size = try #require(Int(pages.split(separator: "\n").last ?? "")) * 4_096
    #expect(size < 100 * text.utf8.count)
  }

  @Test func `no location is added, moved or edited to be too deep`() throws {
    let deep = LocationPath(names: Array(repeating: "a", count: 17))
    #expect(throws: LocationError.tooLong) { try database.addLocation(deep) }
    try database.addLocation(LocationPath(names: Array(repeating: "b", count: 10)))
    try database.addLocation(LocationPath(names: Array(repeating: "c", count: 10)))
    let moved = try #require(try database.location(.name("b")))
    #expect(throws: LocationError.tooLong) {
      try database.moveLocation(
        moved.id,
        to: LocationPath(names: Array(repeating: "c", count: 10) + ["b"])
      )
    }
    #expect(throws: LocationError.tooLong) {
      try database.save(Item.drill.with { $0.location = deep.text })
    }
    try database.expectSoundLocations()
  }

  @Test func `an item stays where a database from elsewhere has put it`() throws {
    let deep = Array(repeating: "a", count: 33).joined(separator: " / ")
    try sqlite(
      database.path,
      "INSERT INTO location (name, path, pathOrder) VALUES ('a', '\(deep)', 'a')"
    )
    let item = Item.drill.with { $0.location = deep }
    try database.save(item)
    try database.save(item.with { $0.notes = "x" })
    #expect(try database.item(id: item.id)?.location == deep)
  }

  @Test func `a tree that is deeper than the program makes it can be moved and removed`() throws {
    // As a database from elsewhere may have it.
    let depth = 3_000
    try sqlite(
      database.path,
      """
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(depth))
      INSERT INTO location (id, parentID, name, path, pathOrder)
      SELECT i, NULLIF(i - 1, 0), 'x', i, i FROM n;
      """
    )
    try database.addLocation(LocationPath("Room"))
    #expect(throws: LocationError.tooLong) {
      try database.moveLocation(1, to: LocationPath("y"))
    }
    try database.deleteLocation(Int64(depth))
    #expect(try database.location(.id(Int64(depth))) == nil)
  }

  @Test(arguments: [
    ("name", "name,sku\n\(String(repeating: "x", count: 4_001)),A-1\n"),
    ("sku", "name,sku\nSaw,\(String(repeating: "x", count: 4_001))\n"),
    ("notes", "name,sku,notes\nSaw,A-1,\(String(repeating: "x", count: 1_000_001))\n"),
    ("tags", "name,sku,tags\nSaw,A-1,\"\((0...200).map(String.init).joined(separator: ","))\"\n"),
    ("tags", "name,sku,tags\nSaw,A-1,\(String(repeating: "x", count: 4_001))\n"),
  ])
  func `a text that is too long is a problem of its line`(column: String, file: String) throws {
    let problems = try problems(file)
    #expect(problems.map(\.line) == [2])
    #expect(problems.first?.problem.hasPrefix(column) == true)
    #expect(problems.first?.problem.contains("expected at most") == true)
  }

  @Test(arguments: [
    "1e400", "-1e400", "1E+0100", String(repeating: "9", count: 4_000_000),
    "12345678901234567890123456789012345678.9", "1e-400",
  ])
  func `a number in JSON that does not fit is a problem of its line, and never 0`(
    number: String
  ) throws {
    let problems = try problems(
      """
      [{"name": "Saw", "sku": "A-1"},
       {"name": "Drill", "sku": "A-2", "quantity": \(number), "price": 1}]
      """
    )
    #expect(problems.map(\.line) == [2])
    #expect(problems.first?.problem.contains("too many digits") == true)
    #expect(try database.items() == [])
  }

  @Test(arguments: ["12", "1e2", "12.00", "0.0e0", "00000000000000000000000000000000000000000e1"])
  func `a number in JSON that fits is read, and what is none is a problem`(number: String) throws {
    let file = "[{\"name\": \"Saw\", \"sku\": \"A-1\", \"quantity\": \(number)}]"
    let isNumber = !number.hasPrefix("00")
    #expect(try problems(file).isEmpty == isNumber)
    #expect(try database.items().count == (isNumber ? 1 : 0))
  }

  @Test func `digits in a text of JSON are no number`() throws {
    let text = String(repeating: "9", count: 100)
    #expect(try problems("[{\"name\": \"1e400\", \"sku\": \"\\\"\(text)\"}]") == [])
    #expect(try database.items().map(\.sku) == ["\"\(text)"])
  }

  @Test func `a link that is too long or has too many pages is told`() throws {
    let long = "inventory://items/" + String(repeating: "a", count: Limits.link)
    #expect(throws: DeepLinkError.self) { try DeepLink(long) }
    let pages = { "inventory:/" + String(repeating: "/tags/a", count: $0) }
    #expect(try DeepLink(pages(100)).pages.count == 100)
    let error = #expect(throws: DeepLinkError.self) { try DeepLink(pages(10_000 / 2)) }
    #expect(error?.problem == "the link has too many pages; expected at most 100")
  }
}
