import Foundation
import InventoryTestSupport
import TestSupport
import Testing

@testable import InventoryCore
@testable import InventorySqlite

@Suite struct FormulaEscapeTests {
  private static let formulas = [
    "=cmd|' /C calc'!A0", "+1", "-2+3", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "＝1",
    "＋1", "－2", "＠SUM(A1)",
  ]

  @Test(arguments: formulas)
  func `a spreadsheet sees text where it would see a formula`(text: String) {
    #expect(FormulaEscape.escape(text, true) == "'\(text)")
    #expect(FormulaEscape.escape(text, false) == text)
    #expect(FormulaEscape.unescape("'\(text)") == text)
  }

  @Test(arguments: ["", "Drill", "'", "''", "'quoted'", "1-2", "a=b", "’=1"])
  func `other texts stay as they are`(text: String) {
    #expect(FormulaEscape.escape(text, true) == text)
    #expect(FormulaEscape.unescape(text) == text)
  }

  @Test(arguments: [true, false])
  func `every text is the same after it was written and read`(isAsked: Bool) {
    var random = FuzzRandom(seed: 1)
    for _ in 0..<20_000 {
      let text = (0..<random.below(6))
        .map { _ in
          random.element(of: ["'", "=", "+", "-", "@", "\t", "\r", "\n", "＝", "a", "’", " ", "\""])
        }
        .joined()
      let written = FormulaEscape.escape(text, isAsked)
      #expect(FormulaEscape.unescape(written) == text, "\(text.debugDescription)")
    }
  }

  @Test(arguments: ["wood;=1+1;nails", "wood\t=1+1"])
  func `a field stays whole where a reader splits at other characters`(text: String) {
    var writer = CsvWriter(escapesFormulas: true)
    writer.write(["A", text])
    #expect(String(decoding: writer.bytes, as: UTF8.self) == "A,\"\(text)\"\r\n")
  }

  @Test(arguments: [true, false])
  func `items with formulas are the same after an export and an import`(isAsked: Bool) throws {
    let directory = try TemporaryDirectory()
    let database = try InventoryDatabase.temporary()
    var items: [Item] = []
    for (index, text) in (Self.formulas + Self.formulas.map { "''\($0)" }).enumerated() {
      // Names are lines.
      let name = "x" + String(String.UnicodeScalarView(text.unicodeScalars.filter { $0 >= " " }))
      items.append(Item(id: .number(index), name: name, sku: "S-\(index)", notes: text))
    }
    items.append(Item(id: .number(99), name: "=1+1", sku: "@SUM", unit: "-m"))
    try database.importItems(items)
    let file = directory.path("out.csv")
    try database.exportItems(toFile: file, options: ExportOptions(escapesFormulas: isAsked))
    let text = try String(contentsOfFile: file, encoding: .utf8)
    #expect(text.contains("'=1+1,'@SUM") == isAsked)
    let copy = try InventoryDatabase.temporary()
    try copy.importItems(fromFile: file, options: \.options)
    for item in items {
      let copied = try #require(try copy.item(sku: item.sku))
      #expect([copied.name, copied.unit, copied.notes] == [item.name, item.unit, item.notes])
    }
  }

  @Test func `a text in a formula is read as the text, and a formula of ours is not`() {
    #expect(FormulaEscape.unescape("=\"0042\"") == "0042")
    #expect(FormulaEscape.unescape("=\"a\"&\"b\"") == "=\"a\"&\"b\"")
    for isAsked in [true, false] {
      #expect(FormulaEscape.escape("=\"0042\"", isAsked) == "'=\"0042\"")
    }
  }
}
