import ArgumentParser
import ComposableArchitecture
import Foundation
import InventoryCore
import InventorySqlite

/// The options that say how a file is imported.
struct ImportArguments: ParsableArguments {
  @Option(
    name: .customLong("import"),
    help: ArgumentHelp(
      tr("Read the items of a file, all or none, and exit. “-” is the standard input."),
      valueName: "file"
    )
  )
  var file: String?

  @Option(
    help: ArgumentHelp(
      tr("What becomes of rows whose SKU is there already: skip, update, or add (with a new SKU)."),
      valueName: "what"
    )
  )
  var duplicates = DuplicatePolicy.update

  @Option(
    name: .customLong("map"),
    help: ArgumentHelp(
      tr(
        """
        What a column of the file means, such as “Asset Tag=sku”; “Colour=” leaves it out. A column \
        is named by its header or by its number. Can be given several times.
        """
      ),
      valueName: "column=meaning"
    )
  )
  var mappings: [String] = []

  @Flag(
    name: .customLong("no-remembered"),
    help: ArgumentHelp(
      tr(
        "Take no notice of what was chosen in the window for an earlier file with the same columns."
      )
    )
  )
  var ignoresRemembered = false

  @Option(
    help: ArgumentHelp(
      tr(
        """
        What becomes of columns without a meaning: skip, or notes to write “Colour: red” into the \
        notes of items.
        """
      ),
      valueName: "what"
    )
  )
  var unmapped: UnmappedColumns?

  @Option(
    name: .customLong("empty-cells"),
    help: ArgumentHelp(
      tr(
        """
        What an empty cell does to an item that is there already: keep leaves the field as it is, \
        clear empties it. Quantities and prices always stay.
        """
      ),
      valueName: "what"
    )
  )
  var emptyCells = EmptyCellPolicy.keep

  @Option(
    name: .customLong("unify"),
    help: ArgumentHelp(
      tr(
        """
        Take texts that differ by case or accents only for the same: sku, tags or location. Can be \
        given several times.
        """
      ),
      valueName: "kind"
    ),
    transform: ImportArguments.similarColumn
  )
  var unified: [ItemColumn] = []

  @Option(
    help: ArgumentHelp(
      tr("The encoding of the file, such as utf-8 or windows-1250. Otherwise it is detected."),
      valueName: "name"
    )
  )
  var encoding: TextEncoding?

  @Option(
    help: ArgumentHelp(
      tr("What is between two fields: comma, semicolon, tab or pipe. Otherwise it is detected."),
      valueName: "delimiter"
    )
  )
  var delimiter: CsvDelimiter?

  @Option(
    help: ArgumentHelp(
      tr(
        """
        What is before decimals, comma or point, for numbers that can be read in two ways, such as \
        1.000. Without it, a file is refused that does not tell.
        """
      ),
      valueName: "mark"
    )
  )
  var decimal: DecimalMark?

  @Option(
    name: .customLong("currency"),
    help: ArgumentHelp(
      tr(
        """
        The currency of prices that do not say which one they are in, or have a sign of several, \
        such as $ or kr: a code such as SEK.
        """
      ),
      valueName: "code"
    )
  )
  var priceCurrency: String?

  @Option(
    help: ArgumentHelp(
      tr("The sheet of a spreadsheet, by its name or number. Otherwise the first with content."),
      valueName: "name"
    )
  )
  var sheet: String?

  @Flag(
    name: .customLong("no-header"),
    help: ArgumentHelp(tr("The file has no header: --map names columns by their numbers."))
  )
  var hasNoHeader = false

  @Flag(
    name: .customLong("all-rows"),
    help: ArgumentHelp(
      tr(
        """
        Take rows as items that look like sums, charges such as shipping, titles or a repeated \
        header. Without it, they are left out, and named.
        """
      )
    )
  )
  var takesAllRows = false

  @Option(
    name: .customLong("header-row"),
    help: ArgumentHelp(
      tr(
        """
        The line in which the header is; what is above is left out. Otherwise it is detected, or \
        asked for with status 2.
        """
      ),
      valueName: "line"
    )
  )
  var headerRow: Int?

  @Flag(
    name: .customLong("skip-bad-rows"),
    help: ArgumentHelp(tr("Import the other rows if some have problems."))
  )
  var skipsBadRows = false

  @Flag(
    name: .customLong("dry-run"),
    help: ArgumentHelp(tr("Say what an import would do, and change nothing."))
  )
  var isDryRun = false

