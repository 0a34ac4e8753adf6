import InventoryCore
import Testing

@Suite struct MoneyTests {
  @Test(arguments: [
    ("0", 0), ("12", 1200), ("12.5", 1250), ("12.30", 1230), ("0.07", 7), ("-0.07", -7),
    ("007", 700), ("92233720368547758.07", Int64.max), ("-92233720368547758.08", Int64.min),
  ])
  func `an amount is read without rounding`(text: String, minorUnits: Int64) {
    #expect(Money(text)?.minorUnits == minorUnits)
  }

  @Test(arguments: [
    "", ".", "1.", ".5", "1.234", "1,50", "1 000", " 1", "+1", "--1", "1e3", "€1", "١",
    "92233720368547758.08", "92233720368547759", "1.2.3", "1.-2",
  ])
  func `any other text is no amount`(text: String) {
    #expect(Money(text) == nil)
  }

  @Test func `an amount is written with a point and two decimals`() {
    #expect(Money(minorUnits: 0).description == "0.00")
    #expect(Money(minorUnits: 5).description == "0.05")
    #expect(Money(minorUnits: -1230).description == "-12.30")
    #expect(Money(minorUnits: 123_456_789).description == "1234567.89")
  }

  @Test func `what is written is read back`() {
    for _ in 0..<1_000 {
      let money = Money(minorUnits: .random(in: .min ... .max))
      #expect(Money(money.description) == money)
    }
  }
}
