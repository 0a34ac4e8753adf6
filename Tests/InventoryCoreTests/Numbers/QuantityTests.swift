import Foundation
import InventoryTestSupport
import Testing

@testable import InventoryCore

@Suite struct QuantityTests {
  @Test(arguments: [
    ("0", 0), ("12", 12_000_000), ("0.5", 500_000), ("0.333", 333_000), ("-0.000001", -1),
    ("12.3000000000", 12_300_000), ("007.50", 7_500_000), ("-0", 0),
    ("9223372036854.775807", Int64.max), ("-9223372036854.775808", .min),
  ])
  func `a quantity is read in plain form`(text: String, millionths: Int64) {
    #expect(Quantity(text)?.millionths == millionths)
  }

  @Test(arguments: [
    ("", Millionths.Problem.notANumber), (".5", .notANumber), ("12.", .notANumber),
    ("1,5", .notANumber), ("1.2.3", .notANumber), ("--1", .notANumber), ("-", .notANumber),
    ("1e3", .notANumber), ("+1", .notANumber), (" 1", .notANumber), ("٣", .notANumber),
    ("0.0000001", .tooManyDecimals), ("1.00000000000001", .tooManyDecimals),
    ("9223372036854.775808", .tooLarge), ("-9223372036854.775809", .tooLarge),
    ("99999999999999999999999999", .tooLarge), ("99999999999999999999999999x", .notANumber),
  ])
  func `what is no quantity, or would be another one, is refused with the reason`(
    text: String,
    problem: Millionths.Problem
  ) {
    #expect(throws: problem) { try Quantity(plain: text) }
    #expect(Quantity(text) == nil)
  }

  @Test(arguments: [
    (0, "0"), (500_000, "0.5"), (12_000_000, "12"), (-333_000, "-0.333"), (1, "0.000001"),
    (Int64.max, "9223372036854.775807"), (.min, "-9223372036854.775808"),
  ])
  func `a quantity is written without zeros at the end`(millionths: Int64, text: String) {
    #expect(Quantity(millionths: millionths).description == text)
    #expect(Quantity(text)?.millionths == millionths)
  }

  @Test func `sums of quantities are exact`() {
    let tenth = Quantity(millionths: 100_000)
    #expect((0..<30).reduce(into: Quantity.zero) { sum, _ in sum += tenth } == 3)
    #expect((tenth + tenth + tenth).description == "0.3")
    #expect(1 - tenth == Quantity("0.9"))
    #expect(Quantity.max.adding(1) == nil)
    #expect(Quantity.max.adding(-1) == Quantity.max - 1)
    #expect([3, tenth, -1, 0].sorted() == [-1, 0, tenth, 3])
  }

  @Test(arguments: [
    ("0", 0), ("5", 0), ("0.5", 1), ("-0.25", 2), ("1.333", 3), ("1.000001", 6),
  ])
  func `a quantity knows how many decimals it needs`(text: String, decimals: Int) throws {
    let quantity = try #require(Quantity(text))
    #expect(quantity.decimals == decimals)
    #expect(quantity.isWhole == (decimals == 0))
  }

  @Test(arguments: [("5", "5"), ("0.5", "\"0.5\""), ("-3", "-3"), ("12.25", "\"12.25\"")])
  func `a quantity is stored exactly, and a whole one as before there were others`(
    text: String,
    json: String
  ) throws {
    let quantity = try #require(Quantity(text))
    #expect(String(decoding: try JSONEncoder().encode(quantity), as: UTF8.self) == json)
    #expect(try JSONDecoder().decode(Quantity.self, from: Data(json.utf8)) == quantity)
  }

  @Test func `a draft of before there were fractions has the same numbers`() throws {
    let id = UUID()
    let draft = """
      {"item": {"id": "\(id)", "original": {"id": "\(id)", "name": "Drill", "sku": "T-100",
        "barcode": "", "quantity": 4, "unit": "", "reorderLevel": 2, "price": {"millionths": 5},
        "currency": "", "location": "", "tags": [], "notes": ""}, "texts": {"quantity": "5"}}}
      """
    let original = Item(
      id: id,
      name: "Drill",
      sku: "T-100",
      quantity: 4,
      reorderLevel: 2,
      price: Money(millionths: 5)
    )
    #expect(
      try JSONDecoder().decode(FormDraft.self, from: Data(draft.utf8))
        == .item(id: id, original: original, texts: [.quantity: "5"])
    )
  }

  @Test func `what was more than can be counted becomes the greatest quantity`() throws {
    let data = Data("9780306406157".utf8)
    #expect(try JSONDecoder().decode(Quantity.self, from: data) == .max)
  }

  /// 200 quantities in each place that ICU knows.
  @Test func `what is written in a place is read there as the same quantity`() {
    var generator = SystemRandomNumberGenerator()
    for identifier in Locale.availableIdentifiers {
      let locale = Locale(identifier: identifier)
      for _ in 0..<50 {
        let digits = Int64.random(in: 0...12, using: &generator)
        let limit = (0..<digits).reduce(1 as Int64) { limit, _ in limit * 10 }
        let millionths = Int64.random(in: 0...limit, using: &generator)
        // With a preference for three decimals, with which a number may be in doubt.
        let unit: Int64 = [1, 1_000, 1_000, 500_000].randomElement(using: &generator) ?? 1
        let quantity = Quantity(millionths: millionths * unit)
        let text = quantity.text(locale: locale, isGrouped: false)
        let entry = NumberEntry(text, unit: "kg", locale: locale)
        #expect(entry.value == quantity, "\(identifier): \(text)")
      }
    }
  }

  @Test(arguments: [
    ("de_DE", "1234.5", "1.234,5", "1234,5"), ("en_GB", "0.5", "0.5", "0.5"),
    ("en_GB", "1234567", "1,234,567", "1234567"), ("fr_FR", "0.333", "0,333", "0,333"),
  ])
  func `a quantity is written as people in a place write it`(
    locale: String,
    plain: String,
    grouped: String,
    ungrouped: String
  ) throws {
    let quantity = try #require(Quantity(plain))
    #expect(quantity.text(locale: Locale(identifier: locale)) == grouped)
    #expect(quantity.text(locale: Locale(identifier: locale), isGrouped: false) == ungrouped)
  }

  @Test(arguments: [("1", 1), ("0", 0), ("2", 2), ("0.5", 0), ("1.5", 0), ("2.5", 2), ("-1", 1)])
  func `only one whole thing is singular`(text: String, count: Int) throws {
    #expect(try #require(Quantity(text)).pluralCount == count)
  }
}