  @Option(
    name: .customLong("problems"),
    help: ArgumentHelp(tr("Write the problems of rows to a file of CSV."), valueName: "file")
  )
  var problemsFile: String?

  mutating func validate() throws {
    if hasNoHeader, headerRow != nil {
      throw ValidationError(tr("--no-header and --header-row exclude each other."))
    }
    if let headerRow, headerRow < 1 {
      throw ValidationError(tr("--header-row expects a line from 1 on, not \(headerRow)."))
    }
    priceCurrency = priceCurrency?.uppercased()
    if let priceCurrency, !Locale.commonISOCurrencyCodes.contains(priceCurrency) {
      throw ValidationError(tr("--currency expects a code such as SEK, not “\(priceCurrency)”."))
    }
  }

  /// Imports the file, if there is one, and writes what is to be said of rows to standard error.
  ///
  /// - Returns: What was done, and the columns if they mean what was chosen for an earlier file;
  ///   `nil` if there is no file.
  /// - Throws: ``ImportArgumentError``, or what is wrong with the file or the database.
  func run(
    _ database: InventoryDatabase,
    format: FileFormat?
  ) throws -> (summary: ImportSummary, remembered: [RememberedColumn]?)? {
    guard let file else { return nil }
    try checkProblemsFile(file)
    let input = try file == "-" ? StandardInput() : nil
    defer { withExtendedLifetime(input) {} }
    @SharedReader(.currency) var currency
    @SharedReader(.skuPattern) var skuPattern
    let progress = ProgressLine(tr("Importing"))
    var used: ImportOptions?
    var remembered: [RememberedColumn]?
    do {
      let summary = try progress.show {
        try database.importItems(
          fromFile: input?.path ?? file,
          named: input == nil ? nil : tr("standard input"),
          layout: ImportLayout(
            format: format,
            delimiter: delimiter,
            encoding: encoding,
            header: hasNoHeader ? .none : headerRow.map { .line($0) } ?? .detected,
            sheet: sheet,
            takesAllRows: takesAllRows
          ),
          options: { [currency, skuPattern] in
            var options = try options(for: $0, currency: currency, &remembered)
            options.skuPattern = .written(skuPattern)
            used = options
            return options
          },
          isTrial: isDryRun,
          locale: .ofNumbers(),
          onProgress: $0,
          unifying: Unifying(Set(unified), tell: tell)
        )
      }
      try tell(summary)
      if let note = summary.noteOfLines { printError(note) }
      if summary.updated > 0, used?.hasEmptyCells == true {
        printError(
          tr("Empty cells have changed nothing in items; --empty-cells clear empties the fields.")
        )
      }
      return (summary, remembered)
    } catch let rejection as ImportRejection {
      try writeProblems(rejection.problems)
      var rejection = rejection
      rejection.problems = Array(rejection.problems.prefix(ImportSummary.problemLimit))
      throw ImportArgumentError(
        ([rejection.description] + remedies(used)).joined(separator: "\n"),
        rejection,
        remembered
      )
    } catch let doubt as HeaderInDoubt {
      throw ImportArgumentError(
        """
        \(doubt.description)
        \(tr("Say which with --header-row 1 or --no-header."))
        """
      )
    } catch let doubt as NumbersInDoubt {
      throw ImportArgumentError(
        """
        \(doubt.description)
        \(tr("Say what is before decimals with --decimal comma or --decimal point."))
        """
      )
    }
  }

  /// Checks that the list of problems does not replace the file that is imported.
  private func checkProblemsFile(_ file: String) throws {
    guard let problemsFile, problemsFile != "-", file != "-" else { return }
    var (source, target) = (stat(), stat())
    guard stat(file, &source) == 0, stat(problemsFile, &target) == 0,
      source.st_dev == target.st_dev, source.st_ino == target.st_ino
    else { return }
    throw ImportArgumentError(
      tr("--problems names the file that is imported; expected another file.")
    )
  }

