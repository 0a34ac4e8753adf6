import Foundation

/// What a file looks like, before it is imported.
public struct ImportPreview: Equatable, Sendable {
  /// How the file is written, or is read on trial.
  public var format: ImportFormat
  /// The names of the columns.
  public var header: [String]
  /// The first rows.
  public var rows: [[String]]
  /// The first rows of the file, among which the names of the columns may be.
  public var firstRows: [SourceRow] = []
  /// How many rows the table has; `nil` if that is not known.
  public var rowCount: Int?
  /// The first rows within and below the table that are left out, because they have sums, names of
  /// columns or titles.
  public var leftOut: [SourceRow] = []
  /// How many of them there are.
  public var leftOutCount = 0
  /// The first line that has fewer cells than there are columns.
  public var firstShortLine: Int?
  /// The first mark for the same as above.
  public var firstDitto: String?
  /// What the columns and the numbers probably mean.
  public var options: ImportOptions
  /// What is to be told about the file as a whole before it is imported: a sentence about each
  /// thing.
  public var fileNotes: [String] = []

  /// The barcodes that things with different names have.
  private var sharedBarcodes: SharedBarcodes?

  public init(format: ImportFormat, header: [String], rows: [[String]], options: ImportOptions) {
    self.format = format
    self.header = header
    self.rows = rows
    self.options = options
  }

  /// What is to be told about what is left out or guessed: a sentence about each.
  public func notes(_ options: ImportOptions) -> [String] {
    tableNotes(options) + options.mapping.notes(header: header, unmapped: options.unmapped)
  }

  /// The same without what is told about single columns and their meanings.
  public func tableNotes(_ options: ImportOptions) -> [String] {
    let above = firstRows.filter { $0.line < options.headerLine ?? 0 }
    var notes = (above + leftOut).map {
      tr("Line \($0.line) is left out: “\($0.text.excerpt())”.")
    }
    let others = leftOutCount - leftOut.count
    if others > 0 {
      notes.append(
        tr("\(others) more line is left out.", "\(others) more lines are left out.", count: others)
      )
    }
    if let firstShortLine {
      notes.append(
        tr("Line \(firstShortLine) has fewer cells than the header: what is missing is empty.")
      )
    }
    if let firstDitto {
      notes.append(tr("A cell with “\(firstDitto)” has what the cell above it has."))
    }
    let places = options.locationColumns
    if places.count > 1 {
      let names = places.map { options.title(ofColumn: $0) }
        .joined(separator: LocationPath.separator)
      notes.append(tr("“\(names)” are one location: a place, and the places in it."))
    }
    notes += cellNotes(options) + (sharedBarcodes?.notes(options.mapping) ?? [])
    if !options.mapping.contains(.quantity), options.mapping.contains(.name) {
      notes.append(tr("No column has quantities: there are 0 of each new item."))
    }
    return notes
  }

  /// What is to be told about cells that are read in a way of their own: a sentence about each
  /// column.
  private func cellNotes(_ options: ImportOptions) -> [String] {
    zip(options.mapping.columns, options.remarks).enumerated().flatMap { index, column in
      guard let meaning = column.0 else { return [String]() }
      let (name, remarks) = (options.title(ofColumn: index), column.1)
      var notes: [String] = []
      for text in [remarks.placeholder, remarks.noIdentity] {
        guard let text, Placeholder.isOne(text, in: meaning) else { continue }
        notes.append(tr("“\(text.excerpt())” in “\(name)” counts as empty."))
      }
      if meaning.isOfWholeFloats, let text = remarks.wholeFloat,
        let number = WholeFloat.number(in: text)
      {
        notes.append(
          tr("All cells of “\(name)” end in “.0”, which is left out: “\(text)” is \(number).")
        )
      }
      switch meaning {
      case .notes:
        if remarks.html != nil {
          notes.append(tr("“\(name)” has HTML: the notes have its text."))
        }
      case .location:
        if let separator = remarks.pathSeparator {
          let sign = separator.trimmed
          notes.append(tr("“\(sign)” in “\(name)” is between a place and a place in it."))
        }
      case .created, .changed:
        if let text = remarks.noDate {
          notes.append(
            tr("“\(text.excerpt())” in “\(name)” is no date such as 2026-01-31, and is left out.")
          )
        }
        if let text = remarks.doubtfulDate {
          notes.append(
            tr("“\(text.excerpt())” in “\(name)” can be two days, and is left out.")
          )
        }
      default: break
      }
      return notes
    }
  }

  /// Looks at a file.
  ///
  /// - Parameters:
  ///   - locale: How the user writes numbers.
  ///   - checkCancellation: Is called now and then. If it throws, the file is not read any further.
  /// - Throws: ``FileError`` when the file cannot be read.
  package init(
    _ file: ImportFile,
    locale: Locale,
    checkCancellation: () throws -> Void = {}
  ) throws {
    format = file.format
    header = file.header
    rows = file.sample.map { $0.fields.map(\.text) }
    let convention = NumberConvention(locale)
    let (facts, table) = try file.facts(convention, checkCancellation: checkCancellation)
    (leftOut, leftOutCount) = (table.leftOut, table.leftOutCount)
    firstShortLine = table.firstShortLine
    firstDitto = table.firstDitto
    rowCount = facts.map(\.rows).max()
    firstRows = file.firstRows.map {
      SourceRow(line: $0.line, text: $0.filledTexts.joined(separator: " · "))
    }
    let isOurs = file.isOurs
    let mapping =
      isOurs
      ? ColumnMapping(ofOurHeader: file.header)
      : ColumnMapping(guessingFrom: file.header, facts: facts)
    let evidence = facts.map(\.numbers)
    options = ImportOptions(
      format: format,
      mapping: mapping,
      header: header,
      numbers: ImportNumbers(
        convention: convention,
        format: format,
        isOurs: isOurs
          && Self.hasOurNumbers(
            file,
            zip(evidence, mapping.columns).filter { $1?.isNumber == true }.map(\.0)
          ),
        header: file.header,
        columns: evidence
      ),
      // The form that is the same everywhere is that of no place.
      localCurrency: locale.currencyOfPlace
    )
    options.headerLine = file.headerLine
    options.takesAllRows = file.takesAllRows
    fileNotes = file.notes
    options.isHeaderInDoubt = file.isHeaderInDoubt
    options.emptyCells = facts.map(\.emptyCells)
    options.isOurs = isOurs
    // Dates of our own files are looked at: a spreadsheet may have written them in its own way.
    options.remarks = zip(facts, mapping.columns).map { facts, column in
      isOurs && column?.isDate != true ? ColumnRemarks() : facts.remarks
    }
    sharedBarcodes = try SharedBarcodes(
      file,
      mapping,
      facts,
      checkCancellation: checkCancellation
    )
  }

  /// Whether a file of CSV with our header has its numbers as this program writes them, so that
  /// they have points wherever it is read: in `1.234`, the price of something in dinars, nothing
  /// else tells.
  ///
  /// A spreadsheet may keep our header, but writes semicolons where it writes decimals with commas,
  /// or writes such commas.
  private static func hasOurNumbers(_ file: ImportFile, _ evidence: [NumberEvidence]) -> Bool {
    switch file.format {
    case .csv(.comma, _):
      evidence.allSatisfy { !$0.proven.contains(.comma) && $0.examples[.comma] == nil }
    // Between tabs, spreadsheets write numbers as they show them.
    case .csv, .json, .workbook:
      false
    }
  }
}
