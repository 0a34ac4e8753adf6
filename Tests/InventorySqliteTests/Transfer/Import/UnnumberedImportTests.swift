import Foundation
import GRDB
import InventoryTestSupport
import TestSupport
import Testing

@testable import InventoryCore
@testable import InventorySqlite

/// Imports of items without a SKU.
@Suite struct UnnumberedImportTests {
  let directory: TemporaryDirectory
  let database: InventoryDatabase

  init() throws {
    directory = try TemporaryDirectory()
    database = try InventoryDatabase(path: directory.path("inventory.sqlite"))
  }

  @discardableResult
  private func importText(
    _ text: String,
    _ change: (inout ImportOptions) -> Void = { _ in }
  ) throws -> ImportSummary {
    let path = directory.path("items.csv")
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return try database.importItems(
      fromFile: path,
      options: {
        var options = $0.options
        change(&options)
        return options
      }
    )
  }

  private func skus() throws -> [String] {
    try database.items().sorted { $0.sku < $1.sku }.map { "\($0.sku) \($0.name)" }
  }

  // MARK: - Numbers

  @Test func `items of a file without SKUs are numbered`() throws {
    let summary = try importText("name,quantity\nSaw,1\nAxe,2\n")
    #expect(try skus() == ["ITEM-0001 Saw", "ITEM-0002 Axe"])
    #expect(summary.added == 2)
    #expect(summary.numbered == 2)
    #expect(summary.numbers == SkuRange(first: "ITEM-0001", last: "ITEM-0002"))
    #expect(summary.text == "2 items added, 2 without a SKU are now ITEM-0001 to ITEM-0002")
  }

  @Test func `items with an empty SKU are numbered, and the others keep theirs`() throws {
    let summary = try importText("name,sku\nSaw,S-1\nAxe,\nLamp,\" \"\n")
    #expect(try skus() == ["ITEM-0001 Axe", "ITEM-0002 Lamp", "S-1 Saw"])
    #expect(summary.numbered == 2)
    #expect(try importText("name\nRope\n").text == "1 item added, 1 without a SKU is now ITEM-0003")
  }

  @Test func `numbers go on after the largest, as the pattern says`() throws {
    try database.save(.drill.with { $0.sku = "ITEM-0041" })
    try database.save(.lamp.with { $0.sku = "ITEM-7" })
    try database.save(.hammer.with { $0.sku = "ITEM-12x" })
    try importText("name\nSaw\n")
    #expect(try database.item(sku: "ITEM-0042")?.name == "Saw")
    let pattern = try #require(SkuPattern("B{100}"))
    try importText("name\nAxe\nLamp 2\n") { $0.skuPattern = pattern }
    #expect(try database.item(sku: "B100")?.name == "Axe")
    #expect(try database.item(sku: "B101")?.name == "Lamp 2")
    #expect(try database.nextSku(pattern) == "B102")
    #expect(try database.nextSku(.standard) == "ITEM-0043")
  }

