/// A price and what it is the price of, as in `1.20/kg`, `0.04 per 100 g` and `12.00 ea`.
struct PriceOfUnit {
  /// The price without what it is the price of, and without the sign for no cents in `500:-`.
  let amount: String
  /// What it is the price of, such as `kg`, `Stück` or `100 g`; `nil` if the text does not say.
  let unit: String?

  init(_ text: String) {
    let text = text.trimmed
    (amount, unit) = Self.split(text) ?? (text, nil)
  }

  private static func split(_ text: String) -> (amount: String, unit: String?)? {
    if text.hasSuffix(":-") { return (String(text.dropLast(2)), nil) }
    // Most prices end with a digit or a sign, and need no closer look.
    guard let last = text.last, last.isLetter || ".²³".contains(last) else { return nil }
    let lowercased = text.lowercased()
    for mark in marks {
      guard let range = text.range(of: mark, options: [.backwards, .caseInsensitive]),
        let unit = unit(String(text[range.upperBound...]))
      else { continue }
      return (String(text[..<range.lowerBound]).trimmed, unit)
    }
    for word in wordsForOne where lowercased.hasSuffix(word) {
      let amount = String(text.dropLast(word.count))
      guard let before = amount.last, before.isWhitespace || before.isNumber else { continue }
      return (amount.trimmed, "each")
    }
    return nil
  }

  /// What people write between a price and what it is the price of.
  private static let marks = [
    "/", " per ", " pro ", " je ", " par ", " por ", " al ", " za ", " for ", " für ",
  ]

  /// What people write behind the price of one thing.
  private static let wordsForOne = ["each", "ea", "ea.", "apiece", "pro stück", "pièce", "cad."]

  /// The unit in a text such as `kg`, `1 kg` or `100g`; `nil` if there is none.
  private static func unit(_ text: String) -> String? {
    let text = text.trimmed
    let number = text.prefix { $0.isNumber && $0.isASCII || ".,".contains($0) }
    let word = String(text.dropFirst(number.count)).trimmed
    guard UnitWords.contains(word) || UnitWords.isMeasure(word) else { return nil }
    return number.isEmpty || number == "1" ? word : "\(number) \(word)"
  }

  /// Whether a price is that of one of what is counted. Prices are never converted.
  ///
  /// - Parameters:
  ///   - unit: What it is the price of; `nil` if nothing says so.
  ///   - counted: What the quantity is in, or an empty string.
  static func isOfOne(_ unit: String?, counted: String) -> Bool {
    guard let unit else { return true }
    // One piece of flour may have 500 g.
    if UnitWords.isPiece(unit) { return !UnitWords.isMeasure(counted) }
    return !counted.isEmpty && UnitWords.areSame(unit, counted)
  }
}
