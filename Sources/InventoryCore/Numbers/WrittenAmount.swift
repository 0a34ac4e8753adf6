/// A number with what people write before and behind it, such as the sign of a currency.
struct WrittenAmount {
  /// The number, as it is written.
  let number: String
  /// What is before and behind it, without spaces.
  let units: [String]

  /// Nobody writes an amount with more characters.
  private static let lengthLimit = 96

  /// - Returns: `nil` for a text without digits.
  init?(_ text: String) {
    // Most amounts have no unit, and need no closer look.
    if !text.isEmpty, text.utf8.allSatisfy({ (0x2C...0x2E).contains($0) || Self.isDigit($0) }),
      let last = text.utf8.last, Self.isDigit(last)
    {
      (number, units) = (text, [])
      return
    }
    guard text.utf8.count <= Self.lengthLimit * 4 else { return nil }
    let scalars = text.unicodeScalars.filter { $0.properties.generalCategory != .format }
    guard scalars.count <= Self.lengthLimit,
      let first = scalars.firstIndex(where: Self.isDigit),
      let last = scalars.lastIndex(where: Self.isDigit)
    else { return nil }
    var before = scalars[..<first]
    var number = String(String.UnicodeScalarView(scalars[first...last]))
    var after = scalars[scalars.index(after: last)...]

    // "$.99" and "-.5", but not "Rs.99".
    if let mark = before.last, Self.isMark(mark) {
      let unit = before.dropLast()
      if unit.last?.properties.isAlphabetic != true {
        before = unit
        number = "\(mark)\(number)"
      }
    }
    // "-£5" and "£-5"
    if let sign = before.last, Self.isMinus(sign) {
      before.removeLast()
      number = "-\(number)"
    } else if let sign = before.first, Self.isMinus(sign) {
      before.removeFirst()
      number = "-\(number)"
    }
    // "5,-" and "5.–" have no cents, and "5." has no decimals.
    if let mark = after.first, Self.isMark(mark) {
      after.removeFirst()
      let dashes = after.prefix { Self.isMinus($0) || $0 == "–" || $0 == "—" }
      after.removeFirst(dashes.count)
      number += dashes.isEmpty ? "\(mark)" : "\(mark)00"
    }
    self.number = number
    units = [before, after].map { String(String.UnicodeScalarView($0)).trimmed }
      .filter { !$0.isEmpty }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.numericType == .decimal
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "." || scalar == ","
  }

  private static func isMinus(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "-" || scalar == "−"
  }
}
