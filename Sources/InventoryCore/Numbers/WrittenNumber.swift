/// Reads what people write as a number.
///
/// This is the only place that knows what numbers look like; `docs/decisions/numbers.md` has the
/// rules. It guesses nothing: what can mean two numbers is a ``NumberDoubt``, and what is none, or
/// breaks a rule, is nothing at all.
enum WrittenNumber {
  /// Nobody writes a number with more characters.
  private static let lengthLimit = 64

  /// Reads a number.
  ///
  /// - Parameters:
  ///   - text: The number alone, perhaps with spaces around it.
  ///   - convention: How numbers are written in a place: its own marks are read as well as those
  ///     that are the same everywhere.
  /// - Returns: `nil` for what is no number.
  static func read(_ text: some StringProtocol, _ convention: NumberConvention) -> NumberReading? {
    // Most numbers are digits alone, and need no closer look.
    if !text.isEmpty, text.utf8.allSatisfy(isDigit), text.utf8.count <= lengthLimit {
      return .number(String(text), evidence: nil)
    }
    guard let symbols = symbols(text, convention) else { return nil }
    let numbers = (
      point: number(symbols, decimal: point, convention),
      comma: number(symbols, decimal: comma, convention)
    )
    switch numbers {
    case (let number?, nil):
      return .number(number, evidence: .point)
    case (nil, let number?):
      return .number(number, evidence: .comma)
    case (let number?, let other?) where number == other:
      return .number(number, evidence: nil)
    case (let number?, let other?):
      // There is one mark, with three digits after it.
      let written: DecimalMark = symbols.contains(point) ? .point : .comma
      return .doubt(
        written == .point
          ? NumberDoubt(written: written, whole: other, fraction: number)
          : NumberDoubt(written: written, whole: number, fraction: other)
      )
    case (nil, nil):
      return nil
    }
  }

  // MARK: - Symbols

  private static let point = UInt8(ascii: ".")
  private static let comma = UInt8(ascii: ",")
  private static let minus = UInt8(ascii: "-")
  /// A mark that is before decimals everywhere, such as that of Arabic.
  private static let decimalMark = UInt8(ascii: "d")
  private static let space = UInt8(ascii: " ")
  private static let apostrophe = UInt8(ascii: "'")
  /// A mark that sets thousands apart everywhere, such as that of Arabic.
  private static let groupMark = UInt8(ascii: "g")

  /// The text with one byte for each character that matters; `nil` if there is one that no number
  /// has.
  private static func symbols(
    _ text: some StringProtocol,
    _ convention: NumberConvention
  ) -> [UInt8]? {
    var symbols: [UInt8] = []
    for scalar in text.unicodeScalars where !isInvisible(scalar) {
      guard symbols.count < lengthLimit, let symbol = symbol(scalar, convention) else { return nil }
      symbols.append(symbol)
    }
    while symbols.last == space { symbols.removeLast() }
    return Array(symbols.drop { $0 == space })
  }

  /// Marks of direction, which are around the sign of negative numbers in Arabic and Hebrew.
  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    ["\u{200E}", "\u{200F}", "\u{061C}", "\u{FEFF}"].contains(scalar)
  }

  private static func symbol(
    _ scalar: Unicode.Scalar,
    _ convention: NumberConvention
  ) -> UInt8? {
    switch scalar {
    case "0"..."9", ".", ",", "-": return UInt8(scalar.value)
    case "−": return minus
    case "٫": return decimalMark
    case "٬": return groupMark
    case "'", "’": return apostrophe
    default: break
    }
    if scalar == convention.decimal { return decimalMark }
    if scalar == convention.group, !scalar.properties.isWhitespace { return groupMark }
    // Spaces that keep a line together, or are narrow, are spaces; line breaks are not.
    if scalar.properties.generalCategory == .spaceSeparator || scalar == "\t" { return space }
    // Not every character with a value is a digit: a superscript two is none.
    guard scalar.properties.numericType == .decimal, let value = scalar.properties.numericValue
    else { return nil }
    return UInt8(ascii: "0") + UInt8(value)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  // MARK: - Rules

  /// The number in plain form, if a mark is before the decimals.
  private static func number(
    _ symbols: [UInt8],
    decimal: UInt8,
    _ convention: NumberConvention
  ) -> String? {
    let isNegative = symbols.first == minus
    let parts = symbols.dropFirst(isNegative ? 1 : 0)
      .split(omittingEmptySubsequences: false) { $0 == decimal || $0 == decimalMark }
    guard (1...2).contains(parts.count), let whole = whole(parts[0], convention) else { return nil }
    let decimals = parts.count == 2 ? parts[1] : []
    guard decimals.allSatisfy(isDigit), !(whole.isEmpty && decimals.isEmpty) else { return nil }
    let digits =
      (isNegative ? [minus] : []) + (whole.isEmpty ? [UInt8(ascii: "0")] : whole)
      + (decimals.isEmpty ? [] : [point] + decimals)
    return String(decoding: digits, as: UTF8.self)
  }

  /// The digits before the decimals, without what sets thousands apart.
  private static func whole(
    _ symbols: ArraySlice<UInt8>,
    _ convention: NumberConvention
  ) -> [UInt8]? {
    let groups = symbols.split(omittingEmptySubsequences: false) { !isDigit($0) }
    guard groups.count > 1 else { return symbols.allSatisfy(isDigit) ? Array(symbols) : nil }
    // One kind of mark throughout, and no group of thousands begins with a zero.
    let marks = Set(symbols.filter { !isDigit($0) })
    guard marks.count == 1, !marks.contains(minus), groups[0].first != UInt8(ascii: "0") else {
      return nil
    }
    let sizes = groups.map(\.count)
    let isInThrees = (1...3).contains(sizes[0]) && sizes.dropFirst().allSatisfy { $0 == 3 }
    let isInTwos =
      convention.groupsInTwos && (1...2).contains(sizes[0]) && sizes.last == 3
      && sizes.dropFirst().dropLast().allSatisfy { $0 == 2 }
    return isInThrees || isInTwos ? Array(groups.joined()) : nil
  }
}