  @Test func `a number that the file names further down is not given`() throws {
    try importText("name,sku\nSaw,\nAxe,ITEM-0001\nLamp,ITEM-0009\nRope,\n")
    #expect(
      try skus() == ["ITEM-0001 Axe", "ITEM-0009 Lamp", "ITEM-0010 Saw", "ITEM-0011 Rope"]
    )
  }

  @Test func `a pattern without a beginning finds its numbers among other SKUs`() throws {
    let pattern = try #require(SkuPattern("{001}-x"))
    try database.save(.drill.with { $0.sku = "019-x" })
    try database.save(.lamp.with { $0.sku = "999" })
    #expect(try database.nextSku(pattern) == "020-x")
  }

  @Test func `two imports at the same time give no number twice`() async throws {
    let rows = (1...200).map { "\($0)\n" }
    let paths = ["a", "b"].map { directory.path("\($0).csv") }
    for path in paths {
      let name = path.suffix(5)
      try ("name\n" + rows.map { "\(name) \($0)" }.joined())
        .write(toFile: path, atomically: true, encoding: .utf8)
    }
    let file = database.path
    try await withThrowingTaskGroup(of: Int.self) { group in
      for path in paths {
        group.addTask {
          // As another process has it: a connection of its own.
          try InventoryDatabase(path: file).importItems(fromFile: path, options: \.options).numbered
        }
      }
      for try await count in group { #expect(count == 200) }
    }
    #expect(Set(try database.items().map(\.sku)).count == 400)
    #expect(try database.nextSku(.standard) == "ITEM-0401")
  }

  @Test func `undo takes numbered items back, and their numbers are free again`() async throws {
    let inventory = InventoryClients.live(database)
    let path = directory.path("undo.csv")
    try "name\nSaw\nAxe\n".write(toFile: path, atomically: true, encoding: .utf8)
    let options = try ImportPreview(ImportFile(path), locale: .plain).options
    var changes = inventory.undo.madeChanges().makeAsyncIterator()
    for try await _ in inventory.transfer.importItems(URL(filePath: path), options) {}
    let change = try #require(await changes.next())
    #expect(try database.items().count == 2)
    _ = try await inventory.undo.revert(change)
    #expect(try database.items() == [])
    #expect(try await inventory.items.nextSku(.standard) == "ITEM-0001")
  }

  @Test func `a trial gives no number away`() throws {
    let path = directory.path("trial.csv")
    try "name\nSaw\n".write(toFile: path, atomically: true, encoding: .utf8)
    let summary = try database.importItems(
      fromFile: path,
      options: \.options,
      isTrial: true
    )
    #expect(summary.numbers == SkuRange(first: "ITEM-0001", last: "ITEM-0001"))
    #expect(try database.nextSku(.standard) == "ITEM-0001")
  }

  // MARK: - Recognising

  @Test func `the same file again changes nothing and adds nothing`() throws {
    let text = """
      name,location,quantity
      Chair,Kitchen,4
      Chair,Hall,2
      Lamp,Hall,1
      Lamp,Hall,1
      Lamp,Hall,3

      """
    try importText(text)
    let items = try database.items()
    #expect(items.count == 5)
    let summary = try importText(text)
    #expect(summary == ImportSummary(updated: 5).with { $0.recognised = 5 })
    #expect(try database.items() == items)
  }

  @Test func `an item is recognised by its barcode, whatever its name is now`() throws {
    try database.save(.drill.with { $0.barcode = "4006381333931" })
    let summary = try importText("name,barcode,quantity\nBig drill,4006381333931,7\n")
    #expect(summary == ImportSummary(updated: 1).with { $0.recognised = 1 })
    let drill = try #require(try database.item(sku: "T-100"))
    #expect(drill.name == "Big drill")
    #expect(drill.quantity == 7)
  }

  @Test func `barcodes and quantities alone update the items that have them`() throws {
    try database.save(.drill.with { $0.barcode = "4006381333931" })
    try importText("barcode,quantity\n4006381333931,7\n")
    #expect(try database.item(sku: "T-100")?.quantity == 7)
    let rejection = #expect(throws: ImportRejection.self) {
      try importText("barcode,quantity\n4006381333931,7\n96385074,1\n")
    }
    #expect(
      rejection?.problems.map(\.problem) == [
        "no item has the barcode “96385074”; expected one to update, or a name for a new one"
      ]
    )
  }

  @Test func `another barcode is another item, and a barcode that is new belongs to the old one`()
    throws
  {
    try database.save(.drill.with { $0.barcode = "4006381333931" })
    #expect(try importText("name,barcode\nDrill,96385074\n").added == 1)
    try database.save(.lamp)
    #expect(try importText("name,barcode\nLamp,73513537\n").updated == 1)
    #expect(try database.item(sku: Item.lamp.sku)?.barcode == "73513537")
  }

  @Test func `the place tells items of one name apart, if the file has places`() throws {
    try database.save(.drill)
    #expect(try importText("name,location\nDrill,Cellar\n").added == 1)
    #expect(try importText("name,location\nDrill,Workshop\n").updated == 1)
    #expect(try importText("name,location\ndrill,Workshop\n").added == 1)
  }

  @Test func `a file without places finds an item wherever it has been moved`() throws {
    try database.save(.drill)
    #expect(try importText("name,quantity\nDrill,9\n").updated == 1)
    #expect(try database.item(sku: "T-100")?.location == "Workshop")
  }

  @Test func `a row that several items can be is a problem of its line`() throws {
    try database.save(.drill)
    try database.save(.lamp.with { $0.name = "Drill" })
    let rejection = #expect(throws: ImportRejection.self) {
      try importText("name,quantity\nSaw,1\nDrill,9\n")
    }
    #expect(
      rejection?.problems == [
        ImportProblem(
          line: 3,
          column: 1,
          problem: "several items can be this “Drill”; expected a SKU that tells which is meant",
          item: "Drill",
          kind: .item
        )
      ]
    )
    // One that is the same in all that the row says is meant.
    #expect(try importText("name,quantity\nDrill,4\n").updated == 1)
    #expect(try database.item(sku: "T-100")?.quantity == 4)
  }

  @Test func `an item is taken by one row only`() throws {
    try database.save(.drill)
    let summary = try importText("name\nDrill\nDrill\n")
    #expect(summary.added == 1)
    #expect(summary.updated == 1)
    // A row with its SKU takes it, too.
    let mixed = try importText("name,sku,quantity\nDrill,T-100,3\nDrill,,5\n")
    #expect(mixed.updated == 2)
    #expect(try database.item(sku: "T-100")?.quantity == 3)
    #expect(try database.item(sku: "ITEM-0001")?.quantity == 5)
  }

  @Test func `known items are skipped, or added again, if that is chosen`() throws {
    try database.save(.drill)
    let text = "name,quantity\nDrill,9\n"
    let skipped = try importText(text) { $0.duplicates = .skip }
    #expect(skipped == ImportSummary(skipped: 1).with { $0.recognised = 1 })
    #expect(try database.item(sku: "T-100")?.quantity == 4)
    #expect(try importText(text) { $0.duplicates = .add }.numbered == 1)
    #expect(try skus() == ["ITEM-0001 Drill", "T-100 Drill"])
  }

  @Test func `a large import finds the items that were there`() throws {
    try database.save(.drill)
    let rows = (0..<BulkWriting.threshold).map {
      "Some thing with a long name so that the file is large: number \($0),Workshop\n"
    }
    let text = "name,location\n" + rows.joined() + "Drill,Workshop\n"
    let summary = try importText(text)
    #expect(summary.added == BulkWriting.threshold)
    #expect(summary.recognised == 1)
    #expect(try importText(text).recognised == BulkWriting.threshold + 1)
    try database.expectSoundLocations()
  }

  @Test func `a row that says nothing to know it by is a problem`() throws {
    let rejection = #expect(throws: ImportRejection.self) {
      try importText("sku,quantity\nS-1,1\n,2\n")
    }
    #expect(
      rejection?.problems.last?.problem
        == "the row has no SKU, barcode or name; expected one of them"
    )
  }

  @Test func `a file that names nothing to know items by is refused`() throws {
    let error = #expect(throws: CsvError.self) { try importText("colour,quantity\nred,1\n") }
    #expect(error?.problem.hasPrefix("no column is “name”") == true)
  }
}

extension ImportSummary {
  fileprivate func with(_ change: (inout ImportSummary) -> Void) -> ImportSummary {
    var summary = self
    change(&summary)
    return summary
  }
}
