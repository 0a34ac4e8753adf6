import Foundation

/// How the numbers in a file are written, as far as that is known.
///
/// A value such as `1.234` can mean two numbers. For each column is decided which one it is, or
/// that it is in doubt; `docs/decisions/numbers.md` has the rules.
public struct ImportNumbers: Equatable, Sendable {
  /// What the user has said about numbers in doubt.
  public var choice: DecimalMark?
  /// How numbers are written in the user's place.
  let convention: NumberConvention
  /// The mark before decimals that the kind of the file suggests.
  private let usual: DecimalMark?
  /// Whether this program has written the file, so that its numbers have points.
  private let isOurs: Bool
  /// The mark before decimals in the language of the header.
  private let language: DecimalMark?
  /// What the values of the columns tell.
  private let columns: [NumberEvidence]

  public init(choice: DecimalMark? = nil) {
    self.init(choice: choice, convention: .plain, format: nil, isOurs: false, columns: [])
  }

  init(
    choice: DecimalMark? = nil,
    convention: NumberConvention,
    format: ImportFormat?,
    isOurs: Bool,
    header: [String] = [],
    columns: [NumberEvidence]
  ) {
    self.choice = choice
    self.convention = convention
    self.isOurs = isOurs
    self.columns = columns
    language = HeaderLanguage.decimalMark(header)
    usual =
      switch format {
      // Where the comma is before decimals, something else has to be between fields.
      case .csv(.comma, _), .json: .point
      case .csv(.semicolon, _): .comma
      // The numbers of a spreadsheet are certain; only texts that look like numbers are not.
      case .csv(.tab, _), .csv(.pipe, _), .workbook, nil: nil
      }
  }

  /// The marks before the decimals in each column; `nil` where that is not known.
  func marks(_ mapping: ColumnMapping) -> [DecimalMark?] {
    mapping.columns.indices.map { mark(ofColumn: $0, mapping) }
  }

  /// The first value of each column that can mean two numbers, as long as nobody has said which.
  func questions(_ mapping: ColumnMapping) -> [NumberQuestion] {
    mapping.columns.indices.compactMap { index in
      guard mark(ofColumn: index, mapping) == nil, let column = mapping.columns[index],
        column.isNumber, let example = columns[safe: index]?.example
      else { return nil }
      return NumberQuestion(column: column, index: index, example: example)
    }
  }

  private func mark(ofColumn index: Int, _ mapping: ColumnMapping) -> DecimalMark? {
    let evidence = columns[safe: index] ?? NumberEvidence()
    if let mark = evidence.mark ?? choice { return mark }
    if evidence.isMixed { return nil }
    if isOurs { return .point }
    // What other columns prove weighs most. Who has written the file may be in another place than
    // who reads it.
    let others = mapping.columns.indices
      .filter { $0 != index && mapping.columns[$0]?.isNumber == true }
      .reduce(into: Set<DecimalMark>()) { $0.formUnion(columns[safe: $1]?.proven ?? []) }
    let proven = others.count == 1 ? others.first : nil
    let currency = currency(evidence)
    let votes = [
      proven, proven, proven, currency, currency, usual, language, place(evidence),
    ]
    let balance = votes.reduce(0) { $0 + ($1 == .comma ? 1 : $1 == .point ? -1 : 0) }
    return balance >= 2 ? .comma : balance <= -2 ? .point : nil
  }

  /// What people write who have the currency of the values that can mean two numbers.
  private func currency(_ evidence: NumberEvidence) -> DecimalMark? {
    guard let example = evidence.example, let amount = WrittenAmount(example.text) else {
      return nil
    }
    let meaning = CurrencySigns.meaning(of: amount.units, written: "", preferred: [])
    guard case .currency(let code) = meaning else { return nil }
    return CurrencySigns.decimalMark(ofCurrency: code)
  }

  /// What the place says about the values that can mean two numbers.
  private func place(_ evidence: NumberEvidence) -> DecimalMark? {
    let marks = Set(evidence.examples.keys.map { convention.decimalMark(ifWritten: $0) })
    return marks.count == 1 ? marks.first ?? nil : nil
  }
}

/// A value of a file about which only the user can say which of two numbers it means.
public struct NumberQuestion: Equatable, Sendable {
  /// What the column says about items.
  public let column: ItemColumn
  /// The place of the column in the file.
  public let index: Int
  /// The first of the values.
  public let example: NumberExample

  /// The number that the value means with a mark before decimals, as people in a place write it.
  public func number(_ mark: DecimalMark, locale: Locale = .plain) -> String {
    TypedNumber.text(example.doubt.number(mark), locale)
  }
}

/// Nothing was imported, because numbers can be read in two ways.
public struct NumbersInDoubt: Error, Equatable, Sendable {
  /// The file as the user named it.
  public let file: String
  /// The first value of each column in doubt.
  public let questions: [NumberQuestion]
}

extension NumbersInDoubt: LocalizedError, CustomStringConvertible {
  public var description: String {
    questions.map { question in
      let (header, text) = (question.column.word, question.example.text.excerpt())
      return tr(
        """
        \(file), line \(question.example.line): \(header) “\(text)” can mean \
        \(question.number(.comma)) or \(question.number(.point))
        """
      )
    }
    .joined(separator: "\n")
  }

  public var errorDescription: String? { description }
}

extension Array {
  /// The element at a place; `nil` if there is none.
  fileprivate subscript(safe index: Int) -> Element? {
    indices.contains(index) ? self[index] : nil
  }
}