  private func options(
    for preview: ImportPreview,
    currency: String,
    _ remembered: inout [RememberedColumn]?
  ) throws -> ImportOptions {
    var options = preview.options
    options.duplicates = duplicates
    options.currency = currency
    options.priceCurrency = priceCurrency ?? ""
    options.numbers.choice = decimal
    options.leavesOutProblems = skipsBadRows
    @SharedReader(.rememberedMappings) var rememberedMappings
    let isRemembered = !ignoresRemembered && options.take(rememberedMappings)
    if isRemembered {
      printError(
        tr(
          """
          The columns are as you chose them for an earlier file; --map says otherwise, and \
          --no-remembered takes no notice.
          """
        )
      )
    }
    if let unmapped { options.unmapped = unmapped }
    options.emptiesFields = emptyCells == .clear
    if problemsFile != nil { options.problemLimit = .max }
    for mapping in mappings { try set(mapping, in: preview.header, &options.mapping) }
    if isRemembered {
      remembered = zip(preview.header, options.mapping.columns).map {
        RememberedColumn(name: $0, meaning: $1?.header)
      }
    }
    // Who names a column by a text of the first row says that this row has the names.
    if mappings.contains(where: { names($0, aColumnOf: preview.header) }) {
      options.isHeaderInDoubt = false
    }
    for note in encodingNotes(preview.format) + preview.fileNotes
      + options.mapping.meanings(header: preview.header) + preview.notes(options)
    {
      printError(note)
    }
    let name = file == "-" ? tr("standard input") : file ?? ""
    if !options.isHeaderInDoubt, !preview.header.isEmpty,
      let missing = options.mapping.missing(for: options.duplicates).first
    {
      throw ImportArgumentError(
        """
        \(tr("\(name): no column is “\(missing.header)”"))
        \(Self.columns(preview.header))
        \(tr("Say which with --map, such as --map “\(options.exampleOfName)=\(missing.header)”."))
        """
      )
    }
    return options
  }

  /// Says which columns a file has.
  private static func columns(_ header: [String]) -> String {
    let limit = 20
    var names = header.indices.prefix(limit).map { index in
      let name = ColumnMapping.title(of: index, in: header)
      return tr("“\(name)”")
    }
    if header.count > limit { names.append("…") }
    let list = names.joined(separator: ", ")
    return tr("The columns are \(list).")
  }

  private static func similarColumn(_ text: String) throws -> ItemColumn {
    guard let column = SimilarText.columns.first(where: { $0.rawValue == text }) else {
      throw ValidationError(tr("--unify expects sku, tags or location, not “\(text)”."))
    }
    return column
  }

  /// Tells which texts are nearly the same.
  private func tell(_ texts: [SimilarText], isComplete: Bool) {
    for column in SimilarText.columns {
      let texts = texts.filter { $0.column == column }
      for text in texts.prefix(Self.similarLimit) {
        printError(
          unified.contains(column)
            ? tr("“\(text.text)” is read as “\(text.other)”.") : text.note
        )
      }
      let others = texts.count - Self.similarLimit
      if others > 0 {
        printError(tr("And \(others) more.", "And \(others) more.", count: others))
      }
    }
    let kinds = SimilarText.columns.filter { column in
      !unified.contains(column) && texts.contains { $0.column == column }
    }
    if !kinds.isEmpty {
      let options = kinds.map { "--unify \($0.rawValue)" }.joined(separator: " ")
      printError(tr("\(options) takes such texts for the same."))
    }
    if !isComplete, unified.count < SimilarText.columns.count {
      let rows = TextsOfFile.rowLimit
      printError(
        tr(
          "Similar texts were looked for in the first \(rows) rows. --unify looks in all of them."
        )
      )
    }
  }

  /// How many similar texts of a kind are told.
  private static let similarLimit = 10

  /// How the characters were read, if that is a guess.
  private func encodingNotes(_ format: ImportFormat) -> [String] {
    guard encoding == nil else { return [] }
    switch format {
    case .csv(_, let encoding), .json(let encoding):
      guard ![.utf8, .utf16LittleEndian, .utf16BigEndian].contains(encoding) else { return [] }
      return [tr("The file was read as \(encoding.name); --encoding names another one.")]
    case .workbook:
      return []
    }
  }

  /// What helps if rows cannot be imported.
  private func remedies(_ options: ImportOptions?) -> [String] {
    var remedies = [
      tr("--skip-bad-rows imports the other rows, and --map “Column=” leaves a column out.")
    ]
    guard let options else { return remedies }
    if options.mapping.contains(.sku), duplicates != .add {
      remedies.append(tr("--duplicates add makes an item of each row, also of a known SKU."))
    }
    if options.mapping.contains(.price), priceCurrency == nil {
      remedies.append(tr("--currency says in which currency prices are, such as --currency SEK."))
    }
    if !options.mapping.contains(.name) {
      remedies.append(
        tr("New items need a name: say where it is, such as --map “\(options.exampleOfName)=name”.")
      )
    }
    return remedies
  }

  private func names(_ mapping: String, aColumnOf header: [String]) -> Bool {
    guard let sign = mapping.lastIndex(of: "=") else { return false }
    let name = mapping[..<sign].trimmingCharacters(in: .whitespaces)
    return header.contains { $0.caseInsensitiveCompare(name) == .orderedSame }
  }

