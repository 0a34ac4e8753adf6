import Foundation
import Testing

@testable import InventoryCore

@Suite struct NumberStyleTests {
  @Test(
    arguments: [
      ("12", 12), ("1,234", 1_234), ("1 234 567", 1_234_567), ("12.00", 12), (" 7 ", 7),
      ("1’000", 1_000), ("١٢", 12), ("0", 0), ("", nil), ("-1", nil), ("+1", nil), ("1.5", nil),
      ("1,23", nil), ("12,34,567", 1_234_567), ("1e3", nil), ("99999999999999999999", nil),
      ("1,,234", nil), (",123", nil), ("many", nil),
    ] as [(String, Int?)]
  )
  func `whole numbers are read`(text: String, number: Int?) {
    #expect(NumberStyle.point.quantity(text) == number)
  }

  @Test(
    arguments: [
      (NumberStyle.point, "12.5", 12_500), (.point, "1,234.50", 1_234_500), (.point, "$12", 12_000),
      (.point, "12,50", nil), (.comma, "12,5", 12_500), (.comma, "1.234,50", 1_234_500),
      (.comma, "€ 12,30", 12_300), (.comma, "12.5", 12_500), (.comma, "12.500", 12_500_000),
      (.comma, "1\u{202F}234,5", 1_234_500), (.comma, "12,345", nil), (.point, "-1", nil),
      (.comma, "1.2.3", nil),
    ] as [(NumberStyle, String, Int64?)]
  )
  func `amounts are read`(style: NumberStyle, text: String, amount: Int64?) {
    #expect(style.price(text)?.thousandths == amount)
  }

  @Test func `the style is guessed from the numbers, and else from the place`() {
    #expect(NumberStyle(guessingFrom: ["1", "12,5", "3,10"], fallback: .point) == .comma)
    #expect(NumberStyle(guessingFrom: ["1.234,50 €"], fallback: .point) == .comma)
    #expect(NumberStyle(guessingFrom: ["12.5"], fallback: .comma) == .point)
    #expect(NumberStyle(guessingFrom: ["12.500", "7"], fallback: .comma) == .comma)
    #expect(NumberStyle(locale: Locale(identifier: "de_DE")) == .comma)
    #expect(NumberStyle(locale: .plain) == .point)
  }
}
