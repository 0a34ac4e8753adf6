import Foundation
import InventoryCore
import InventoryTestSupport
import Testing

/// Items on their way from files into the inventory, and back.
@Suite struct TransferClientTests {
  private let directory: TemporaryDirectory
  private let file: URL

  init() throws {
    directory = try TemporaryDirectory()
    file = directory.url.appending(path: "items.csv")
  }

  private func options(
    _ text: String,
    _ duplicates: DuplicatePolicy? = nil
  ) async throws -> ImportOptions {
    try Data(text.utf8).write(to: file)
    var options = try await ImportFileReader.liveValue.preview(file, ImportRequest(), .plain)
      .options
    if let duplicates { options.duplicates = duplicates }
    return options
  }

  private func importItems(
    _ inventory: OpenInventory,
    _ options: ImportOptions
  ) async throws -> ImportSummary {
    var summary: ImportSummary?
    for try await event in inventory.clients.transfer.importItems(file, options) {
      if case .finished(let outcome) = event { summary = outcome }
    }
    return try #require(summary)
  }

  @Test(arguments: Engine.all, [FileFormat.csv, .json])
  func `what is exported is imported elsewhere as it was`(
    engine: Engine,
    format: FileFormat
  ) async throws {
    let items = [
      Item.drill.with {
        $0.tags = ["18 V", "tool"]
        $0.notes = "Two\nlines, “quoted” \"so\""
        $0.reorderLevel = 2
      },
      .hammer.with { $0.price = Money(millionths: 1_234_567) }, .lamp,
    ]
    let source = try await engine.open(with: items)
    var written: Int?
    for try await event in source.clients.transfer.exportItems(file, ExportOptions(format: format))
    {
      if case .finished(let count) = event { written = count }
    }
    #expect(written == 3)
    let target = try await engine.open()
    let preview = try await ImportFileReader.liveValue.preview(file, ImportRequest(), .plain)
    let summary = try await importItems(target, preview.options)
    #expect((summary.added, summary.badRows) == (3, 0))
    // An import gives items identities of their own.
    let imported = try await target.items()
    for (item, original) in zip(imported, try await source.items()) {
      #expect(ItemEdit(original: original, edited: item).changedFields == [])
    }
    #expect(imported.count == 3)
  }

