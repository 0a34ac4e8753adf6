import Foundation
import InventoryCore
import InventoryTestSupport
import Testing

@Suite struct StockValueTests {
  private func text(_ amount: Int128, _ currency: String = "EUR", own: String = "") -> String {
    StockValue(currency: currency, amount: amount).text(
      locale: Locale(identifier: "en_US"),
      currency: own
    )
  }

  @Test func `a value is written with its currency, or with the inventory's own`() {
    #expect(text(12_300_500_000_000_000) == "€12,300.50")
    #expect(text(12_300_500_000_000_000, "", own: "USD") == "$12,300.50")
    #expect(text(12_300_500_000_000_000, "") == "12,300.50")
    #expect(text(1_500_000_000_000_000, "JPY") == "¥1,500")
  }

  @Test func `a value is rounded to the decimals of its currency, unless it is very small`() {
    #expect(text(1_234_999_999_999) == "€1.23")
    #expect(text(1_235_000_000_000) == "€1.24")
    #expect(text(1_500_000_000_000, "JPY") == "¥2")
    #expect(text(6_900_000_000) == "€0.0069")
    #expect(text(499_999) == "€0.00")
    #expect(text(500_000) == "€0.000001")
  }

  @Test func `a value that is larger than any price is written in whole`() {
    #expect(text(Int128(Int64.max) * 10_000_000) == "€92,233,720,368,547")
    #expect(text(.max, "").hasPrefix("170,141,183,460,469"))
  }

  @Test func `the value of an item is its quantity times its price`() {
    let item = Item.drill.with {
      $0.quantity = Quantity(millionths: 2_500_000)
      $0.price = Money(millionths: 3_000)
      $0.currency = "CHF"
    }
    #expect(item.value == StockValue(currency: "CHF", amount: 7_500_000_000))
    #expect(item.with { $0.price = .zero }.value == nil)
  }

  @Test func `what is too large stays the greatest value`() {
    var value = StockValue(currency: "", amount: .max - 1)
    value.add(5)
    #expect(value.amount == .max)
  }

  @Test func `values without a currency belong to those of the inventory's own`() {
    let totals = ItemTotals(
      count: 3,
      values: [("", 1), ("EUR", 10), ("USD", 100)].map(StockValue.init)
    )
    #expect(totals.values(currency: "EUR") == [("EUR", 11), ("USD", 100)].map(StockValue.init))
    #expect(totals.values(currency: "CHF") == totals.values)
    #expect(totals.values(currency: "") == totals.values)
  }
}
