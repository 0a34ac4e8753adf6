/// Keeps spreadsheets from taking the text of a cell for a formula: an apostrophe goes before it.
///
/// What already has apostrophes and then the start of a formula gets another one, so that the
/// reader can always take one back, whether formulas were escaped or not.
///
/// Some programs write a text as a formula, `="0042"`, so that spreadsheets keep its zeros. It is
/// read as the text. What has that form itself therefore always gets an apostrophe.
enum FormulaEscape {
  /// The field as it is written.
  ///
  /// - Parameters:
  ///   - field: The text.
  ///   - isAsked: Whether formulas are to be escaped.
  static func escape(_ field: String, _ isAsked: Bool) -> String {
    startsFormula(field)
      && (isAsked || field.utf8.first == apostrophe || textOfFormula(field) != nil)
      || field.utf8.first == apostrophe && startsNumber(field)
      ? "'\(field)" : field
  }

  /// The text of a field that was read.
  static func unescape(_ field: String) -> String {
    if field.utf8.first == UInt8(ascii: "=") { return textOfFormula(field) ?? field }
    guard field.utf8.first == apostrophe else { return field }
    // Spreadsheets keep the zeros of '0042 in the same way.
    return startsFormula(field) || startsNumber(field) ? String(field.dropFirst(1)) : field
  }

  /// The text in a formula that is nothing but a text.
  private static func textOfFormula(_ field: String) -> String? {
    guard field.count >= 3, field.hasPrefix("=\""), field.hasSuffix("\"") else { return nil }
    let text = field.dropFirst(2).dropLast()
    return text.contains("\"") ? nil : String(text)
  }

  private static let apostrophe = UInt8(ascii: "'")

  /// Whether there is, after any number of apostrophes, what makes a formula of a cell.
  private static func startsFormula(_ field: String) -> Bool {
    // Only the first characters are looked at, which are letters nearly always.
    guard let first = field.unicodeScalars.first(where: { $0 != "'" }) else { return false }
    return formulaStarts.contains(first)
  }

  /// Whether there are, after any number of apostrophes, a zero and other digits alone.
  private static func startsNumber(_ field: String) -> Bool {
    let digits = field.utf8.drop { $0 == apostrophe }
    return digits.first == UInt8(ascii: "0") && digits.count > 1
      && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  /// Spreadsheets for East Asian languages also take wide characters.
  private static let formulaStarts = Set("=+-@\t\r\n＝＋－＠".unicodeScalars)
}

extension String {
  /// The text as it is copied, so that a spreadsheet that it is pasted into takes it for no
  /// formula.
  package var withoutFormula: String { FormulaEscape.escape(self, true) }
}