  @Test(
    arguments: Engine.all,
    [
      (DuplicatePolicy.update, 1, 1, 0, "Big drill"), (.skip, 1, 0, 1, "Drill"),
    ]
  )
  func `an item that is there is updated or skipped`(
    engine: Engine,
    expected: (
      duplicates: DuplicatePolicy, added: Int, updated: Int, skipped: Int, name: String
    )
  ) async throws {
    let inventory = try await engine.open(with: [.drill])
    let options = try await options(
      "sku,name,quantity,location\nT-100,Big drill,9,Workshop\nN,New,3,Attic / Box\n",
      expected.duplicates
    )
    // What it would do, and nothing else.
    let trial = try await inventory.clients.transfer.tryImport(file, options)
    #expect(try await inventory.items() == [.drill])
    let summary = try await importItems(inventory, options)
    #expect(
      (summary.added, summary.updated, summary.skipped)
        == (expected.added, expected.updated, expected.skipped)
    )
    #expect(
      (trial.added, trial.updated, trial.skipped) == (
        summary.added, summary.updated, summary.skipped
      )
    )
    let drill = try await inventory.clients.items.item(Item.drill.id)
    #expect(drill?.name == expected.name)
    #expect(drill?.notes == "18 V")
    let new = try await inventory.clients.items.itemWithSku("N")
    #expect(new?.location == "Attic / Box" && new?.quantity == 3)
    #expect(try await inventory.items(ItemQuery(searchText: "box")).map(\.sku) == ["N"])
    #expect(try await inventory.locationID("Attic / Box") > 0)
    let movements = try await inventory.clients.movements.history(#require(new).id, 5)
    #expect(movements.levels.map(\.quantity) == [3])
  }

  @Test(arguments: Engine.all, [0, 5_000])
  func `rows whose texts are joined to one line are counted`(
    engine: Engine,
    others: Int
  ) async throws {
    let inventory = try await engine.open(with: [.drill])
    let rows = (0..<others).map { "S\($0),Saw\n" }.joined()
    var options = try await options(
      "sku,name\nT-100,\"Cordless\ndrill\"\nA,\"Two\n lines\"\nA,\"Two\nlines\"\nB,Plain\n\(rows)"
    )
    options.leavesOutProblems = true
    #expect(try await inventory.clients.transfer.tryImport(file, options).joinedLines == 2)
    let summary = try await importItems(inventory, options)
    #expect((summary.updated, summary.added, summary.badRows) == (1, 2 + others, 1))
    #expect(summary.joinedLines == 2)
    #expect(try await inventory.clients.items.itemWithSku("A")?.name == "Two lines")
  }

  @Test(arguments: Engine.all)
  func `texts that differ by case and accents only from stored ones are found at once`(
    engine: Engine
  ) async throws {
    let items = [
      Item.drill.with {
        $0.sku = "É-007"
        $0.location = "Garage"
        $0.tags = ["Tool"]
      },
      .hammer.with {
        $0.sku = "ab"
        $0.location = "GARAGE"
      },
      .lamp.with {
        $0.sku = "AB"
        $0.location = "GARAGE"
      },
    ]
    let inventory = try await engine.open(with: items)
    let others = (0..<600).map { "N\($0),Saw,,\n" }.joined()
    let options = try await options(
      "sku,name,location,tags\n\(others)e\u{301}-007,Drill,garage / New,TOOL\nＥ-7,Saw,GARAGE / New,\n"
        + "aB,Saw,Garage,\nAB,Saw,,\n"
    )
    let texts = try await ImportFileReader.liveValue.texts(file, options)
    let found = try await inventory.clients.transfer.similarTexts(texts)
    #expect(found.map(\.text) == ["e\u{301}-007", "aB", "TOOL", "garage / New"])
    #expect(found[0].other == "É-007")
    #expect(["ab", "AB"].contains(found[1].other))
    #expect(found[2...].map(\.other) == ["Tool", "GARAGE / New"])
    #expect(found.map(\.isStored) == [true, true, true, true])
  }

  @Test(arguments: Engine.all)
  func `rows are left out by the kinds of their problems`(engine: Engine) async throws {
    let inventory = try await engine.open(with: [.drill])
    var options = try await options(
      "sku,name,quantity,price\nA,First,1,1\nB,Second,-1,1\nC,Third,x,y\nA,Fourth,2,1\n"
    )
    let trial = try await inventory.clients.transfer.tryImport(file, options)
    let kinds = trial.badRowCounts.kinds
    #expect(kinds.map(\.kind) == [.column(.quantity), .column(.price), .repeated])
    #expect(kinds.map(\.rows) == [2, 1, 1])
    options.leftOutProblems = [.column(.quantity), .repeated]
    let rejection = await #expect(throws: ImportRejection.self) {
      try await importItems(inventory, options)
    }
    #expect(rejection?.badRows == 3)
    #expect(rejection?.badRowCounts == trial.badRowCounts)
    #expect(try await inventory.items() == [.drill])
    options.leftOutProblems.insert(.column(.price))
    let summary = try await importItems(inventory, options)
    #expect((summary.added, summary.badRows) == (1, 3))
  }

  @Test(arguments: Engine.all)
  func `an import is all or nothing`(engine: Engine) async throws {
    let inventory = try await engine.open(with: [.drill])
    let options = try await options("sku,name,quantity\nA,First,1\nB,Second,-1\nA,Third,2\n")
    let rejection = await #expect(throws: ImportRejection.self) {
      try await importItems(inventory, options)
    }
    #expect(rejection?.badRows == 2)
    #expect(rejection?.problems.map(\.line) == [3, 4])
    #expect(try await inventory.items() == [.drill])
    let trial = try await inventory.clients.transfer.tryImport(file, options)
    #expect((trial.added, trial.badRows) == (1, 2))
  }

  @Test(arguments: Engine.all)
  func `items without a SKU are recognised, or get the next numbers`(
    engine: Engine
  ) async throws {
    let inventory = try await engine.open(with: [.drill.with { $0.barcode = "4006381333931" }])
    var options = try await options(
      "name,barcode,quantity\nDriller,4006381333931,7\nNew,,1\n",
      .update
    )
    options.skuPattern = try #require(SkuPattern("N-{001}"))
    let summary = try await importItems(inventory, options)
    #expect((summary.added, summary.updated, summary.recognised) == (1, 1, 1))
    #expect(try await inventory.clients.items.item(Item.drill.id)?.name == "Driller")
    #expect(try await inventory.clients.items.itemWithSku("N-001")?.name == "New")
  }

  @Test(arguments: Engine.all)
  func `empty cells and placeholders leave an item as it is`(engine: Engine) async throws {
    let full = Item.drill.with {
      $0.barcode = "4006381333931"
      $0.unit = "pcs"
      $0.reorderLevel = 2
      $0.currency = "EUR"
      $0.tags = ["tool"]
    }
    let inventory = try await engine.open(with: [full])
    let header = "sku,name,barcode,quantity,unit,reorder level,price,currency,location,tags,notes"
    for cells in [",,,,,,,,", "N/A,-,none,n/a,?,-,n/a,-,"] {
      let options = try await options("\(header)\nT-100,Power drill,\(cells)\n")
      #expect(try await importItems(inventory, options).updated == 1)
      #expect(try await inventory.items() == [full.with { $0.name = "Power drill" }])
    }
    var options = try await options("\(header)\nT-100,Drill,,,,,,,,,\n")
    options.emptiesFields = true
    #expect(try await importItems(inventory, options).updated == 1)
    #expect(
      try await inventory.items() == [
        Item(id: full.id, name: "Drill", sku: "T-100", quantity: 4, price: full.price)
      ]
    )
  }

  @Test(arguments: Engine.all, ["sku,Colour\nT-100,red\n", "sku,Colour,notes\nT-100,red,\n"])
  func `lines of columns without a meaning come to notes, and the others stay`(
    engine: Engine,
    text: String
  ) async throws {
    let inventory = try await engine.open(with: [.drill])
    var options = try await options(text)
    options.mapping.set(nil, at: 1)
    options.unmapped = .notes
    #expect(try await importItems(inventory, options).updated == 1)
    #expect(try await inventory.items().map(\.notes) == ["18 V\nColour: red"])
    var next = try await self.options(text.replacing("red", with: ""))
    next.mapping.set(nil, at: 1)
    next.unmapped = .notes
    #expect(try await importItems(inventory, next).updated == 1)
    #expect(try await inventory.items().map(\.notes) == ["18 V\nColour: red"])
  }

  @Test(arguments: Engine.all)
  func `a unit beside a quantity is that of the item`(engine: Engine) async throws {
    let inventory = try await engine.open(with: [.drill.with { $0.unit = "box" }])
    let options = try await options("sku,name,qty\nT-100,Drill,5\nS-1,Milk,3 bottles\nS-2,Nut,2x\n")
    #expect(try await importItems(inventory, options).updated == 1)
    let items = try await inventory.items().sorted { $0.sku < $1.sku }
    #expect(items.map(\.quantity) == [3, 2, 5])
    #expect(items.map(\.unit) == ["bottles", "", "box"])
  }

  @Test(arguments: Engine.all)
  func `what stands for nothing makes no two things one`(engine: Engine) async throws {
    let inventory = try await engine.open()
    for (name, code) in [
      ("Hammer", "N/A"), ("Saw", "N/A"), ("Axe", "0"), ("Pen", "Does not apply"),
    ] {
      let options = try await options("Item,Asset Tag,EAN,Qty\n\(name),\(code),\(code),2\n")
      #expect(try await importItems(inventory, options).added == 1)
    }
    let items = try await inventory.items()
    #expect(Set(items.map(\.name)) == ["Hammer", "Saw", "Axe", "Pen"])
    #expect(items.allSatisfy { $0.barcode.isEmpty && $0.sku.hasPrefix("ITEM-") })
    let options = try await options("Item,EAN,Qty\nPen,4.00638E+12,2\n")
    await #expect(throws: ImportRejection.self) { try await importItems(inventory, options) }
  }

  @Test(arguments: Engine.all)
  func `an import that nobody waits for changes nothing`(engine: Engine) async throws {
    let inventory = try await engine.open()
    let rows = (0..<20_000).map { "S-\($0),Item \($0),1\n" }.joined()
    let options = try await options("sku,name,quantity\n\(rows)")
    let run = Task {
      for try await _ in inventory.clients.transfer.importItems(file, options) {}
    }
    run.cancel()
    _ = await run.result
    // Another import waits until the one before has ended.
    let next = try await self.options("sku,name,quantity\nX,Next,1\n")
    #expect(try await importItems(inventory, next).added == 1)
    #expect(try await inventory.items().map(\.sku) == ["X"])
  }

  @Test(arguments: Engine.all)
  func `the list of what is to be ordered has what is low`(engine: Engine) async throws {
    let low = Item.lamp.with { $0.reorderLevel = 5 }
    let inventory = try await engine.open(with: [.drill, low])
    var written: Int?
    let options = ExportOptions(.reorderList, format: .csv)
    for try await event in inventory.clients.transfer.exportItems(file, options) {
      if case .finished(let count) = event { written = count }
    }
    #expect(written == 1)
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(text.contains("Lamp") && !text.contains("Drill"))
  }

  @Test(arguments: Engine.all, [DuplicatePolicy.add, .update])
  func `one import follows another`(engine: Engine, duplicates: DuplicatePolicy) async throws {
    let inventory = try await engine.open()
    for text in ["name,quantity\nSaw,1\n", "name,quantity\nPlane,2\nChisel,3\n"] {
      _ = try await importItems(inventory, options(text, duplicates))
    }
    #expect(try await inventory.items().map(\.name) == ["Chisel", "Plane", "Saw"])
  }
}
