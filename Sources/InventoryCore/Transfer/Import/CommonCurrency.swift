/// Currencies that people write in a column of their own.
///
/// Of all codes, some are words that people write for something else, such as `ALL`, `CUP` and
/// `TOP`.
enum CommonCurrency {
  /// Whether a text is the code of one of the currencies, in capitals, or the sign of any.
  static func isOne(_ text: String) -> Bool {
    guard (1...3).contains(text.unicodeScalars.count) else { return false }
    return codes.contains(text)
      || text.unicodeScalars.count == 1
        && text.unicodeScalars.first?.properties.generalCategory == .currencySymbol
  }

  private static let codes: Set = [
    "EUR", "USD", "GBP", "CHF", "JPY", "CNY", "AUD", "CAD", "NZD", "SEK", "NOK", "DKK", "PLN",
    "CZK",
    "HUF", "RON", "BGN", "UAH", "RUB", "TRY", "INR", "BRL", "MXN", "ARS", "CLP", "COP", "ZAR",
    "ILS",
    "KRW", "SGD", "HKD", "TWD", "THB", "IDR", "MYR", "PHP", "VND", "AED", "SAR", "EGP", "ISK",
    "RMB",
  ]
}
