/// A whole number that a program has written with a decimal: pandas and others make `1002.0` of the
/// number 1002 if a cell of its column is empty.
enum WholeFloat {
  /// The whole number in a text such as `1002.0`; `nil` for any other text.
  static func number(in text: String) -> String? {
    let bytes = text.utf8
    guard bytes.count > 2, bytes.last == UInt8(ascii: "0"),
      bytes.dropLast().last == UInt8(ascii: "."),
      bytes.dropLast(2).allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    return String(text.dropLast(2))
  }
}
