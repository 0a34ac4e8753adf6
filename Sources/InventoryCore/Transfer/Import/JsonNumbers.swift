/// Looks for numbers in JSON that no type has room for. They would be rounded, or become nothing.
enum JsonNumbers {
  /// What is wrong with the numbers of an object; `nil` if nothing is.
  ///
  /// - Parameter object: The bytes of the object, which need not be well-formed.
  static func problem(in object: [UInt8]) -> String? {
    var index = 0
    while index < object.count {
      switch object[index] {
      case UInt8(ascii: "\""):
        index += 1
        while index < object.count, object[index] != UInt8(ascii: "\"") {
          index += object[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        index += 1
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        let start = index
        while index < object.count, isPartOfNumber(object[index]) { index += 1 }
        if isTooLarge(object[start..<index]) {
          return tr(
            """
            “\(String(decoding: object[start..<index].prefix(200), as: UTF8.self).excerpt())” is \
            too large or has too many digits; expected a number with at most \(Limits.digits) \
            digits, or a text in quotation marks
            """
          )
        }
      default:
        index += 1
      }
    }
    return nil
  }

  private static func isPartOfNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
      UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }

  private static func isTooLarge(_ number: ArraySlice<UInt8>) -> Bool {
    let isDigit = { (byte: UInt8) in (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    let isZero = { (byte: UInt8) in byte == UInt8(ascii: "0") }
    let mark = number.firstIndex { $0 | 0x20 == UInt8(ascii: "e") } ?? number.endIndex
    let digits = number[..<mark].filter(isDigit).drop(while: isZero)
    let exponent = number[mark...].filter(isDigit).drop(while: isZero)
    return digits.count > Limits.digits || exponent.count > Limits.exponentDigits
  }
}
