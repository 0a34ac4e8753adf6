/// What the format of a number says about what it means.
enum ExcelNumberFormat: Equatable {
  case number(currency: String?)
  /// A whole number with at least so many digits, such as `0042`.
  case digits(Int)
  case date
  case duration

  static let general = Self.number(currency: nil)

  /// A format of those that every program knows.
  init(builtin id: Int) {
    switch id {
    // Those from 27 on are dates of East Asia.
    case 14...22, 27...36, 45, 47, 50...58: self = .date
    case 46: self = .duration
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
    private var isDuration = false
    private var isZerosOnly = true
    private var zeros = 0

    var format: ExcelNumberFormat {
      if isDuration { return .duration }
      // "General" and "E+00" have letters of dates, but mean none.
      let plain = letters.replacing("general", with: "").replacing("standard", with: "")
      if plain.contains(where: { "ydhs".contains($0) }) || plain.contains("m") { return .date }
      if isZerosOnly, zeros > 1, zeros <= 40, currency == nil { return .digits(zeros) }
      return .number(currency: currency)
    }

    mutating func scan(_ code: String) {
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
      if isCode || isSign { currency = word }
    }

    private mutating func note(section: String) {
      if section.hasPrefix("$") {
        let parts = section.dropFirst().split(separator: "-", omittingEmptySubsequences: false)
        let sign = String(parts.first ?? "")
        // A place without a sign only says in which language a date is.
        if !sign.isEmpty {
          currency = sign == "$" ? parts.last.flatMap(Self.dollar) ?? sign : sign
        }
        return
      }
      let lowercased = section.lowercased()
      if !lowercased.isEmpty, Set(lowercased).count == 1, "hms".contains(lowercased.prefix(1)) {
        isDuration = true
      }
    }

    /// Whose dollar it is, by the number of the place.
    private static func dollar(_ place: Substring) -> String? {
      switch place.lowercased() {
      case "409": "USD"
      case "1009", "c0c": "CAD"
      case "c09": "AUD"
      case "1409": "NZD"
      case "4809": "SGD"
      case "c04": "HKD"
      default: nil
      }
    }
  }
}
