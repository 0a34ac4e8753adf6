/// Puts a cell of OpenDocument together.
struct OpenDocumentCell {
  private enum ValueType {
    case none, number, date, time, boolean, text, error
  }

  private var type = ValueType.none
  private var value: [UInt8] = []
  private var currency: String?
  /// A text that the cell has beside the one that people see.
  private var stringValue: String?
  private var hasFormula = false
  private var isCovered = false

  /// What people see.
  private var text: [UInt8] = []
  private var hasParagraph = false
  private var paragraphStart = 0
  /// Whether white space is left out that follows: XML has line breaks and spaces for its readers.
  private var endsInSpace = true

  mutating func start(_ attributes: XmlAttributes, isCovered: Bool) {
    type = .none
    value.removeAll(keepingCapacity: true)
    currency = nil
    stringValue = nil
    text.removeAll(keepingCapacity: true)
    hasParagraph = false
    self.isCovered = isCovered
    hasFormula = attributes.bytes("formula", in: ":table:1.0") != nil
    guard let name = attributes.bytes("value-type", in: ":office:1.0") else { return }
    if name.is("string") {
      // LibreOffice writes errors as texts, and says beside it what they are.
      let isError = attributes.bytes("value-type", in: ":calcext:1.0")?.is("error") == true
      type = isError ? .error : .text
      stringValue = attributes.text("string-value", in: ":office:1.0")
    } else if name.is("float") || name.is("percentage") || name.is("currency") {
      type = .number
      take(attributes.bytes("value", in: ":office:1.0"))
      currency = attributes.text("currency", in: ":office:1.0")
    } else if name.is("date") {
      type = .date
      take(attributes.bytes("date-value", in: ":office:1.0"))
    } else if name.is("time") {
      type = .time
      take(attributes.bytes("time-value", in: ":office:1.0"))
    } else if name.is("boolean") {
      type = .boolean
      take(attributes.bytes("boolean-value", in: ":office:1.0"))
    }
  }

  private mutating func take(_ bytes: UnsafeBufferPointer<UInt8>?) {
    if let bytes { value.append(contentsOf: bytes) }
  }

  mutating func startParagraph() {
    if hasParagraph { text.append(UInt8(ascii: "\n")) }
    hasParagraph = true
    paragraphStart = text.count
    endsInSpace = true
  }

  mutating func endParagraph() {
    // White space of XML at the end is left out, too. That of elements stays.
    if endsInSpace, text.count > paragraphStart, text.last == UInt8(ascii: " ") {
      text.removeLast()
    }
  }

  mutating func add(text bytes: UnsafeBufferPointer<UInt8>) {
    for byte in bytes {
      if byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D {
        if !endsInSpace { text.append(0x20) }
        endsInSpace = true
      } else {
        text.append(byte)
        endsInSpace = false
      }
    }
  }

  mutating func add(spaces count: Int) {
    text.append(contentsOf: repeatElement(UInt8(ascii: " "), count: count))
    endsInSpace = false
  }

  mutating func add(scalar: UnicodeScalar) {
    text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    endsInSpace = false
  }

  /// The cell that was read.
  func finish() -> SpreadsheetCell {
    // What a merged cell covers is kept in the file, but nobody sees it.
    if isCovered { return .empty }
    switch type {
    case .none:
      if hasFormula { return SpreadsheetCell(.formulaWithoutResult) }
      return textCell(String(decoding: text, as: UTF8.self))
    case .text:
      let shown = String(decoding: text, as: UTF8.self)
      // Paragraphs do not tell which characters end their lines.
      if let stringValue, !hasParagraph || OpenDocumentBody.withPlainLineEnds(stringValue) == shown
      {
        return textCell(stringValue)
      }
      return textCell(shown)
    case .error:
      return SpreadsheetCell(.error(String(decoding: text, as: UTF8.self)))
    case .number:
      return number
    case .date:
      return SpreadsheetCell(.date(dateWithoutMidnight))
    case .time:
      let duration = value.withUnsafeBufferPointer(OpenDocumentDuration.text)
      return SpreadsheetCell(.date(duration ?? String(decoding: value, as: UTF8.self)))
    case .boolean:
      return SpreadsheetCell(.boolean(value.withUnsafeBufferPointer(\.isTrue)))
    }
  }

  private func textCell(_ text: String) -> SpreadsheetCell {
    text.isEmpty ? .empty : SpreadsheetCell(.text(text))
  }

  private var number: SpreadsheetCell {
    guard let number = PlainDecimal.text(value) else {
      return textCell(String(decoding: value.isEmpty ? text : value, as: UTF8.self))
    }
    // A format may put zeros before a number, as those of postal codes do.
    if text.first == UInt8(ascii: "0"), text.count > number.utf8.count,
      text.allSatisfy(PlainDecimal.isDigit),
      text.drop(while: { $0 == UInt8(ascii: "0") })
        .elementsEqual(number == "0" ? "".utf8 : number.utf8)
    {
      return SpreadsheetCell(.number(String(decoding: text, as: UTF8.self)))
    }
    guard currency == nil, let decimals = shownDecimals(of: number) else {
      return SpreadsheetCell(.number(number), currency: currency)
    }
    return SpreadsheetCell(.number(PlainDecimal.text(number, decimals: decimals)))
  }

  /// How many decimals people see, if they see nothing but the number and zeros at its end.
  private func shownDecimals(of number: String) -> Int? {
    guard let mark = text.lastIndex(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",") })
    else { return nil }
    let decimals = text.count - mark - 1
    var shown = text
    shown[mark] = UInt8(ascii: ".")
    let isPadded = shown.elementsEqual(PlainDecimal.text(number, decimals: decimals).utf8)
    return isPadded && decimals <= 15 ? decimals : nil
  }

  /// A date alone, where the time is the beginning of the day.
  private var dateWithoutMidnight: String {
    let date = String(decoding: value, as: UTF8.self)
    guard let mark = date.firstIndex(of: "T") else { return date }
    let time = date[mark...].dropFirst()
    return time.allSatisfy { "0:.".contains($0) } ? String(date[..<mark]) : date
  }
}

/// Durations such as `PT09H30M00S`.
enum OpenDocumentDuration {
  /// The duration in hours, minutes and seconds, such as `09:30:00`.
  ///
  /// - Returns: `nil` for anything else, and where there are months or years, which have no fixed
  ///   length.
  static func text(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
    var rest = bytes[...]
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative { rest = rest.dropFirst() }
    guard rest.first == UInt8(ascii: "P") else { return nil }
    rest = rest.dropFirst()
    var milliseconds = 0.0
    var isTime = false
    while let first = rest.first {
      if first == UInt8(ascii: "T") {
        isTime = true
        rest = rest.dropFirst()
        continue
      }
      let digits = rest.prefix { PlainDecimal.isDigit($0) || $0 == UInt8(ascii: ".") }
      rest = rest.dropFirst(digits.count)
      guard let value = Double(String(decoding: digits, as: UTF8.self)), let unit = rest.first
      else { return nil }
      switch (unit, isTime) {
      case (UInt8(ascii: "D"), false): milliseconds += value * 86_400_000
      case (UInt8(ascii: "H"), true): milliseconds += value * 3_600_000
      case (UInt8(ascii: "M"), true): milliseconds += value * 60_000
      case (UInt8(ascii: "S"), true): milliseconds += value * 1_000
      default: return nil
      }
      rest = rest.dropFirst()
    }
    guard milliseconds < 1e15 else { return nil }
    return (isNegative ? "-" : "") + ExcelDates.time(Int(milliseconds.rounded()))
  }
}
