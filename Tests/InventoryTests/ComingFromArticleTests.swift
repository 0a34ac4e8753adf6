import Foundation
import Testing

/// What the articles for people who come from another program say.
@Suite struct `Coming from other programs` {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private static let articles =
    FileManager.default.enumerator(atPath: docs.path)?
    .compactMap { $0 as? String }.filter { $0.hasPrefix("ComingFrom") }.sorted() ?? []

  private static let docs = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "docs")

  /// A block of an article between lines of three backticks.
  private struct Block {
    /// What is behind the backticks.
    let kind: [Substring]
    let text: String
  }

  private func blocks(_ article: String) -> [Block] {
    article.components(separatedBy: "```").enumerated().filter { $0.offset % 2 == 1 }
      .map { _, text in
        let end = text.firstIndex(of: "\n") ?? text.endIndex
        return Block(
          kind: text[..<end].split(separator: " "),
          text: String(text[end...].dropFirst())
        )
      }
  }

  /// The words of a command, some of which are between quotation marks.
  private func words(_ command: String) -> [String] {
    command.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
      .flatMap { index, part in
        index % 2 == 1
          ? [String(part)] : part.split(whereSeparator: \.isWhitespace).map(String.init)
      }
  }

  @Test func `There is an article for each program`() {
    #expect(
      Self.articles == [
        "ComingFromASpreadsheet.md", "ComingFromGrocy.md", "ComingFromHomebox.md",
        "ComingFromSnipeIT.md",
      ]
    )
  }

  /// The items that an article leads to, by its name: name, SKU, quantity in millionths, unit,
  /// price in millionths and currency, reorder level, tags and location.
  private static let items = [
    "ComingFromASpreadsheet.md": [
      "Lamp|ITEM-0002|1000000|||||Box 2", "Lamp cord|ITEM-0003|1000000|||||Box 2",
      "Saw|ITEM-0001|2000000|||||Box 1",
    ],
    "ComingFromGrocy.md": [
      "Flour|ITEM-0001|3000000|Packs|1490000 EUR|1000000|Baking|Pantry",
      "Milk|ITEM-0003|1500000|Litres|1200000 EUR|0||Fridge",
      "Rice|ITEM-0002|2000000|Bags|2990000 EUR|2000000|Staples|Pantry",
    ],
    "ComingFromHomebox.md": [
      "Impact Driver|000-001|1000000||129990000||tools,power|Home / Garage",
      "Kettle|000-002|2000000||39500000|||Home / Kitchen",
    ],
    "ComingFromSnipeIT.md": [
      "EB-2250|AT-1002|0||899900000||Projectors|Berlin",
      "ThinkPad X1|AT-1001|0||1499000000||Laptops|Berlin",
    ],
  ]

  /// The notes of those items that have some, with `/` between the lines.
  private static let notes = [
    "ComingFromASpreadsheet.md": ["Lamp|Farbe: blue", "Saw|Farbe: red"],
    "ComingFromGrocy.md": [
      "Flour|Value: 4.47/Next due date: 2025-03-01/Product description: Type 405",
      "Milk|Value: 1.80/Next due date: 2025-01-04",
      "Rice|Value: 5.98/Next due date: 2026-01-01",
    ],
    "ComingFromHomebox.md": ["Impact Driver|Two batteries/HB.purchase_from: Shop"],
    "ComingFromSnipeIT.md": [
      "EB-2250|Asset Name: Beamer 2/Serial: X9YZ/Status: Ready",
      "ThinkPad X1|Dock included/Serial: PF3ABC/Status: Deployed",
    ],
  ]

  /// The locations with those around them.
  private static let locations = [
    "ComingFromASpreadsheet.md": ["Box 1|", "Box 2|"],
    "ComingFromGrocy.md": ["Fridge|", "Pantry|"],
    "ComingFromHomebox.md": ["Home|", "Home / Garage|Home", "Home / Kitchen|Home"],
    "ComingFromSnipeIT.md": ["Berlin|"],
  ]

  /// Compares the inventory with what an article leads to.
  private func compareItems(_ article: String) async throws {
    let database = folder.file("inventory.sqlite")
    let items = try await Program.query(
      database,
      """
      SELECT item.name, sku, quantityMillionths, unit,
        CASE priceMillionths WHEN 0 THEN '' ELSE trim(priceMillionths || ' ' || currency) END,
        reorderLevelMillionths, replace(tags, char(10), ','), path
      FROM item LEFT JOIN location ON location.id = locationID ORDER BY item.name
      """
    )
    #expect(items == Self.items[article])
    let notes = try await Program.query(
      database,
      "SELECT name, replace(notes, char(10), '/') FROM item WHERE notes <> '' ORDER BY name"
    )
    #expect(notes == Self.notes[article])
    let locations = try await Program.query(
      database,
      """
      SELECT place.path, around.path FROM location AS place
        LEFT JOIN location AS around ON around.id = place.parentID ORDER BY place.path
      """
    )
    #expect(locations == Self.locations[article])
  }

  @Test(arguments: articles)
  func `The commands of an article do what it says`(name: String) async throws {
    let article = try String(contentsOf: Self.docs.appending(path: name), encoding: .utf8)
    var said: String?
    for block in blocks(article) {
      switch block.kind.first {
      case "csv":
        _ = try folder.file(String(block.kind[1]), block.text)
      case "sh":
        let arguments = words(block.text).dropFirst().map { word in
          word.hasSuffix(".csv") ? folder.file(word).path : word
        }
        let outcome = try await Program.runWithoutDisplay(
          ["--database", folder.file("inventory.sqlite").path] + arguments,
          home: folder.url,
          environment: [
            "LC_ALL": "en_GB.UTF-8", "LANGUAGE": "en",
            "XDG_CONFIG_HOME": folder.file("config").path,
          ]
        )
        #expect(outcome.status == 0, "\(block.text)\(outcome.errors)")
        said = outcome.output + outcome.errors
      case "text":
        let said = try #require(said)
        for line in block.text.split(separator: "\n") {
          #expect(said.contains(line), "\(block.text)is not said by the program, but:\n\(said)")
        }
      default:
        Issue.record("a block of an unknown kind: \(block.kind)")
      }
    }
    try await compareItems(name)
  }
}
