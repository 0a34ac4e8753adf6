/// What the cells of a column of a file tell about it.
///
/// Kinds of cells are counted in the first rows only, which is enough to tell a column of codes
/// from one of prices. What decides about numbers, and how many cells are empty, needs all rows.
package struct ColumnFacts: Equatable, Sendable {
  /// How numbers are written.
  private(set) var numbers = NumberEvidence()
  /// How many cells are empty.
  private(set) var emptyCells = 0
  /// How many there are.
  private(set) var rows = 0
  /// How many of those that are not empty were looked at.
  private(set) var cells = 0
  /// How many have digits and no spaces, as codes have.
  private(set) var codes = 0
  /// How many are barcodes with a check digit that is right.
  private(set) var barcodes = 0
  /// How many of these a scanner reads: all but the ISBN of ten digits.
  private(set) var scannedBarcodes = 0
  /// How many are numbers, perhaps with the sign of a currency or a unit.
  private(set) var amounts = 0
  /// How many are whole numbers without anything else.
  private(set) var wholeNumbers = 0
  /// How many are whole numbers that are written with a decimal, such as `1002.0`.
  private var wholeFloats = 0
  /// How many are whole numbers, also with a decimal, if all cells have one.
  var allWholeNumbers: Int { wholeNumbers + (remarks.wholeFloat == nil ? 0 : wholeFloats) }
  /// How many are amounts with the sign or the code of a currency.
  private(set) var prices = 0
  /// How many are moments as the program writes them.
  private(set) var dates = 0
  /// How many have letters in them.
  private(set) var letterCells = 0
  /// How many of these are no codes.
  private(set) var texts = 0
  /// How many are numbers of things with a unit, such as "3 bottles".
  private(set) var counts = 0
  /// How many are numbers with two decimals, as most prices have.
  private(set) var cents = 0
  /// How many are numbers that are too short to tell one thing from another.
  private(set) var shortNumbers = 0
  /// How many are whole numbers from one hundred on.
  private(set) var hundreds = 0
  /// How many are numbers of things that prices are for: 10, 100 or 1,000.
  private(set) var tens = 0
  /// How many are sizes, such as "512 GB".
  private(set) var sizes = 0
  /// How many are the word for a unit, and nothing else.
  private(set) var units = 0
  /// How many are the sign or the code of a common currency, and nothing else.
  private(set) var currencies = 0
  /// How many are addresses of pages.
  private(set) var addresses = 0
  /// How many are the number one.
  private(set) var ones = 0
  /// How many are answers such as yes and no.
  private(set) var answers = 0
  /// What is told about the cells.
  private(set) var remarks = ColumnRemarks()
  /// Whether the cells number the rows: 1, 2, 3 and so on.
  private(set) var countsRows = true
  /// Whether no two cells are the same, as far as that was looked at.
  private(set) var isDistinct = true

  /// The text of all cells that are not empty, if they have the same one.
  var onlyText: String? { hasOneText ? firstText : nil }
  private var firstText: String?
  private var hasOneText = true

  /// The texts, by their hash, to find those that are the same.
  private var seen: Set<Int> = []
  private var nextNumber: Int?

  /// In how many rows kinds of cells are counted.
  private static let kindLimit = 2_000
  /// In how many rows the same texts are looked for.
  private static let distinctLimit = 100_000

  /// How many different texts there are among the cells that were looked at.
  var differentCells: Int { min(seen.count, cells) }

  /// Looks at the next cell.
  ///
  /// - Parameters:
  ///   - line: Where it is.
  ///   - isNumber: Whether it is a number in plain form.
  ///   - row: All values of the row.
  mutating func add(
    _ text: String,
    _ convention: NumberConvention,
    line: Int,
    isNumber: Bool = false,
    row: @autoclosure () -> [String]
  ) {
    rows += 1
    if text.isBlank {
      emptyCells += 1
      return
    }
    guard text.utf8.count <= Self.longText else {
      addLongText(text)
      return
    }
    if Placeholder.isOne(text) {
      emptyCells += 1
      remarks.placeholder = remarks.placeholder ?? text
      return
    }
    if Placeholder.isNoIdentity(text) {
      remarks.emptyIdentities += 1
      remarks.noIdentity = remarks.noIdentity ?? text
    }
    if !isNumber, NumberEvidence.canTell(text) {
      numbers.add(text, convention, line: line, row: row())
    }
    let number = WholeFloat.number(in: text)
    remarks.lookAtFloat(text, number)
    remarks.lookAtHtml(text)
    if number != nil, cells < Self.kindLimit { wholeFloats += 1 }
    if countsRows { checkCount(number ?? text) }
    noteValue(text)
    guard cells < Self.kindLimit else {
      // Units need to be known, wherever they are.
      if !remarks.hasUnits, text.utf8.last ?? 0 >= UInt8(ascii: "A"),
        let (number, unit) = UnitWords.count(in: text.trimmed), !unit.isEmpty,
        WrittenNumber.read(number, convention) != nil
      {
        remarks.hasUnits = true
      }
      return
    }
    cells += 1
    countKinds(text.trimmed, convention)
  }

  /// From this length on, in bytes, a text is prose, and only its beginning is looked at: a small
  /// file can bring hundreds of megabytes of texts.
  private static let longText = 1_000

  private mutating func addLongText(_ text: String) {
    countsRows = false
    noteValue(text)
    guard cells < Self.kindLimit else { return }
    cells += 1
    letterCells += 1
    texts += 1
    remarks.lookAtFloat(text, WholeFloat.number(in: text))
    remarks.lookAtHtml(text)
    let beginning = String(text.unicodeScalars.prefix(Self.longText / 4))
    remarks.lookAtDate(beginning, nil)
    remarks.lookAtPath(beginning)
  }

  /// Finds out whether the column has a value twice, as far as values are remembered.
  private mutating func noteValue(_ text: String) {
    if hasOneText {
      if let firstText { hasOneText = firstText == text } else { firstText = text }
    }
    guard cells < Self.kindLimit || isDistinct && seen.count < Self.distinctLimit else { return }
    if !seen.insert(text.hashValue).inserted { isDistinct = false }
  }

  /// Counts a cell about which nothing else needs to be known.
  mutating func addUnread(isEmpty: Bool) {
    rows += 1
    if isEmpty { emptyCells += 1 }
  }

  /// Adds empty cells of rows that say nothing about the column.
  mutating func addEmptyCells(_ count: Int) {
    emptyCells += count
    rows += count
  }

  /// Whether at least a part of the cells is of a kind. Without cells, they all are.
  func most(_ kind: KeyPath<Self, Int>, share: Double = 0.5) -> Bool {
    Double(self[keyPath: kind]) >= share * Double(cells)
  }

  private mutating func checkCount(_ text: String) {
    guard let number = Int(text), number == nextNumber ?? number, nextNumber != nil || number <= 1,
      number >= 0
    else {
      countsRows = false
      return
    }
    nextNumber = number + 1
  }

  private mutating func countKinds(_ text: String, _ convention: NumberConvention) {
    let hasDigit = text.unicodeScalars.contains { $0.properties.numericType == .decimal }
    let hasLetter = text.unicodeScalars.contains { $0.properties.isAlphabetic }
    let isCode = hasDigit && text.utf8.count <= 40 && !text.contains(where: \.isWhitespace)
    if isCode { codes += 1 }
    if hasLetter { letterCells += 1 }
    if hasLetter, !isCode { texts += 1 }
    let word = text.lowercased()
    if Self.answerWords.contains(word) { answers += 1 }
    if text.utf8.count <= 12, UnitWords.contains(word) { units += 1 }
    if CommonCurrency.isOne(text) { currencies += 1 }
    if word.contains("://") || word.hasPrefix("www.") { addresses += 1 }
    if hasDigit, UnitWords.isSize(word) { sizes += 1 }
    let date = hasDigit ? WrittenDate(text) : nil
    remarks.lookAtDate(text, date)
    if date != nil { dates += 1 }
    remarks.lookAtPath(text)
    guard hasDigit, text.utf8.count <= 48 else { return }
    let code = WholeFloat.number(in: text) ?? text
    if Self.isScanned(code) { scannedBarcodes += 1 }
    if Self.isScanned(code) || Self.isShortIsbn(code) { barcodes += 1 }
    if let (number, unit) = UnitWords.count(in: text), WrittenNumber.read(number, convention) != nil
    {
      counts += 1
      if !unit.isEmpty { remarks.hasUnits = true }
    }
    guard let amount = WrittenAmount(text), WrittenNumber.read(amount.number, convention) != nil
    else { return }
    if amount.units.isEmpty {
      amounts += 1
      if text == "1" { ones += 1 }
      let digits = code.utf8.count { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      if digits < 4 || digits < code.utf8.count { shortNumbers += 1 }
      if text.utf8.count > 3,
        [UInt8(ascii: "."), UInt8(ascii: ",")].contains(text.utf8.dropLast(2).last)
      {
        cents += 1
      }
      if text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
        wholeNumbers += 1
        if text.utf8.count >= 3 { hundreds += 1 }
        if ["10", "100", "1000"].contains(text) { tens += 1 }
      }
      return
    }
    guard amount.units.allSatisfy({ $0.unicodeScalars.count <= 8 }) else { return }
    switch CurrencySigns.meaning(of: amount.units, written: "", preferred: []) {
    case .currency, .several:
      amounts += 1
      prices += 1
    case .contradiction, .unknown:
      break
    }
  }

  private static let answerWords: Set = [
    "true", "false", "yes", "no", "y", "n", "ja", "nein", "oui", "non", "sí", "si", "sì", "sim",
    "não", "nee", "tak", "nie", "ano", "ne", "nej", "nei", "kyllä", "ei", "igen", "nem", "да",
    "нет",
    "так", "ні", "x", "✓", "✔", "☑", "☐", "wahr", "falsch", "vrai", "faux", "verdadero", "falso",
    "vero", "verdadeiro", "waar", "onwaar", "prawda", "fałsz",
  ]

  /// The digits of a barcode, without what may be between them.
  private static func digits(_ text: String) -> [Int] {
    text.utf8.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: " ") }.map { Int($0) - 0x30 }
  }

  /// Whether a text is an ISBN of ten digits. The last one can be an X, which stands for ten.
  private static func isShortIsbn(_ text: String) -> Bool {
    var digits = digits(text)
    guard digits.count == 10, let last = digits.last else { return false }
    if [UInt8(ascii: "X"), UInt8(ascii: "x")].contains(where: { Int($0) - 0x30 == last }) {
      digits[9] = 10
    }
    guard digits.dropLast().allSatisfy({ (0...9).contains($0) }), (0...10).contains(digits[9])
    else { return false }
    return zip(digits, (1...10).reversed()).reduce(0) { $0 + $1.0 * $1.1 }.isMultiple(of: 11)
  }

  /// Whether a text is an EAN, UPC or GTIN: its last digit is computed from the others.
  private static func isScanned(_ text: String) -> Bool {
    let digits = digits(text)
    guard [8, 12, 13, 14].contains(digits.count), digits.allSatisfy({ (0...9).contains($0) })
    else { return false }
    // The digits count three times and once in turns, from the last one on.
    let sum = digits.reversed().enumerated().reduce(0) {
      $0 + $1.element * ($1.offset.isMultiple(of: 2) ? 1 : 3)
    }
    return sum.isMultiple(of: 10)
  }
}
