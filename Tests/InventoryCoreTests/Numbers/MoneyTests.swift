import InventoryCore
import InventoryTestSupport
import Testing

@Suite struct MoneyTests {
  @Test(arguments: [
    ("0", 0), ("12", 12_000), ("12.5", 12_500), ("12.30", 12_300), ("0.07", 70), ("-0.07", -70),
    ("007", 7_000), ("1.234", 1_234), ("3.5000000", 3_500),
  ])
  func `an amount is read without rounding`(text: String, thousandths: Int64) {
    #expect(Money(text)?.thousandths == thousandths)
  }

  @Test(arguments: [
    ("0.0023", 2_300), ("0.000001", 1), ("1.2345", 1_234_500),
    ("9223372036854.775807", Int64.max), ("-9223372036854.775808", Int64.min),
  ])
  func `an amount may be a small part of a cent`(text: String, millionths: Int64) {
    #expect(Money(text)?.millionths == millionths)
    #expect(Money(text)?.description == (millionths == 1_234_500 ? "1.2345" : text))
  }

  @Test(arguments: [
    "", ".", "1.", ".5", "1.2345678", "1,50", "1 000", " 1", "+1", "--1", "1e3", "€1", "١",
    "9223372036854.775808", "9223372036855", "1.2.3", "1.-2",
  ])
  func `any other text is no amount`(text: String) {
    #expect(Money(text) == nil)
  }

  @Test func `an amount is written with a point and two decimals`() {
    #expect(Money(thousandths: 0).description == "0.00")
    #expect(Money(thousandths: 50).description == "0.05")
    #expect(Money(thousandths: -12_300).description == "-12.30")
    #expect(Money(thousandths: 1_234_567_890).description == "1234567.89")
  }

  @Test(arguments: [
    (0, 12_000, "12"), (0, 12_300, "12.3"), (0, 5, "0.005"), (2, 12_345, "12.345"),
    (3, 12_000, "12.000"), (3, -70, "-0.070"), (0, 0, "0"),
  ])
  func `an amount has the decimals of its currency, and more where it needs them`(
    decimals: Int,
    thousandths: Int64,
    text: String
  ) {
    #expect(Money(thousandths: thousandths).text(decimals: decimals) == text)
  }

  @Test func `what is written is read back`() {
    for _ in 0..<1_000 {
      let money = Money(millionths: .random(in: .min ... .max))
      #expect(Money(money.description) == money)
    }
  }
}
