import Foundation
import InventoryTestSupport
import Testing

@testable import InventoryCore
@testable import InventorySqlite

/// Files as people have them, each with what is to become of it: `Tests/Fixtures/Import`.
@Suite struct ImportFixtureTests {
  /// What is to become of a file.
  private struct Expectation: Decodable {
    struct Row: Decodable {
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

      func item(id: UUID) throws -> Item {
        Item(
          id: id,
          name: name,
          sku: sku,
          barcode: barcode ?? "",
          quantity: try #require(Quantity("\(quantity)")),
          unit: unit ?? "",
          reorderLevel: try reorderLevel.map { try #require(Quantity("\($0)")) },
          price: try #require(Money(price)),
          currency: currency,
          location: location ?? "",
          tags: tags ?? [],
          notes: notes ?? ""
        )
      }
    }

    /// The locale of the user.
    var locale: String
    /// The items, by their SKU.
    var items: [Row]?
    /// The lines with problems.
    var problems: [Int]?
    /// The columns that can be read in two ways, and the items in each of them, unless that is a
    /// problem.
    var doubt: [String]?
    var comma: [Row]?
    var point: [Row]?
    /// What becomes of columns without a meaning.
    var unmapped: UnmappedColumns?
    /// Is "doubt" if nobody knows whether the first row has names.
    var header: String?
  }

  private static let folder = packageURL("Tests/Fixtures/Import")

  static let files: [String] = {
    let ending = ".expected.json"
    let names = try? FileManager.default.contentsOfDirectory(
      atPath: folder.path(percentEncoded: false)
    )
    return (names ?? []).filter { $0.hasSuffix(ending) }.map { String($0.dropLast(ending.count)) }
      .sorted()
  }()

  @Test func `there are files`() {
    #expect(Self.files.count >= 130)
  }

  @Test(arguments: files)
  func `a file becomes what it says, or is asked about`(name: String) throws {
    let file = Self.folder.appending(path: name)
    let expected = try JSONDecoder().decode(
      Expectation.self,
      from: Data(contentsOf: Self.folder.appending(path: name + ".expected.json"))
    )
    let unmapped = expected.unmapped ?? .leftOut
    if let items = expected.items {
      try expect(items, file, expected.locale, unmapped: unmapped)
    } else if expected.header == "doubt" {
      #expect(throws: HeaderInDoubt.self) { try importFile(file, expected.locale, nil) }
    } else if let lines = expected.problems {
      let rejection = #expect(throws: ImportRejection.self) {
        try importFile(file, expected.locale, nil)
      }
      #expect(rejection?.problems.map(\.line) == lines)
    } else {
      let doubt = #expect(throws: NumbersInDoubt.self) {
        try importFile(file, expected.locale, nil)
      }
      #expect(doubt?.questions.map(\.column.rawValue) == expected.doubt)
      for (mark, items) in [(DecimalMark.comma, expected.comma), (.point, expected.point)] {
        if let items {
          try expect(items, file, expected.locale, mark)
        } else {
          #expect(throws: ImportRejection.self) { try importFile(file, expected.locale, mark) }
        }
      }
    }
  }

  private func expect(
    _ items: [Expectation.Row],
    _ file: URL,
    _ locale: String,
    _ mark: DecimalMark? = nil,
    unmapped: UnmappedColumns = .leftOut
  ) throws {
    let imported = try importFile(file, locale, mark, unmapped: unmapped)
      .sorted { $0.sku < $1.sku }
    #expect(imported == (try zip(items, imported).map { try $0.item(id: $1.id) }))
    #expect(imported.count == items.count)
  }

  private func importFile(
    _ file: URL,
    _ locale: String,
    _ mark: DecimalMark?,
    unmapped: UnmappedColumns = .leftOut
  ) throws -> [Item] {
    let database = try InventoryDatabase.temporary()
    func importOnce() throws -> ImportSummary {
      try database.importItems(
        fromFile: file.path(percentEncoded: false),
        options: {
          var options = $0.options
          options.numbers.choice = mark
          options.unmapped = unmapped
          return options
        },
        locale: Locale(identifier: locale)
      )
    }
    _ = try importOnce()
    let items = try database.items()
    // The same file again recognises all items, and changes none.
    #expect(try importOnce().added == 0)
    #expect(try database.items() == items)
    return items
  }
}
