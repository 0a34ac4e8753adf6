/// Writes RFC 4180 text: fields separated by commas or another delimiter, each record ended by CR
/// LF, quotation marks only where they are needed.
struct CsvWriter {
  private(set) var bytes: [UInt8] = []
  private let escapesFormulas: Bool

  private let delimiter: CsvDelimiter

  /// - Parameters:
  ///   - delimiter: What is between two fields.
  ///   - escapesFormulas: Whether spreadsheets are kept from seeing formulas.
  init(delimiter: CsvDelimiter = .comma, escapesFormulas: Bool = false) {
    self.delimiter = delimiter
    self.escapesFormulas = escapesFormulas
  }

  private static let separators = Set(",;\t\"\r\n".utf8)

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
  }

  mutating func write(_ fields: [String]) {
    for (index, field) in fields.enumerated() {
      if index > 0 { bytes.append(delimiter.rawValue) }
      write(FormulaEscape.escape(field, escapesFormulas))
    }
    bytes.append(contentsOf: [UInt8(ascii: "\r"), UInt8(ascii: "\n")])
  }

  /// Also puts a field into quotation marks that a reader which splits at semicolons or tabs would
  /// take for several, of which one could be a formula.
  private mutating func write(_ field: String) {
    let needsQuotationMarks = field.utf8.contains { Self.separators.contains($0) }
    guard needsQuotationMarks else {
      bytes.append(contentsOf: field.utf8)
      return
    }
    bytes.append(UInt8(ascii: "\""))
    for byte in field.utf8 {
      if byte == UInt8(ascii: "\"") { bytes.append(byte) }
      bytes.append(byte)
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
