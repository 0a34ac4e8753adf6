import InventoryCore
import Testing

@Suite struct ColumnMappingTests {
  @Test(arguments: [
    ("Name", ItemColumn.name), ("ITEM-NUMBER", .sku), ("Art.-Nr.", .sku), ("E A N", .barcode),
    ("Qty.", .quantity), ("Bestand", .quantity), ("Min. Stock", .reorderLevel),
    ("reorder_level", .reorderLevel), ("reorderLevel", .reorderLevel), ("Währung", .currency),
    ("WAHRUNG", .currency), ("Lagerort", .location), ("Category", .tags), ("Bemerkung", .notes),
  ])
  func `names that people use are known`(name: String, column: ItemColumn) {
    #expect(ItemColumn(header: name) == column)
  }

  @Test func `every column is known by its own name`() {
    for column in ItemColumn.allCases {
      #expect(ItemColumn(header: column.header) == column)
    }
    #expect(ItemColumn(header: "") == nil)
    #expect(ItemColumn(header: "colour") == nil)
    #expect(ItemColumn(header: String(repeating: "name", count: 1_000)) == nil)
  }

  @Test func `our own names count more than others, and each column has one meaning`() {
    let mapping = ColumnMapping(guessingFrom: ["Title", "Code", "sku", "name", "colour", "item"])
    #expect(mapping.columns == [nil, nil, .sku, .name, nil, nil])
  }

  @Test func `a meaning goes from one column to another`() {
    var mapping = ColumnMapping(columns: [.name, .sku, nil])
    mapping.set(.name, at: 2)
    #expect(mapping.columns == [nil, .sku, .name])
    mapping.set(nil, at: 1)
    mapping.set(.notes, at: 9)
    #expect(mapping.columns == [nil, nil, .name])
    #expect(mapping.missing(for: .skip) == [])
    #expect(ColumnMapping(columns: [.barcode]).missing(for: .skip) == [.name])
    #expect(ColumnMapping(columns: [.barcode]).missing(for: .update) == [])
    #expect(ColumnMapping(columns: [.quantity]).missing(for: .update) == [.name])
    #expect(ColumnMapping(columns: [.sku]).missing(for: .add) == [.name])
    #expect(ColumnMapping(columns: [.sku]).missing(for: .update) == [])
  }

  @Test func `what is left out is told, and why`() {
    let header = ["Title", "sku", "name", "Colour", " "]
    let mapping = ColumnMapping(guessingFrom: header)
    #expect(
      mapping.notes(header: header) == [
        "“Title” is left out: “name” is the name already.", "“Colour” is left out.",
        "“Column 5” is left out.",
      ]
    )
    #expect(ColumnMapping(guessingFrom: ["sku", "name"]).notes(header: ["sku", "name"]) == [])
  }

  @Test(arguments: [
    ("Asset Tag", 1), (" asset tag", 1), ("2", 1), ("3", 2), ("Größe", 2), ("5", 0),
  ])
  func `a column is found by its name or its number`(name: String, index: Int) {
    #expect(ColumnMapping.index(of: name, in: ["5", "Asset Tag", "größe"]) == index)
  }

  @Test(arguments: ["4", "0", "-1", "Tag", ""])
  func `a column that is not there is not found`(name: String) {
    #expect(ColumnMapping.index(of: name, in: ["a", "Asset Tag", "b"]) == nil)
  }
}
