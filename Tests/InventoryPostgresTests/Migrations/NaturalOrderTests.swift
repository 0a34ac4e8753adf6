import Foundation
import InventoryPostgres
import PostgresClient
import PostgresTestSupport
import TestSupport
import Testing

@testable import InventoryCore

/// The server orders by the same keys as the program and as a file.
@Suite struct NaturalOrderTests {
  /// The texts whose keys on the server are others than those of the program.
  private func differences(_ texts: [String], _ connection: Connection) async throws -> [String] {
    var differences: [String] = []
    for start in stride(from: 0, to: texts.count, by: 20_000) {
      let part = Array(texts[start..<min(start + 20_000, texts.count)])
      let keys: [[String]] = try await connection.rows(
        """
        SELECT natural_key(content), natural_path_key(content)
        FROM unnest(\(part)) WITH ORDINALITY AS texts (content, place) ORDER BY place
        """
      )
      .map { [try $0.decode(0), try $0.decode(1)] }
      try #require(keys.count == part.count)
      for (text, keys) in zip(part, keys) {
        let own = [text.naturalKey, text.naturalPathKey]
        guard !own.elementsEqual(keys, by: { $0.utf8.elementsEqual($1.utf8) }) else { continue }
        differences.append("\(text.debugDescription): \(own) and \(keys)")
      }
    }
    return differences
  }

  @Test func `the key of every character is the same`() async throws {
    let characters = (1...0x10_FFFF).compactMap { Unicode.Scalar($0) }
      // Those of newer versions of Unicode are as the server knows them.
      .filter { $0.properties.age.map { $0 <= (14, 0) } ?? false }
      .map { "a\($0)1" }
    #expect(characters.count > 140_000)
    let differences = try await differences(characters, connectToInventory())
    #expect(differences.prefix(20) == [], "\(differences.count)")
  }

  @Test func `the keys of texts in many scripts are the same`() async throws {
    var random = FuzzRandom(seed: 35)
    let parts = [
      "Box", "box", "BOX", "Łódź", "straße", "Ærø", "İstanbul", "ıslak", "Ångström", "crème",
      "Ελλάς", "Йод", "ёж", "תפוח", "עִבְרִית", "قطعة", "ورقة", "बक्सा", "กล่อง", "箱", "ボックス", "상자", "Ｂｏｘ",
      "ﬁne", "½", "m²", "№", "①", "e\u{301}", "\u{200F}", "👩‍🔧", "0", "00", "1", "9", "10",
      "007", "123456789", "4006381333931", "٠", "١٢", "२", "５", "๓", " ", " / ", "-", ".", "/", "_",
      "!", "~", "\t",
    ]
    let texts = (0..<100_000).map { _ in
      (0...Int.random(in: 0...8, using: &random))
        .map { _ in parts.randomElement(using: &random) ?? "" }.joined()
    }
    let differences = try await differences(texts, connectToInventory())
    #expect(differences.prefix(20) == [], "\(differences.count)")
  }

  @Test func `an inventory of before is put in order`() async throws {
    let connection = try await connectToEmptyDatabase()
    let old = Migration.all.prefix { $0.name != "natural order" }
    try await Migrator.migrate(connection, migrations: Array(old))
    try await connection.execute(script: "SET search_path = inventory")
    try await connection.execute(
      script: """
        INSERT INTO location (name) VALUES ('Shelf 10'), ('Shelf 2');
        INSERT INTO item (id, sku, name, location_id)
        SELECT gen_random_uuid(), 'S-' || i, 'Box ' || i, i % 2 + 1 FROM generate_series(8, 11) AS i
        """
    )
    try await Migrator.migrate(connection)
    #expect(
      try await connection.value("SELECT array_agg(name ORDER BY name_key) FROM item")
        == ["Box 8", "Box 9", "Box 10", "Box 11"]
    )
    #expect(
      try await connection.value("SELECT array_agg(sku ORDER BY sku_key) FROM item")
        == ["S-8", "S-9", "S-10", "S-11"]
    )
    #expect(
      try await connection.value("SELECT array_agg(name ORDER BY path_key) FROM location")
        == ["Shelf 2", "Shelf 10"]
    )
  }

  @Test func `names and SKUs of any length can be ordered`() async throws {
    let connection = try await connectToEmptyDatabase()
    let old = Migration.all.prefix { $0.name != "natural order" }
    try await Migrator.migrate(connection, migrations: Array(old))
    try await connection.execute(script: "SET search_path = inventory")
    var random = FuzzRandom(seed: 7)
    // The keys of such texts are longer than the texts, and cannot be made smaller.
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")
    let text = String((0..<1_900).map { _ in random.element(of: letters) })
    let insertion: SQL = "INSERT INTO item (id, sku, name) VALUES (\(UUID()), \(text), \(text))"
    try await connection.execute(insertion)
    try await Migrator.migrate(connection)
    let longer = text + String(text.reversed().prefix(600))
    try await connection.execute(
      "INSERT INTO item (id, sku, name) VALUES (\(UUID()), \(longer), \(longer))"
    )
    #expect(try await connection.value("SELECT count(*) FROM item WHERE name_key <> ''") == 2)
  }
}
