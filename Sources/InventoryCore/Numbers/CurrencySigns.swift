import Foundation

/// The currencies that people mean by what they write beside an amount: `€`, `kr`, `EUR`.
///
/// The signs are those of ICU, as they are written in all places of the world, and a few that
/// people use beside them.
enum CurrencySigns {
  /// What is meant by the signs beside an amount.
  enum Meaning: Equatable {
    case currency(String)
    /// Several currencies have the sign, in the order of their codes.
    case several([String])
    /// The row says that the price is in another currency.
    case contradiction
    /// It is no sign of a currency.
    case unknown
  }

  /// The currencies that are most common, in the order of their codes.
  static let common = [
    "AUD", "BRL", "CAD", "CHF", "CNY", "CZK", "DKK", "EUR", "GBP", "HUF", "ILS", "INR", "JPY",
    "KRW", "MXN", "NOK", "NZD", "PLN", "RON", "SEK", "TRY", "UAH", "USD", "ZAR",
  ]

  /// Finds out the currency of an amount.
  ///
  /// - Parameters:
  ///   - signs: What is before and behind the number.
  ///   - written: The code that the row has in another place, or an empty string.
  ///   - preferred: The currency of the inventory, then that of the place. They decide between
  ///     currencies with the same sign.
  static func meaning(of signs: [String], written: String, preferred: [String]) -> Meaning {
    var candidates: Set<String>?
    for sign in signs {
      let currencies = currencies(sign, written.isEmpty ? preferred : preferred + [written])
      if currencies.isEmpty { return .unknown }
      candidates = candidates?.intersection(currencies) ?? currencies
    }
    guard let candidates, !candidates.isEmpty else { return .unknown }
    if !written.isEmpty {
      return candidates.contains(written) ? .currency(written) : .contradiction
    }
    if let currency = preferred.first(where: candidates.contains) { return .currency(currency) }
    // A single letter, such as the L of Honduras, may mean anything: a size, or litres.
    if signs.allSatisfy({ $0.utf8.count == 1 && $0 != "$" }) { return .unknown }
    if candidates.count == 1, let currency = candidates.first { return .currency(currency) }
    // The pound is also that of some small islands, the won that of North Korea.
    let common = common.filter(candidates.contains)
    if common.count == 1 { return .currency(common[0]) }
    return .several(common.isEmpty ? candidates.sorted() : common)
  }

  /// The mark before decimals where people have a currency.
  ///
  /// - Returns: `nil` where they write both, or if that is not known here.
  static func decimalMark(ofCurrency code: String) -> DecimalMark? {
    if withPoint.contains(code) { return .point }
    return withComma.contains(code) ? .comma : nil
  }

  private static let withPoint: Set = [
    "AUD", "CNY", "GBP", "HKD", "ILS", "INR", "JPY", "KRW", "MXN", "MYR", "NGN", "NZD", "PHP",
    "PKR",
    "SGD", "THB", "TWD", "USD",
  ]

  private static let withComma: Set = [
    "ARS", "BGN", "BRL", "CLP", "COP", "CZK", "DKK", "EUR", "HUF", "IDR", "ISK", "NOK", "PLN",
    "RON",
    "RSD", "RUB", "SEK", "TRY", "UAH", "UYU", "VND",
  ]

  /// The code of the currency that has a name, such as "US Dollar", in one of the languages whose
  /// names of columns are known.
  ///
  /// - Returns: `nil` for a name that nobody knows, or that several currencies have.
  static func currency(named name: String) -> String? { names[name.folded] ?? nil }

  private static let names: [String: String?] = {
    var names: [String: String?] = [:]
    for language in ["en", "de", "fr", "es", "it", "pt", "nl", "pl", "cs", "sv", "da", "nb", "fi"] {
      let locale = Locale(identifier: language)
      for code in codes {
        guard let key = locale.localizedString(forCurrencyCode: code)?.folded, key != code.folded
        else { continue }
        if let known = names[key], known != code {
          names[key] = .some(nil)
        } else {
          names[key] = code
        }
      }
    }
    return names
  }()

  /// Whether a currency has a sign or a code.
  static func isKnown(_ sign: String) -> Bool {
    codes.contains(sign) || signs[key(sign)] != nil
  }

