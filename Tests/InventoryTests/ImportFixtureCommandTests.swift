import Foundation
import Testing

/// The files of `Tests/Fixtures/Import` on the command line.
@Suite struct `Importing files as people have them` {
  /// An item, as a file of expectations and the database say it.
  private struct Row: Decodable, Equatable {
    var sku: String
    var name: String
    var quantity: Decimal
    var price: String
    var currency: String
    var barcode: String?
    var unit: String?
    var reorderLevel: Decimal?
    var location: String?
    var tags: [String]?
    var notes: String?

    /// The same with nothing left out, and the price in millionths.
    var filled: Row {
      var row = self
      let price = (Decimal(string: price) ?? -1) * 1_000_000
      row.price = "\(price)"
      row.barcode = barcode ?? ""
      row.unit = unit ?? ""
      row.location = location ?? ""
      row.tags = tags ?? []
      row.notes = notes ?? ""
      return row
    }
  }

  private struct Expectation: Decodable {
    var locale: String
    var items: [Row]?
    var comma: [Row]?
    var point: [Row]?
    var unmapped: String?
  }

  static let folder = URL(filePath: #filePath)
    .appending(path: "../../Fixtures/Import").standardized

  static let files: [String] = {
    let ending = ".expected.json"
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    return (names ?? []).filter { $0.hasSuffix(ending) }.map { String($0.dropLast(ending.count)) }
      .sorted()
  }()

  @Test(arguments: files)
  func `A file becomes what it says, or is refused with status 2`(name: String) async throws {
    let expected = try JSONDecoder().decode(
      Expectation.self,
      from: Data(contentsOf: Self.folder.appending(path: name + ".expected.json"))
    )
    let options = expected.unmapped.map { ["--unmapped", $0] } ?? []
    if let items = expected.items {
      try await expect(items, name, expected.locale, options)
      return
    }
    let folder = try TemporaryFolder()
    let refused = try await importFile(name, folder, expected.locale, options)
    #expect(refused.status == 2, "\(refused)")
    #expect(try await items(folder) == [])
    for (mark, items) in [("comma", expected.comma), ("point", expected.point)] {
      guard let items else { continue }
      try await expect(items, name, expected.locale, ["--decimal", mark])
    }
  }

  private func expect(
    _ expected: [Row],
    _ name: String,
    _ locale: String,
    _ options: [String]
  ) async throws {
    let folder = try TemporaryFolder()
    let outcome = try await importFile(name, folder, locale, options)
    #expect(outcome.status == 0, "\(outcome)")
    #expect(try await items(folder) == expected.map(\.filled))
  }

  private func importFile(
    _ name: String,
    _ folder: TemporaryFolder,
    _ locale: String,
    _ options: [String]
  ) async throws -> Program.Outcome {
    try await Program.runWithoutDisplay(
      [
        "--database", folder.file("inventory.sqlite").path, "--import",
        Self.folder.appending(path: name).path,
      ] + options,
      home: folder.url,
      environment: ["LC_ALL": "\(locale).UTF-8", "LANGUAGE": "en"]
    )
  }

  private func items(_ folder: TemporaryFolder) async throws -> [Row] {
    let rows = try await Program.query(
      folder.file("inventory.sqlite"),
      """
      SELECT json_object('sku', sku, 'name', item.name,
        'quantity', quantityMillionths / 1000000.0,
        'price', CAST(priceMillionths AS TEXT), 'currency', currency, 'barcode', barcode,
        'unit', unit, 'reorderLevel', reorderLevelMillionths / 1000000.0, 'location', IFNULL(path, ''),
        'tags', json((SELECT json_group_array(value) FROM json_each(
          '["' || REPLACE(REPLACE(tags, '"', '\\"'), char(10), '","') || '"]') WHERE value <> '')),
        'notes', notes)
      FROM item LEFT JOIN location ON location.id = item.locationID ORDER BY sku
      """
    )
    return try rows.map { try JSONDecoder().decode(Row.self, from: Data($0.utf8)) }
  }
}
