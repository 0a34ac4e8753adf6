import Foundation
import InventorySqlite
import InventoryTestSupport
import Testing

@testable import InventoryCore

/// Files that the program has written, imported into an empty inventory.
@Suite struct RoundTripTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  /// Texts that mean something else in the files of other programs.
  static let texts = [
    "0", "00", "0042", "NA", "n/a", "-", "--", "?", "none", "unknown", "\"", "''", "„", "ditto",
    "id.",
    "Total", "Subtotal", "Grand Total", "Sum:", "name", "sku", "=1+1", "+1", "-1", "@x", "'", "'=1",
    "'0042", "=\"0042\"", "=\"", "4.00638E+12", "[9780306406157]", "Rack > 2", "Rack -> 2", "A\\B",
    "A/B", "a|b", "a;b", "1.234", "1,234", "12.", "TRUE", "#N/A", "#REF!", "{…}", "sep=;", "---",
    ":-:",
    "Shelf (https://www.notion.so/Shelf-1)", "_x000D_", "_x005F_", "&amp;", "<b>", "]]>",
    "\u{FEFF}x",
    "ä", "ẞ", "日本", "👩‍🔧", "e\u{301}", "\u{301}", "½", "2026-01-31", "5 pcs", "€ 5", "null",
    "3 Stück",
    "קופסה", "\u{200F}x",
  ]

  /// Texts with blanks at their ends and line breaks, which only notes may have.
  static let looseTexts =
    texts + [
      " x", "x ", "  two  blanks ", "a\nb", "a\r\nb", "a\rb", "\n", "a\n\nb\n", "\tx", "Total\n5",
      "-\n-", "\u{A0}x",
    ]

  static let formats: [(FileFormat, Bool)] = [
    (.csv, false), (.csv, true), (.tsv, false), (.json, false), (.xlsx, false), (.ods, false),
  ]

  @Test(arguments: formats)
  func `what is exported comes back as it was, whatever is in its texts`(
    format: FileFormat,
    escapesFormulas: Bool
  ) throws {
    var generator = Generator(state: 42)
    for round in 0..<3 {
      let items = (0..<100).map { item(of: $0, in: round, &generator) }
      try expectSame(items, format, escapesFormulas)
    }
  }

  /// The first row of a file is looked at more closely than others, and a single one decides.
  @Test(arguments: [FileFormat.csv, .json, .ods])
  func `a single item comes back as it was`(format: FileFormat) throws {
    for (index, text) in ["0", "-", "\"", "Total", "n/a", "name", "=1+1", "a;b", "A\\B"]
      .enumerated()
    {
      let item = Item(
        id: .number(index),
        name: text,
        sku: text,
        barcode: text,
        quantity: 5,
        unit: text,
        location: text,
        tags: [text],
        notes: text
      )
      try expectSame([item], format, false)
    }
  }

  private func item(of index: Int, in round: Int, _ generator: inout Generator) -> Item {
    func text(_ texts: [String]) -> String { texts.randomElement(using: &generator) ?? "" }
    func maybe(_ texts: [String]) -> String {
      Bool.random(using: &generator) ? text(texts) : ""
    }
    let tags = (0..<Int.random(in: 0...2, using: &generator)).map { _ in
      // No tag has a comma.
      text(Self.texts).replacing(",", with: " ")
    }
    return Item(
      id: .number(round * 1_000 + index),
      name: text(Self.texts),
      sku: Bool.random(using: &generator) || index >= Self.texts.count
        ? "S\(index)\(text(Self.texts))" : Self.texts[index],
      barcode: maybe(Self.texts),
      quantity: [0, 1, 1_000, 1_234][Int.random(in: 0...3, using: &generator)],
      unit: maybe(Self.texts),
      reorderLevel: Bool.random(using: &generator) ? 3 : nil,
      price: Money(thousandths: Int64.random(in: 0...3_000, using: &generator)),
      currency: ["", "EUR", "KWD", "JPY"].randomElement(using: &generator) ?? "",
      location: maybe(Self.texts + ["A / B", "Rack > 2 / Box"]),
      tags: Set(tags.map(\.folded)).count == tags.count ? tags : [],
      notes: maybe(Self.looseTexts)
    )
  }

  /// Checks that an export of items, imported into an empty inventory, makes the same export.
  private func expectSame(
    _ items: [Item],
    _ format: FileFormat,
    _ escapesFormulas: Bool,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let options = ExportOptions(format: format, escapesFormulas: escapesFormulas)
    let original = try InventoryDatabase.temporary()
    try original.importItems(items)
    let file = directory.path("out.\(format.rawValue)")
    try original.exportItems(toFile: file, options: options)
    let copy = try InventoryDatabase.temporary()
    do {
      try copy.importItems(fromFile: file, options: \.options, locale: Locale(identifier: "de_DE"))
    } catch {
      Issue.record("\(error)", sourceLocation: sourceLocation)
      return
    }
    // Items that were added in the same moment have no order of their own.
    let written = { (database: InventoryDatabase, name: String) in
      let file = directory.path(name)
      try database.exportItems(toFile: file, options: ExportOptions(format: .json))
      return try String(contentsOfFile: file, encoding: .utf8)
    }
    let (before, after) = (try written(original, "a.json"), try written(copy, "b.json"))
    #expect(before.lines == after.lines, sourceLocation: sourceLocation)
    let again = directory.path("again.\(format.rawValue)")
    try copy.exportItems(toFile: again, options: options)
    if format.rawValue != "xlsx", format.rawValue != "ods" {
      #expect(
        try Data(contentsOf: URL(filePath: file)) == Data(contentsOf: URL(filePath: again)),
        sourceLocation: sourceLocation
      )
    }
  }
}

extension String {
  fileprivate var lines: Set<Substring> { Set(split(separator: "\n")) }
}

/// The same random numbers in each run.
private struct Generator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 29)
  }
}
