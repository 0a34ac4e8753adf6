import Testing

@testable import InventoryCore

@Suite struct CurrencySignsTests {
  @Test(arguments: [
    ("€", "EUR"), ("EUR", "EUR"), ("eur", "EUR"), ("Euro", "EUR"), ("£", "GBP"), ("￡", "GBP"),
    ("CHF", "CHF"), ("SFr.", "CHF"), ("Fr.", "CHF"), ("zł", "PLN"), ("ZŁ", "PLN"), ("Kč", "CZK"),
    ("R$", "BRL"), ("Ft", "HUF"), ("₹", "INR"), ("US$", "USD"), ("A$", "AUD"), ("CA$", "CAD"),
    ("lei", "RON"), ("лв.", "BGN"), ("₽", "RUB"), ("₴", "UAH"), ("₺", "TRY"), ("₪", "ILS"),
    ("₩", "KRW"), ("د.ك.", "KWD"), ("KWD", "KWD"), ("₦", "NGN"), ("RM", "MYR"),
  ])
  func `a sign of one currency means that`(sign: String, currency: String) {
    #expect(meaning([sign]) == .currency(currency))
  }

  @Test(arguments: [
    ("$", "USD"), ("$", "CAD"), ("$", "ARS"), ("kr", "SEK"), ("kr.", "DKK"), ("Kr", "NOK"),
    ("kr", "ISK"), ("¥", "JPY"), ("￥", "CNY"), ("Rs", "PKR"), ("Rs.", "INR"), ("£", "FKP"),
    ("R", "ZAR"),
  ])
  func `a sign of several currencies means that of the inventory or of the place`(
    sign: String,
    currency: String
  ) {
    #expect(meaning([sign], preferred: [currency, ""]) == .currency(currency))
    #expect(meaning([sign], preferred: ["EUR", currency]) == .currency(currency))
    #expect(meaning([sign], written: currency, preferred: ["USD", "SEK"]) == .currency(currency))
  }

  @Test(arguments: [
    ("$", ["AUD", "CAD", "MXN", "NZD", "USD"]), ("kr", ["DKK", "NOK", "SEK"]),
    ("¥", ["CNY", "JPY"]),
  ])
  func `a sign of several currencies is not guessed`(sign: String, currencies: [String]) {
    #expect(meaning([sign]) == .several(currencies))
    #expect(meaning([sign], preferred: ["EUR", "CHF"]) == .several(currencies))
  }

  @Test func `a sign and a code have to agree`() {
    #expect(meaning(["$", "CAD"]) == .currency("CAD"))
    #expect(meaning(["€", "USD"]) == .unknown)
    #expect(meaning(["£"], written: "EUR") == .contradiction)
  }

  @Test(arguments: ["each", "/pc", "cup", "all", "mad", "L", "E", "%", "m", "¤", "XYZ"])
  func `what is no currency is not taken for one`(sign: String) {
    #expect(meaning([sign]) == .unknown)
  }

  @Test(arguments: [
    "ft", "km", "KM", "dB", "db", "um", "kN", "kn", "den", "VT", "Le", "Br", "CUP", "ALL", "TOP",
    "PEN", "MOP", "cm", "kg", "pcs",
  ])
  func `measures and words are no currencies, though rarer ones have such signs`(sign: String) {
    #expect(meaning([sign]) == .unknown)
    #expect(meaning([sign], preferred: ["EUR", "CHF"]) == .unknown)
  }

  @Test(arguments: [
    ("km", "BAM"), ("KM", "BAM"), ("ft", "HUF"), ("den", "MKD"), ("ALL", "ALL"), ("Br", "ETB"),
    ("rp", "IDR"), ("Rp.", "IDR"),
  ])
  func `words of a currency mean it where people have it`(sign: String, currency: String) {
    #expect(meaning([sign], preferred: [currency, "USD"]) == .currency(currency))
    #expect(meaning([sign], written: currency) == .currency(currency))
  }

  @Test func `a hundredth of a franc is no rupiah`() {
    #expect(meaning(["Rp."]) == .currency("IDR"))
    #expect(meaning(["Rp."], preferred: ["EUR", "CHF"]) == .unknown)
  }

  private func meaning(
    _ signs: [String],
    written: String = "",
    preferred: [String] = ["", ""]
  ) -> CurrencySigns.Meaning {
    CurrencySigns.meaning(of: signs, written: written, preferred: preferred)
  }
}
