import Foundation
import InventoryCore
import InventoryPostgres
import PostgresClient
import PostgresTestSupport
import Testing

@Suite struct SearchTableTests {
  @Test func `items are found by prefixes without case and accents`() async throws {
    let connection = try await connectToInventory()
    try await connection.execute(
      """
      INSERT INTO item (id, sku, name, tags, notes)
      VALUES (\(UUID()), 'AB-123', 'Schraube M6×20 Kreuzschlitz Édition', '{Stahl,"fein/grob"}',
        'in_der_Kiste')
      """
    )
    func isFound(_ words: String) async throws -> Bool? {
      try await connection.value(
        "SELECT count(*) = 1 FROM item WHERE search @@ search_query(\(words))"
      )
    }
    for words in ["schrau EDIT", "ab-12", "AB", "123", "m6", "20", "stahl grob", "kist", "édi"] {
      #expect(try await isFound(words) == true, "\(words)")
    }
    for words in ["raube", "ab-23", "-", "", "-123 4"] {
      #expect(try await isFound(words) == false, "\(words)")
    }
  }

  @Test func `numbers that are no digits are found, also in what was there before`() async throws {
    let connection = try await connectToEmptyDatabase()
    let old = Migration.all.prefix { $0.name != "numbers in searches" }
    try await Migrator.migrate(connection, migrations: Array(old))
    try await connection.execute(script: "SET search_path = inventory")
    try await connection.execute("INSERT INTO location (name) VALUES ('❷')")
    try await connection.execute(
      "INSERT INTO item (id, sku, name, tags) VALUES (\(UUID()), 'a', '〇型', '{❶}')"
    )
    func isFound(_ text: String) async throws -> Bool? {
      try await connection.value(
        """
        SELECT EXISTS (SELECT FROM item WHERE search @@ search_query(\(text)))
          OR EXISTS (SELECT FROM location WHERE search @@ search_query(\(text)))
        """
      )
    }
    for text in ["〇", "❶", "❷"] { #expect(try await isFound(text) != true, "\(text)") }
    try await Migrator.migrate(connection)
    for text in ["〇", "〇型", "❶", "❷"] { #expect(try await isFound(text) == true, "\(text)") }
    #expect(try await isFound("型") == false)
  }

  @Test func `locations are found by the words of their paths`() async throws {
    let connection = try await connectToInventory()
    try await connection.execute("INSERT INTO location (name) VALUES ('Büro')")
    try await connection.execute("INSERT INTO location (name, parent_id) VALUES ('Fach-7', 1)")
    let found: SQL = "SELECT array_agg(id ORDER BY id) FROM location WHERE search @@ "
    #expect(try await connection.value(found + "search_query('buro')") == [1, 2])
    #expect(try await connection.value(found + "search_query('bür 7')") == [2])
    try await connection.execute("UPDATE location SET name = 'Lager' WHERE id = 1")
    #expect(try await connection.value(found + "search_query('lager')") == [1, 2])
  }

  @Test func `no text is too long for the search`() async throws {
    let connection = try await connectToInventory()
    let numbers = (0..<200_000).map(String.init).joined(separator: " ")
    let texts = [
      String(repeating: "a", count: 1_000_000), String(repeating: "ﷺ", count: 300_000),
      String(repeating: "🄰𐐀", count: 120_000), String(numbers.prefix(1_000_000)),
    ]
    for (index, notes) in texts.enumerated() {
      try await connection.execute(
        "INSERT INTO item (id, sku, name, notes) VALUES (\(UUID()), \("\(index)"), 'n', \(notes))"
      )
    }
    #expect(
      try await connection.value(
        "SELECT count(*) FROM item WHERE search @@ search_query(\(String(texts[0].prefix(2_000))))"
      ) == 1
    )
  }

  @Test func `texts are folded as the file folds them`() async throws {
    let connection = try await connectToInventory()
    let texts = [
      "Screw M6", "ÄÖÜ äöü ß", "Édition Ñandú çà", "ＡＢＣ１２", "Ångström", "Ελλάδα ΣΟΦΟΣ",
      "Привет Ёж", "İstanbul", "naïve café", "Øre Łódź", "日本語", "ｶﾀｶﾅ",
    ]
    for text in texts {
      // What is composed is compared as Swift compares it, not byte by byte.
      #expect(try await connection.value("SELECT folded(\(text))") == text.folded, "\(text)")
    }
  }

  @Test func `marks of Hebrew and Arabic do not count, as they do in a file`() async throws {
    let connection = try await connectToInventory()
    #expect(try await connection.value("SELECT folded('שָׁלוֹם')") == "שלום")
    #expect(try await connection.value("SELECT folded('مَرْحَبًا')") == "مرحبا")
  }

  @Test func `the order of names is that of the file`() async throws {
    let connection = try await connectToInventory()
    let names = ["M10", "m9", "Öse", "Ofen", "M2", "a", "B", "Zebra", "äh", "[x]"]
    for (index, name) in names.enumerated() {
      try await connection.execute(
        "INSERT INTO item (id, sku, name) VALUES (\(UUID()), \("\(index)"), \(name))"
      )
    }
    #expect(
      try await connection.value("SELECT array_agg(name ORDER BY name_key) FROM item")
        == names.sortedNaturally(by: { $0 })
    )
  }
}
