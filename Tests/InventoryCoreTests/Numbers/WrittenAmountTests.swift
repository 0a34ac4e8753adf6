import Testing

@testable import InventoryCore

@Suite struct WrittenAmountTests {
  @Test(arguments: [
    ("12", "12", []), ("1,234.50", "1,234.50", []), ("£3.99", "3.99", ["£"]),
    ("$ 3.99", "3.99", ["$"]), ("3.99 €", "3.99", ["€"]), ("CHF 4.50", "4.50", ["CHF"]),
    ("4,50\u{A0}EUR", "4,50", ["EUR"]), ("10 kr.", "10", ["kr."]), ("kr.50", "50", ["kr."]),
    ("R$ 5,00", "5,00", ["R$"]), ("$5.00 USD", "5.00", ["$", "USD"]), ("$.99", ".99", ["$"]),
    (",5 €", ",5", ["€"]), ("5,-", "5,00", []), ("5.– CHF", "5.00", ["CHF"]), ("12.", "12.", []),
    ("-£5", "-5", ["£"]), ("£-5", "-5", ["£"]), ("−5 €", "-5", ["€"]),
    ("‏1٬234٫5 د.ك.‏", "1٬234٫5", ["د.ك."]), ("1 234,50 zł", "1 234,50", ["zł"]),
    ("3 for 2", "3 for 2", []),
  ])
  func `a number is told from what is around it`(text: String, number: String, units: [String]) {
    let amount = WrittenAmount(text)
    #expect(amount?.number == number)
    #expect(amount?.units == units)
  }

  @Test(arguments: ["", "free", "-", "€", String(repeating: "x", count: 97) + "1"])
  func `a text without a number is none`(text: String) {
    #expect(WrittenAmount(text) == nil)
  }
}
