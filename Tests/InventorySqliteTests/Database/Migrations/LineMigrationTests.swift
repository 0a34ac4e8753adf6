import Foundation
import InventoryTestSupport
import Testing

@testable import InventoryCore
@testable import InventorySqlite

/// Texts of several lines, which earlier versions have stored.
@Suite struct LineMigrationTests {
  @Test func `texts of several lines become lines, unless another one is called so`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("inventory.sqlite")
    let dump = packageURL("Tests/Fixtures/Databases/11-natural-order.sql")
    try sqlite(path, String(contentsOf: dump, encoding: .utf8))
    try sqlite(
      path,
      """
      PRAGMA foreign_keys = ON; DELETE FROM item; DELETE FROM location;
      INSERT INTO location (id, parentID, name, path, pathOrder) VALUES
        (1, NULL, 'Cold' || char(10) || ' room', 'Cold' || char(10) || ' room', ''),
        (2, 1, 'Box', 'Cold' || char(10) || ' room / Box', ''),
        (3, NULL, 'Attic', 'Attic', 'attic'),
        (4, NULL, 'Attic' || char(9), 'Attic' || char(9), ''),
        (5, NULL, 'A' || char(10) || '/ B', 'A' || char(10) || '/ B', '');
      INSERT INTO item (id, sku, name, quantityMillionths, priceMillionths, locationID, tags, unit,
        barcode, nameOrder, skuOrder, createdAt, changedAt) VALUES
        ('00000000-0000-0000-0000-000000000001', 'A' || char(10) || '1', 'Long' || char(13, 10)
          || 'saw ', 0, 0, 2, 'old' || char(8232) || 'tool' || char(10) || 'OLD tool',
          'a' || char(9) || 'b', '1' || char(10), '', '', 0, 0),
        ('00000000-0000-0000-0000-000000000002', 'B' || char(10), 'Two', 0, 0, 4, '', '', '', '',
          '', 0, 0),
        ('00000000-0000-0000-0000-000000000003', 'B', ' Spaces ', 0, 0, 5, '', '', '', '', '', 0, 0);
      INSERT INTO itemTag (itemKey, tagKey) SELECT key, 'former' FROM item WHERE name <> 'Two';
      """
    )
    let database = try InventoryDatabase(path: path)
    let items = try database.items().sorted { $0.id.uuidString < $1.id.uuidString }
    #expect(items.map(\.sku) == ["A 1", "B\n", "B"])
    #expect(items.map(\.name) == ["Long saw", "Two", " Spaces "])
    #expect(items[0].barcode == "1" && items[0].unit == "a b")
    #expect(items[0].tags == ["old tool"])
    #expect(items.map(\.location) == ["Cold room / Box", "Attic\t", "A\n/ B"])
    #expect(
      try sqlite(path, "SELECT tagKey FROM itemTag JOIN item ON key = itemKey WHERE sku = 'A 1'")
        == "old tool\n"
    )
    #expect(
      try sqlite(
        path,
        "SELECT nameOrder = 'long saw' || char(2) || 'L' FROM item WHERE sku = 'A 1'"
      )
        == "1\n"
    )
    #expect(try database.items(ItemQuery(searchText: "cold room box")).map(\.sku) == ["A 1"])
    #expect(try sqlite(path, "PRAGMA integrity_check; PRAGMA foreign_key_check") == "ok\n")
  }
}
