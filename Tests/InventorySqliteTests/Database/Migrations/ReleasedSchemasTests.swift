import Foundation
import GRDB
import InventoryTestSupport
import Testing

@testable import InventoryCore
@testable import InventorySqlite

/// Databases that earlier versions of the program have made, as `sqlite3 FILE .dump` writes them:
/// one for each migration, with what this migration and those before it brought.
private let dumps: [(step: Int, sql: String)] = {
  let folder = packageURL("Tests/Fixtures/Databases")
  let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path())) ?? []
  return files.compactMap { file in
    guard let step = file.split(separator: "-").first.flatMap({ Int($0) }),
      let sql = try? String(contentsOf: folder.appending(path: file), encoding: .utf8)
    else { return nil }
    return (step, sql)
  }
  .sorted { $0.step < $1.step }
}()

@Suite struct ReleasedSchemasTests {
  let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  private func path(ofStep step: Int) throws -> String {
    let path = directory.path("\(step).sqlite")
    try sqlite(path, dumps[step - 1].sql)
    return path
  }

  @Test func `there is a database for each migration`() {
    #expect(
      dumps.map(\.step) == Array(1...Schema.migrator.migrations.count),
      """
      A new migration needs a database of the new schema. Make one with the program, and write it \
      with "sqlite3 FILE .dump" to Tests/Fixtures/Databases, with a number that follows.
      """
    )
  }

  /// A migration that has been released must do the same for ever: otherwise the tables of people
  /// who have used it before are not those that the program expects.
  @Test(arguments: dumps.map(\.step))
  func `a migration makes the same tables as when it was released`(step: Int) throws {
    let path = directory.path("new.sqlite")
    let queue = try DatabaseQueue(path: path)
    try Schema.migrator.migrate(queue, upTo: Schema.migrator.migrations[step - 1])
    try queue.close()
    let schema = "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name"
    #expect(try sqlite(path, schema) == sqlite(self.path(ofStep: step), schema))
  }

  @Test(arguments: dumps.map(\.step))
  func `a database of each version opens with all that is in it`(step: Int) throws {
    let path = try path(ofStep: step)
    let database = try InventoryDatabase(path: path)
    let items = try database.items().sorted { $0.sku < $1.sku }
    #expect(items.map(\.sku) == ["H-1/a b", "T-100", "T-200", "X"])
    #expect(items.map(\.name) == ["Lampe à huile", "Drill", "hammer", "Odd"])
    let oddQuantity = Quantity(millionths: step < 10 ? 1_000_000 : 250_000)
    #expect(items.map(\.quantity) == [2, step < 2 ? 4 : 7, 0, oddQuantity])
    #expect(
      items.map(\.location)
        == ["Living room / Shelf", "Workshop", step < 7 ? "" : "Living room", "Odd /  name "]
    )
    let oddPrice: Int64 = step < 6 ? 0 : step < 9 ? 12_345_000 : 2_300
    #expect(items.map(\.price.millionths) == [34_000_000, 89_900_000, 12_500_000, oddPrice])
    #expect(items.map(\.reorderLevel) == [step < 5 ? nil : 3, step < 2 ? nil : 1, nil, nil])
    #expect(items[1].tags == (step < 2 ? [] : ["power", "tools"]))
    #expect(items[1].barcode == (step < 2 ? "" : "4006381333931"))
    #expect(items[1].unit == (step < 2 ? "" : "pcs"))

    let movements = try database.movements(ofItem: .number(1))
    #expect(movements.map(\.delta).sorted() == (step < 2 ? [4] : [3, 4]))
    #expect(try database.photo(ofItem: .number(3))?.caption == (step < 4 ? nil : "lit"))
    #expect(
      try sqlite(path, "SELECT itemKey, countedMillionths, expectedMillionths FROM stocktakeCount")
        == (step < 3 ? "" : "3|5000000|2000000\n")
    )
    #expect(
      try sqlite(path, "SELECT origin IS NULL, destination FROM movement WHERE reason = 'moved'")
        == (step < 7 ? "" : "1|Living room\n")
    )
    #expect(try database.items(ItemQuery(searchText: "a HUILE")).map(\.sku) == ["H-1/a b"])
    #expect(try sqlite(path, "PRAGMA integrity_check; PRAGMA foreign_key_check") == "ok\n")
  }
}