  private func set(
    _ text: String,
    in header: [String],
    _ mapping: inout ColumnMapping
  ) throws {
    guard let sign = text.lastIndex(of: "=") else {
      throw ImportArgumentError(
        tr("--map “\(text)” has no equals sign; expected such as “Asset Tag=sku”")
      )
    }
    let (name, meaning) = (String(text[..<sign]), String(text[text.index(after: sign)...]))
    guard let index = ColumnMapping.index(of: name, in: header) else {
      let names = header.map { tr("“\($0)”") }.joined(separator: ", ")
      throw ImportArgumentError(tr("no column is “\(name)”; expected one of \(names)"))
    }
    let column = ItemColumn(header: meaning)
    guard column != nil || meaning.isEmpty else {
      let names = ItemColumn.allCases.map(\.header).joined(separator: ", ")
      throw ImportArgumentError(
        tr("--map “\(text)”: “\(meaning)” is no meaning of a column; expected one of \(names)")
      )
    }
    mapping.set(column, at: index)
  }

  private func tell(_ summary: ImportSummary) throws {
    let problems = summary.problems
    try writeProblems(problems)
    for problem in problems.prefix(ImportSummary.problemLimit) where problemsFile == nil {
      printError(problem.text)
    }
  }

  private func writeProblems(_ problems: [ImportProblem]) throws {
    guard let problemsFile else { return }
    try ImportProblem.write(problems, toFile: problemsFile == "-" ? "/dev/stdout" : problemsFile)
  }
}

/// Why an import cannot be done as the command line says.
struct ImportArgumentError: LocalizedError {
  let errorDescription: String?
  /// The rows because of which nothing was imported.
  let rejection: ImportRejection?
  /// The columns, if they mean what was chosen for an earlier file.
  let remembered: [RememberedColumn]?

  init(
    _ description: String,
    _ rejection: ImportRejection? = nil,
    _ remembered: [RememberedColumn]? = nil
  ) {
    errorDescription = description
    self.rejection = rejection
    self.remembered = remembered
  }
}

/// A file with what is on the standard input, which can be read several times. It has no name, so
/// nothing is left of it, however the program ends.
final class StandardInput {
  let path: String
  private let file: FileHandle

  /// - Throws: ``ImportArgumentError`` if there is no place for it, or if it is larger than a file
  ///   that is imported may be.
  init() throws {
    let place = FileManager.default.temporaryDirectory.appending(path: "inventory-XXXXXX")
    var name = Array(place.path(percentEncoded: false).utf8CString)
    let descriptor = mkstemp(&name)
    guard descriptor >= 0 else { throw Self.failure }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    unlink(name)
    file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    path = "/proc/self/fd/\(descriptor)"
    var size = 0
    while let piece = try FileHandle.standardInput.read(upToCount: 1 << 17), !piece.isEmpty {
      size += piece.count
      guard size <= ImportLayout.sizeLimit else {
        throw ImportArgumentError(tr("There is too much on the standard input to import it."))
      }
      do { try file.write(contentsOf: piece) } catch { throw Self.failure }
    }
  }

  private static var failure: ImportArgumentError {
    ImportArgumentError(tr("The standard input cannot be kept for a while."))
  }
}

/// A column of a file that means what was chosen in the window for an earlier file.
struct RememberedColumn: Encodable {
  let name: String
  /// The name of the meaning; `nil` if the column is left out.
  let meaning: String?
}

/// What an empty cell does to an item that is updated.
enum EmptyCellPolicy: String, ExpressibleByArgument, CaseIterable {
  case keep
  case clear
}

extension DuplicatePolicy: ExpressibleByArgument {}
extension DecimalMark: ExpressibleByArgument {}
extension UnmappedColumns: ExpressibleByArgument {}

extension CsvDelimiter: ExpressibleByArgument {
  public init?(argument: String) {
    switch argument.lowercased() {
    case "comma", ",": self = .comma
    case "semicolon", ";": self = .semicolon
    case "tab", "\t", "\\t": self = .tab
    case "pipe", "|": self = .pipe
    default: return nil
    }
  }

  public static var allValueStrings: [String] { ["comma", "semicolon", "tab", "pipe"] }
}

extension TextEncoding: ExpressibleByArgument {
  public init?(argument: String) {
    self.init(named: argument)
  }

  /// There are too many to list.
  public static var allValueStrings: [String] { [] }
}
