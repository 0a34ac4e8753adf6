/// Numbers of spreadsheets as plain decimals.
///
/// Spreadsheet programs calculate with binary numbers, of which they show 15 digits at most, but
/// write up to 17 digits into files: 12.3 becomes `12.300000000000001`. A fraction with more than
/// 15 digits is therefore rounded to 15, which is what people see. Whole numbers keep all digits.
/// Zeros at the end of a fraction say nothing: some programs write 3 as `3.0`.
enum PlainDecimal {
  /// The most digits that people see.
  private static let shownDigits = 15
  /// The largest exponent that is written out.
  private static let mostExponent = 99

  /// The plain form of a number as it is in a file.
  ///
  /// - Returns: `nil` if it is no number, or one of a size that nobody has.
  static func text(_ bytes: some Collection<UInt8>) -> String? {
    if bytes.count <= shownDigits, let first = bytes.first, isDigit(first) {
      var marks = 0
      var last = first
      let isPlain = bytes.allSatisfy {
        last = $0
        if $0 == UInt8(ascii: ".") { marks += 1 }
        return isDigit($0) || $0 == UInt8(ascii: ".")
      }
      if isPlain, marks == 0 || marks == 1 && isDigit(last) && last != UInt8(ascii: "0") {
        return String(decoding: bytes, as: UTF8.self)
      }
    }
    guard bytes.count <= 400, let number = Parsed(bytes) else { return nil }
    return number.plain
  }

  /// A number in plain form with zeros at its end, up to a number of decimals: whoever gives a name
  /// such as 1.10 to a thing sees both digits. One with more decimals is not rounded.
  static func text(_ number: String, decimals: Int) -> String {
    let mark = number.utf8.firstIndex(of: UInt8(ascii: "."))
    let written = mark.map { number.utf8.distance(from: $0, to: number.utf8.endIndex) - 1 } ?? 0
    guard written < decimals else { return number }
    return number + (mark == nil ? "." : "") + String(repeating: "0", count: decimals - written)
  }

  static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// A sign, digits, and where the mark is among them.
  private struct Parsed {
    var isNegative = false
    /// The digits as numbers from 0 to 9.
    var digits: [UInt8] = []
    /// How many of the digits are before the mark; negative if zeros are between it and them.
    var whole = 0
    /// Whether the file has nothing but a sign and digits.
    var isInteger = true

    init?(_ bytes: some Collection<UInt8>) {
      var rest = bytes[...]
      if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
        isNegative = sign == UInt8(ascii: "-")
        rest = rest.dropFirst()
      }
      let zero = UInt8(ascii: "0")
      digits = rest.prefix(while: isDigit).map { $0 - zero }
      rest = rest.dropFirst(digits.count)
      whole = digits.count
      if rest.first == UInt8(ascii: ".") {
        isInteger = false
        let fraction = rest.dropFirst().prefix(while: isDigit)
        digits += fraction.map { $0 - zero }
        rest = rest.dropFirst(1 + fraction.count)
      }
      guard !digits.isEmpty else { return nil }
      if let mark = rest.first, mark | 0x20 == UInt8(ascii: "e") {
        isInteger = false
        guard let exponent = Int(String(decoding: rest.dropFirst(), as: UTF8.self)),
          abs(exponent) <= mostExponent
        else { return nil }
        whole += exponent
        rest = rest.dropFirst(rest.count)
      }
      guard rest.isEmpty else { return nil }
      while digits.count > 1, digits.first == 0 {
        digits.removeFirst()
        whole -= 1
      }
    }

    var plain: String {
      var number = self
      if !isInteger { number.round() }
      if number.digits.allSatisfy({ $0 == 0 }) { return "0" }
      var text = number.isNegative ? "-" : ""
      if number.whole <= 0 {
        text += "0."
        text += String(repeating: "0", count: -number.whole)
      }
      for (index, digit) in number.digits.enumerated() {
        if index == number.whole, index > 0 { text += "." }
        text.unicodeScalars.append(UnicodeScalar(UInt8(ascii: "0") + digit))
      }
      if number.whole > number.digits.count {
        text += String(repeating: "0", count: number.whole - number.digits.count)
      }
      return text
    }

    /// Rounds to as many digits as people see, without zeros at the end of a fraction.
    private mutating func round() {
      defer { while digits.count > max(whole, 1), digits.last == 0 { digits.removeLast() } }
      guard digits.count > shownDigits else { return }
      let isUp = digits[shownDigits] >= 5
      digits.removeSubrange(shownDigits...)
      if isUp {
        var index = digits.count - 1
        while index >= 0, digits[index] == 9 {
          digits[index] = 0
          index -= 1
        }
        if index >= 0 {
          digits[index] += 1
        } else {
          digits.insert(1, at: 0)
          whole += 1
        }
      }
    }
  }
}