  /// The currencies with a sign or a code.
  ///
  /// Many signs are words, and words mean other things, too: `ft` are feet, `km` kilometres, `CUP`
  /// is a measure. So the words of rarer currencies mean these only where people have them, and
  /// there in any case.
  ///
  /// - Parameter usual: The codes of the currencies that people have.
  private static func currencies(_ sign: String, _ usual: [String]) -> Set<String> {
    let code = sign.uppercased()
    if codes.contains(sign), !wordCodes.contains(sign) || usual.contains(sign) { return [sign] }
    // Other codes in small letters are words: "cup", "all", "mad".
    if sign.utf8.count == 3, common.contains(code) { return [code] }
    let currencies = signs[key(sign)] ?? []
    guard sign.unicodeScalars.allSatisfy(isPartOfWord) else { return currencies }
    // A hundredth of a franc has the sign of the rupiah.
    if currencies.contains("IDR"), usual.contains("CHF") { return [] }
    return currencies.filter { currency in
      usual.contains(currency)
        || worldwide.contains(currency) && words[currency]?.contains(exactKey(sign)) == true
    }
  }

  private static func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || scalar == "." || scalar.properties.isWhitespace
      || scalar.properties.generalCategory == .format
  }

  /// The currencies whose words mean nothing else in the world.
  private static let worldwide: Set = Set(
    common + ["BGN", "IDR", "ISK", "KWD", "MYR", "PKR", "RUB"]
  )

  /// Codes that are words or measures.
  private static let wordCodes: Set = [
    "ALL", "ANG", "BAM", "CUP", "GEL", "KID", "LAK", "MAD", "MOP", "PEN", "SOS", "TOP", "WST",
  ]

  private static let codes = Set(Locale.commonISOCurrencyCodes)

  /// Signs that ICU does not have, by their currencies.
  private static let others = [
    "CHF": ["Fr", "SFr", "Franken"], "CZK": ["Kc"], "EUR": ["Euro", "Euros", "EURO"],
    "INR": ["Rs"], "PLN": ["zl"], "RUB": ["руб", "р"], "TRY": ["TL"], "UAH": ["грн"],
    "BGN": ["лв"], "RON": ["leu", "lei"], "USD": ["US$", "U$"], "AUD": ["AU$", "A$"],
    "CAD": ["C$", "CA$"], "NZD": ["NZ$"], "HKD": ["HK$"], "SGD": ["S$"], "ILS": ["NIS", "ש״ח"],
  ]

  private static let signs = known.signs
  /// The signs that are words, by their currencies, in the case in which people write them.
  private static let words = known.words

  private static let known: (signs: [String: Set<String>], words: [String: Set<String>]) = {
    var signs: [String: Set<String>] = [:]
    var words: [String: Set<String>] = [:]
    func add(_ sign: String, _ currency: String) {
      // Many currencies have no sign but their code, which is a word in small letters.
      let key = key(sign)
      if !key.isEmpty, key != "¤", !codes.contains(key.uppercased()) {
        signs[key, default: []].insert(currency)
        let word = exactKey(sign)
        // At the beginning of a line, and in headings, a word has capital letters.
        let forms =
          word == word.lowercased() ? [word, word.capitalized, word.uppercased()] : [word]
        words[currency, default: []].formUnion(forms)
      }
    }
    for identifier in Locale.availableIdentifiers {
      let locale = Locale(identifier: identifier)
      if let sign = locale.currencySymbol, let currency = locale.currency?.identifier {
        add(sign, currency)
      }
    }
    let english = Locale(identifier: "en")
    for currency in codes {
      for presentation in [
        Decimal.FormatStyle.Currency.Configuration.Presentation.narrow, .standard,
      ] {
        let text = Decimal(1).formatted(
          .currency(code: currency).locale(english).presentation(presentation)
            .precision(.fractionLength(0))
        )
        add(text.filter { $0 != "1" }, currency)
      }
    }
    for (currency, others) in others { for sign in others { add(sign, currency) } }
    return (signs, words)
  }()

  /// A sign without spaces and a point at the end, in the case in which it is written.
  private static func exactKey(_ sign: String) -> String {
    let visible = sign.precomposedStringWithCompatibilityMapping.unicodeScalars.filter {
      !$0.properties.isWhitespace && $0.properties.generalCategory != .format
    }
    var key = String(String.UnicodeScalarView(visible))
    if key.count > 1, key.last == "." { key.removeLast() }
    return key
  }

  /// A sign without what people write in one way or another: case, accents, wide characters,
  /// spaces and a point at the end.
  private static func key(_ sign: String) -> String {
    exactKey(sign).folded
  }
}
