/// What the format of a number says about what it means.
enum ExcelNumberFormat: Equatable {
  case number(currency: String?)
  /// A whole number with at least so many digits, such as `0042`.
  case digits(Int)
  /// A number with so many decimals and nothing else, such as `1.10`.
  case decimals(Int)
  case date
  case duration

  static let general = Self.number(currency: nil)

  /// A format of those that every program knows.
  init(builtin id: Int) {
    switch id {
    // Those from 27 on are dates of East Asia.
    case 14...22, 27...36, 45, 47, 50...58: self = .date
    case 46: self = .duration
    case 2: self = .decimals(2)
    // Those with a currency, 5 to 8 and 37 to 44, have that of whoever looks at them.
    default: self = .general
    }
  }

  /// - Parameter code: The format, such as `[$€-407] #,##0.00`. Of several sections, that for
  ///   positive numbers is the first.
  init(code: String) {
    var scanner = Scanner()
    scanner.scan(code)
    self = scanner.format
  }

  private struct Scanner {
    private var letters = ""
    private var currency: String?
    /// A word beside the number, which may be the sign of a currency, such as `Kč`.
    private var word: String?
    private var isDuration = false
    private var isZerosOnly = true
    private var zeros = 0
    /// How many zeros are behind a point that has one zero before it.
    private var decimals: Int?

    var format: ExcelNumberFormat {
      if isDuration { return .duration }
      // "General" and "E+00" have letters of dates, but mean none.
      let plain = letters.replacing("general", with: "").replacing("standard", with: "")
      if plain.contains(where: { "ydhs".contains($0) }) || plain.contains("m") { return .date }
      if isZerosOnly, zeros > 1, zeros <= 40, currency == nil { return .digits(zeros) }
      if let decimals, (1...15).contains(decimals), currency == nil, word == nil {
        return .decimals(decimals)
      }
      return .number(currency: currency ?? word)
    }

    mutating func scan(_ code: String) {
      if code.hasPrefix("0."), code.dropFirst(2).allSatisfy({ $0 == "0" }) {
        decimals = code.count - 2
      }
      var scalars = code.unicodeScalars.prefix(1_024)[...]
      while let scalar = scalars.popFirst() {
        switch scalar {
        case ";": return
        case "\"":
          note(literal: String(String.UnicodeScalarView(scalars.prefix { $0 != "\"" })))
          scalars = scalars.drop { $0 != "\"" }.dropFirst()
        case "\\":
          if let next = scalars.popFirst() { note(literal: String(next)) }
        case "_", "*":
          _ = scalars.popFirst()
          isZerosOnly = false
        case "[":
          note(section: String(String.UnicodeScalarView(scalars.prefix { $0 != "]" })))
          scalars = scalars.drop { $0 != "]" }.dropFirst()
        case "0":
          zeros += 1
        default:
          isZerosOnly = false
          if scalar.properties.generalCategory == .currencySymbol { note(literal: String(scalar)) }
          letters += String(scalar).lowercased()
        }
      }
    }

    private mutating func note(literal: String) {
      isZerosOnly = false
      guard currency == nil else { return }
      let word = literal.filter { $0 != " " && $0 != "\u{A0}" }
      let isCode = word.utf8.count == 3 && word.utf8.allSatisfy { (0x41...0x5A).contains($0) }
      let isSign =
        word.unicodeScalars.count == 1
        && word.unicodeScalars.first?.properties.generalCategory == .currencySymbol
      if isCode || isSign {
        currency = word
      } else if !word.isEmpty, word.unicodeScalars.count <= Self.wordLimit,
        word.unicodeScalars.allSatisfy({ Self.isPartOfSign($0) })
      {
        self.word = word
      }
    }

    private mutating func note(section: String) {
      if section.hasPrefix("$") {
        let parts = section.dropFirst().split(separator: "-", omittingEmptySubsequences: false)
        let sign = String(parts.first ?? "")
        // A place without a sign only says in which language a date is.
        if !sign.isEmpty {
          let place = parts.count > 1 ? parts.last.flatMap { Int($0, radix: 16) } : nil
          let code = place.flatMap { Self.currencies[$0 & 0xFFFF] }
          currency = code.flatMap { $0.signs.contains(sign) ? $0.currency : nil } ?? sign
        }
        return
      }
      let lowercased = section.lowercased()
      if !lowercased.isEmpty, Set(lowercased).count == 1, "hms".contains(lowercased.prefix(1)) {
        isDuration = true
      }
    }

    /// No sign of a currency is longer.
    private static let wordLimit = 8

    private static func isPartOfSign(_ scalar: Unicode.Scalar) -> Bool {
      scalar.properties.isAlphabetic || scalar == "."
        || scalar.properties.generalCategory == .currencySymbol
    }

    /// Whose sign it is where several currencies have it, by the number of the place.
    private static let currencies: [Int: (currency: String, signs: [String])] = {
      let dollars = [
        0x0409: "USD", 0x1009: "CAD", 0x0C0C: "CAD", 0x0C09: "AUD", 0x1409: "NZD", 0x4809: "SGD",
        0x0C04: "HKD", 0x0404: "TWD", 0x080A: "MXN", 0x340A: "CLP", 0x240A: "COP", 0x2C0A: "ARS",
        0x380A: "UYU",
      ]
      let crowns = [
        0x041D: "SEK", 0x0414: "NOK", 0x0814: "NOK", 0x0406: "DKK", 0x040F: "ISK", 0x0405: "CZK",
      ]
      let others: [Int: (currency: String, signs: [String])] = [
        0x0411: ("JPY", ["¥", "￥"]), 0x0804: ("CNY", ["¥", "￥"]), 0x0809: ("GBP", ["£"]),
        0x1C09: ("ZAR", ["R"]), 0x4009: ("INR", ["Rs", "Rs."]), 0x0439: ("INR", ["Rs", "Rs."]),
        0x0420: ("PKR", ["Rs", "Rs."]), 0x0807: ("CHF", ["Fr", "Fr."]),
        0x100C: ("CHF", ["Fr", "fr.", "Fr."]), 0x0810: ("CHF", ["Fr", "Fr."]),
      ]
      let crownSigns = ["kr", "kr.", "Kr", "Kr."]
      return dollars.mapValues { (currency: $0, signs: ["$"]) }
        .merging(crowns.mapValues { (currency: $0, signs: crownSigns) }) { $1 }
        .merging(others) { $1 }
    }()
  }
}
