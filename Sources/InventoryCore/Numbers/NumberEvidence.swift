/// What the values in a column of a file tell about how numbers are written there.
public struct NumberEvidence: Equatable, Sendable {
  /// The marks before decimals that values prove.
  private(set) var proven: Set<DecimalMark> = []
  /// The first value that can mean two numbers, by the mark in it.
  private(set) var examples: [DecimalMark: NumberExample] = [:]

  /// The mark before decimals, if all values that prove one prove the same.
  var mark: DecimalMark? { proven.count == 1 ? proven.first : nil }

  /// Whether values prove different marks.
  var isMixed: Bool { proven.count > 1 }

  /// The first value that can mean two numbers.
  var example: NumberExample? { examples.values.min { $0.line < $1.line } }

  /// Looks at a value.
  ///
  /// - Parameters:
  ///   - line: Where it is.
  ///   - row: All values of the row.
  mutating func add(
    _ text: String,
    _ convention: NumberConvention,
    line: Int,
    row: @autoclosure () -> [String]
  ) {
    guard Self.canTell(text), let amount = WrittenAmount(text),
      amount.units.allSatisfy({ $0.unicodeScalars.count <= 8 })
    else { return }
    switch WrittenNumber.read(amount.number, convention) {
    case .number(_, let mark?):
      proven.insert(mark)
    case .doubt(let doubt):
      if examples[doubt.written] == nil {
        examples[doubt.written] = NumberExample(text: text, doubt: doubt, line: line, row: row())
      }
    case .number(_, nil), nil:
      break
    }
  }

  /// Whether a text may say something: it has one of the marks, and is short.
  static func canTell(_ text: String) -> Bool {
    text.utf8.count <= 48 && text.utf8.contains { $0 == 0x2C || $0 == 0x2E }
  }
}

/// A value in a file that can mean two numbers.
public struct NumberExample: Equatable, Sendable {
  /// The value.
  public let text: String
  /// The numbers that it can mean.
  public let doubt: NumberDoubt
  /// The line of the file, counted from 1.
  public let line: Int
  /// The values of the row in a file of CSV, to recognise it by.
  public let row: [String]
}
