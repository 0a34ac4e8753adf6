import Foundation

/// What a row of a file says about an item.
package struct ImportRow: Equatable {
  package var item: Item
  /// Whether the row says a quantity. An empty cell is no zero: who updates an item by such a row
  /// has not counted it.
  package var hasQuantity = false
  /// Whether a unit is written beside the quantity.
  package var hasUnit = false
  /// Whether the row says a price.
  package var hasPrice = false
  /// Whether the row says a currency, or that there is none of its own.
  package var hasCurrency = false
  /// The columns that the file has and the row leaves out. They stay what they are when an item is
  /// updated, unlike those that are empty.
  package var missing: Set<ItemColumn> = []
  /// The columns that are empty in the row, unless that is to empty fields of items. They stay what
  /// they are when an item is updated. So does the name of an item that is found by its SKU, if
  /// only cells tell that the column has names.
  package var unchanged: Set<ItemColumn> = []
  /// Where the SKU is from.
  package var skuOrigin = SkuOrigin.file
  /// What the row says in columns that have no meaning, if that is to go to the notes.
  package var additions: [NotesAddition] = []
  /// When the item was added and changed last, in milliseconds since 1970. A date that nobody can
  /// read is left out: an item is as good without.
  package var created: Int64?
  package var changed: Int64?
  /// Whether spaces have taken the place of line breaks or tabs.
  package var joinsLines = false
  /// Where the row begins.
  package var position = CsvParser.Position()

  package init(item: Item) {
    self.item = item
  }
}

/// A line of notes that a cell of a column without a meaning becomes, such as "Colour: red".
package struct NotesAddition: Equatable {
  /// The name of the column.
  package let name: String
  /// What is in the cell, or an empty string.
  package let text: String

  package init(name: String, text: String) {
    self.name = name
    self.text = text
  }

  /// What the line begins with.
  package var start: String { "\(name): " }

  /// Adds the line to notes, or puts it in the place of the one that there is for the column.
  package func add(to notes: String) -> String {
    var lines = notes.isEmpty ? [] : notes.components(separatedBy: "\n")
    let place = lines.firstIndex { $0.hasPrefix(start) }
    switch (place, text.isEmpty) {
    case (let place?, true): lines.remove(at: place)
    case (let place?, false): lines[place] = start + text
    case (nil, true): break
    case (nil, false): lines.append(start + text)
    }
    return lines.joined(separator: "\n")
  }
}

/// Where the SKU of a row is from.
package enum SkuOrigin: Equatable {
  /// The file says it.
  case file
  /// It is that of the item that the row is about, as its other values tell.
  case recognised
  /// It is the next free number.
  case number
}

/// Turns the records of a file into items.
package struct ItemReader {
  private let options: ImportOptions
  private let fieldCount: Int
  /// What is before the decimals in each column, if that is known.
  private let marks: [DecimalMark?]
  /// Which field says the price.
  private let priceIndex: Int?
  /// The currency of prices without a sign, as the name of their column says.
  private let currencyOfHeader: String?
  /// The unit of quantities, as the name of their column says.
  private let unitOfHeader: String?
  /// What the price is the price of one of, as the name of its column says.
  private let unitOfPrice: String?
  /// The columns of whole numbers that are written with a decimal.
  private let wholeFloats: Set<Int>
  /// The columns that go to the notes, with their names.
  private let additions: [(index: Int, name: String)]
  /// The column of names, if only its cells tell that it is one.
  private let guessedName: Int?
  /// The columns that say where an item is, if there are several.
  private let places: [Int]
  /// The columns that no row may leave out.
  private let needed: Set<ItemColumn>
  /// Whether spaces have taken the place of line breaks in the record that is read.
  private var joinsLines = false
  /// What is wrong with the record that was read last.
  package private(set) var problems: [ImportProblem] = []

  package init(_ options: ImportOptions) {
    self.options = options
    fieldCount = options.mapping.columns.count
    marks = options.numbers.marks(options.mapping)
    priceIndex = options.mapping.columns.firstIndex(of: .price)
    additions =
      options.unmapped == .leftOut
      ? []
      : options.mapping.unmapped.map {
        ($0, options.title(ofColumn: $0).asLine.withoutControlCharacters)
      }
    currencyOfHeader = options.currencyOfHeader
    unitOfHeader = options.unitOfHeader
    unitOfPrice = options.unitOfPrice
    wholeFloats = options.columnsOfWholeFloats
    needed = Set(options.duplicates.neededColumns)
    let mapping = options.mapping
    guessedName = mapping.columns.firstIndex(of: .name).flatMap {
      mapping.guesses.contains($0) ? $0 : nil
    }
    let places = options.locationColumns
    self.places = places.count > 1 ? places : []
  }

  /// Whether a record ends before what matters most: it may be half of a row whose name has a line
  /// break in it. What is missing else is empty.
  private func isCutShort(_ record: CsvParser.Record) -> Bool {
    guard let count = record.writtenFields else { return false }
    return options.mapping.columns.dropFirst(count).contains { column in
      column.map { Self.columnsThatMatter.contains($0) } ?? false
    }
  }

  private static let columnsThatMatter: Set<ItemColumn> = [.barcode, .name, .quantity, .sku]

  /// Reads an item.
  ///
  /// - Returns: `nil` if there are problems.
  package mutating func row(of record: CsvParser.Record, makeID: () -> UUID) -> ImportRow? {
    problems.removeAll(keepingCapacity: true)
    joinsLines = false
    if let problem = record.problem {
      add(problem, at: record.end)
      return nil
    }
    guard record.fields.count == fieldCount, !isCutShort(record) else {
      let position =
        record.fields.count > fieldCount ? record.fields[fieldCount].position : record.end
      let count = record.writtenFields ?? record.fields.count
      add(
        tr(
          "\(count) field; expected \(fieldCount), as in the header",
          "\(count) fields; expected \(fieldCount), as in the header",
          count: count
        ),
        at: position
      )
      return nil
    }
    var row = ImportRow(item: Item(id: makeID(), name: "", sku: ""))
    if let first = record.fields.first { row.position = first.position }
    for (index, column) in options.mapping.columns.enumerated() {
      guard let column else { continue }
      let field = record.fields[index]
      if column == .location, !places.isEmpty {
        continue
      } else if field.isMissing, !needed.contains(column) {
        row.missing.insert(column)
      } else {
        read(field, column, at: index, of: record, &row)
      }
    }
    if !places.isEmpty { readPlaces(of: record, &row) }
    readCurrencyOfPrice(record, &row)
    // However an item that is there is found: a guess is no reason to give it another name.
    if guessedName != nil { row.unchanged.insert(.name) }
    defer { for index in problems.indices { problems[index].item = row.item.title } }
    if !additions.isEmpty { addNotes(record, &row) }
    if !row.hasUnit, !options.mapping.contains(.unit) {
      if row.hasQuantity, let unitOfHeader {
        row.item.unit = unitOfHeader
      } else if options.mayHaveUnits {
        row.missing.insert(.unit)
      }
    }
    checkUnitOfPrice(record, row)
    if row.item.sku.isEmpty, row.item.barcode.isEmpty, row.item.name.isEmpty, problems.isEmpty {
      add(tr("the row has no SKU, barcode or name; expected one of them"), at: row.position)
    }
    row.joinsLines = joinsLines
    if !options.spellings.isEmpty { readAsOthers(&row.item) }
    return problems.isEmpty ? row : nil
  }

  /// Puts the texts of the file in the place of those that are like them, as people have said.
  private func readAsOthers(_ item: inout Item) {
    if let other = options.spellings[.sku]?[item.sku] { item.sku = other }
    if let locations = options.spellings[.location],
      let other = locations[LocationPath(item.location).text]
    {
      item.location = other
    }
    guard let tags = options.spellings[.tags] else { return }
    var seen: Set<String> = []
    item.tags = item.tags.map { tags[$0] ?? $0 }.filter { seen.insert($0).inserted }
  }

  /// Reads where an item is from several columns, each of which has a part of the path.
  private mutating func readPlaces(of record: CsvParser.Record, _ row: inout ImportRow) {
    var parts: [String] = []
    for index in places {
      row.item.location = ""
      read(record.fields[index], .location, at: index, of: record, &row)
      if !row.item.location.isBlank { parts.append(row.item.location) }
    }
    row.item.location = parts.joined(separator: LocationPath.separator)
    // A shelf that is empty is none, if there is a room.
    if !parts.isEmpty { row.unchanged.remove(.location) }
    if places.allSatisfy({ record.fields[$0].isMissing }) { row.missing.insert(.location) }
    guard let first = places.first, parts.count > 1 else { return }
    let field = record.fields[first]
    if row.item.location.utf8.count > Limits.line {
      add(tr("is too long; expected at most \(Limits.line) bytes"), at: field, .location)
    } else if let excess = LocationPath(row.item.location).excess {
      add(excess, at: field, .location)
    }
  }

  /// Adds what is in columns without a meaning to the notes.
  private mutating func addNotes(_ record: CsvParser.Record, _ row: inout ImportRow) {
    for (index, name) in additions where !record.fields[index].isMissing {
      let field = record.fields[index]
      let whole = wholeFloats.contains(index) ? WholeFloat.number(in: field.text) : nil
      let written = whole ?? HtmlText.text(of: field.text) ?? field.text
      let text = written.split(whereSeparator: \.isNewline).joined(separator: " ").trimmed
      let addition = NotesAddition(name: name, text: text)
      if let problem = field.problem {
        add(problem, at: field, .notes)
      } else if let character = text.controlCharacter {
        add(Self.problem(character), at: field, .notes)
      } else if text.isEmpty, !options.emptiesFields {
        continue
      }
      row.additions.append(addition)
      row.item.notes = addition.add(to: row.item.notes)
    }
    if row.item.notes.utf8.count > Limits.notes {
      add(
        tr("the notes are too long; expected at most \(Limits.notes) bytes"),
        .column(.notes),
        at: row.position
      )
    }
  }

  /// Finds a price of another number than one of what is counted, such as `1.20/kg` beside 500 g.
  private mutating func checkUnitOfPrice(_ record: CsvParser.Record, _ row: ImportRow) {
    guard let index = priceIndex, row.hasPrice else { return }
    let field = record.fields[index]
    let counted = row.item.unit
    let unit: String
    if !field.isNumber, let written = PriceOfUnit(field.text).unit {
      if let unitOfPrice, counted.isEmpty, UnitWords.areSame(written, unitOfPrice) { return }
      unit = written
    } else if let unitOfPrice, row.hasUnit {
      unit = unitOfPrice
    } else {
      return
    }
    guard !PriceOfUnit.isOfOne(unit, counted: counted) else { return }
    let text = field.text.excerpt()
    add(
      counted.isEmpty
        ? tr("“\(text)” is the price for \(unit), and the row has no unit; expected that of one")
        : tr(
          """
          “\(text)” is the price for \(unit), and the quantity is in \(counted.excerpt()); expected \
          that of one
          """
        ),
      at: field,
      .price
    )
  }

  /// Reads the currency that is written beside the price.
  private mutating func readCurrencyOfPrice(
    _ record: CsvParser.Record,
    _ row: inout ImportRow
  ) {
    guard let index = priceIndex, row.hasPrice else { return }
    let field = record.fields[index]
    // The format of a cell may show any word beside a number, which is a price all the same.
    var signs =
      field.isNumber
      ? field.currency.map { [$0] }?.filter { CurrencySigns.isKnown($0) } ?? []
      : WrittenAmount(PriceOfUnit(field.text).amount)?.units ?? []
    if signs.isEmpty, row.item.currency.isEmpty, let sign = currencyOfHeader { signs = [sign] }
    if signs.isEmpty {
      guard !options.priceCurrency.isEmpty, row.item.currency.isEmpty else { return }
      setCurrency(options.priceCurrency, of: &row)
      return
    }
    let text = field.currency.map { "\(field.text) \($0)" } ?? field.text.excerpt()
    let meaning = CurrencySigns.meaning(
      of: signs,
      written: row.item.currency,
      preferred: [options.priceCurrency, options.currency, options.localCurrency]
    )
    switch meaning {
    case .currency(let currency):
      setCurrency(currency, of: &row)
    case .several(let currencies):
      let codes = currencies.prefix(3).joined(separator: ", ")
      add(
        tr("“\(text)” can be in several currencies (\(codes)…); expected a code such as EUR"),
        at: field,
        .price
      )
    case .contradiction:
      add(
        tr("“\(text)” is not in \(row.item.currency), as the row says; expected one currency"),
        at: field,
        .price
      )
    case .unknown:
      if !field.isNumber { addNoPrice(field, at: index) }
    }
  }

  private func setCurrency(_ currency: String, of row: inout ImportRow) {
    row.item.currency = currency
    row.hasCurrency = true
    row.missing.remove(.currency)
    row.unchanged.remove(.currency)
  }

  private mutating func read(
    _ field: CsvParser.Field,
    _ column: ItemColumn,
    at index: Int,
    of record: CsvParser.Record,
    _ row: inout ImportRow
  ) {
    if let problem = field.problem {
      add(problem, at: field, column)
      return
    }
    let field = wholeFloats.contains(index) ? Self.wholeNumber(field, column) : field
    if column != .name, saysNothing(field, column) {
      if !options.emptiesFields {
        row.unchanged.insert(column)
      } else if column == .currency {
        row.hasCurrency = true
      }
      return
    }
    if let character = field.text.controlCharacter {
      add(Self.problem(character), at: field, column)
      return
    }
    let limit = column == .notes ? Limits.notes : Limits.line
    guard field.text.utf8.count <= limit || column == .tags else {
      add(tr("is too long; expected at most \(limit) bytes"), at: field, column)
      return
    }
    switch column {
    case .name: row.item.name = filled(field, column, orElse: tr("is empty; expected a name"))
    case .sku: row.item.sku = identity(field, column)
    case .barcode: row.item.barcode = identity(field, column)
    case .quantity:
      if let quantity = quantity(field, column, at: index) {
        row.item.quantity = quantity
        row.hasQuantity = true
        if let count = UnitWords.count(in: field.text), !count.unit.isEmpty,
          !options.mapping.contains(.unit)
        {
          row.item.unit = count.unit
          row.hasUnit = true
        }
      }
    case .unit: row.item.unit = line(field)
    case .reorderLevel: row.item.reorderLevel = quantity(field, column, at: index)
    case .price:
      if let price = price(field, column, at: index) {
        row.item.price = price
        row.hasPrice = true
      }
    case .currency:
      row.item.currency = currency(field, column)
      row.hasCurrency = true
    case .location: row.item.location = location(field, column, at: index)
    case .tags: row.item.tags = tags(field, column)
    case .notes:
      row.item.notes = options.isOurs ? field.text : HtmlText.text(of: field.text) ?? field.text
    case .created: row.created = date(field, at: index)
    case .changed: row.changed = date(field, at: index)
    }
  }

  /// A cell of a column of whole numbers that are written with a decimal, without it.
  private static func wholeNumber(
    _ field: CsvParser.Field,
    _ column: ItemColumn
  ) -> CsvParser.Field {
    guard column.isOfWholeFloats, let number = WholeFloat.number(in: field.text) else {
      return field
    }
    var field = field
    field.text = number
    return field
  }

  private static func problem(_ character: Unicode.Scalar) -> String {
    tr("contains the control character \(character.code); expected text")
  }

  /// Whether a cell says nothing about an item.
  private func saysNothing(_ field: CsvParser.Field, _ column: ItemColumn) -> Bool {
    // In notes, spaces are what somebody has written.
    if options.isOurs { return column == .notes ? field.text.isEmpty : field.text.isBlank }
    if field.text.isBlank { return true }
    return (!field.isNumber || [.sku, .barcode].contains(column))
      && Placeholder.isOne(field.text, in: column)
  }

  /// Reads a SKU or a barcode.
  private mutating func identity(_ field: CsvParser.Field, _ column: ItemColumn) -> String {
    var text = line(field)
    if options.isOurs { return text }
    // LibraryThing writes [0441172717], so that spreadsheets keep the zeros.
    if column == .barcode, text.hasPrefix("["), text.hasSuffix("]") {
      text = String(text.dropFirst().dropLast())
    }
    if Placeholder.isShortened(text) {
      add(
        tr(
          """
          “\(text.excerpt())” is a number of which a spreadsheet has left out digits; expected all \
          of them
          """
        ),
        at: field,
        column
      )
    }
    return text
  }

  private mutating func location(
    _ field: CsvParser.Field,
    _ column: ItemColumn,
    at index: Int
  ) -> String {
    if field.text.isBlank { return "" }
    var field = field
    if field.text.isSeveralLines {
      field.text = LocationPath(field.text).text
      joinsLines = true
    }
    if !options.isOurs { field.text = Self.withoutPages(field.text) }
    // What is between the places of a path, besides what we write.
    if options.remarks.indices.contains(index),
      let pathSeparator = options.remarks[index].pathSeparator, field.text.contains(pathSeparator)
    {
      field.text = field.text.components(separatedBy: pathSeparator).map(\.trimmed)
        .filter { !$0.isEmpty }.joined(separator: LocationPath.separator)
      if let excess = LocationPath(field.text).excess { add(excess, at: field, column) }
      return field.text
    }
    // Most locations are short, and need no closer look.
    if field.text.utf8.count > Limits.locationDepth, let excess = LocationPath(field.text).excess {
      add(excess, at: field, column)
    }
    return field.text
  }

  /// A text without the addresses of pages that Notion puts behind names, such as
  /// `Shelf (https://www.notion.so/Shelf-abc)`.
  private static func withoutPages(_ text: String) -> String {
    guard text.utf8.last == UInt8(ascii: ")") else { return text }
    var text = text
    while let start = text.range(of: " (https://www.notion.so/"),
      let end = text[start.upperBound...].firstIndex(of: ")")
    {
      text.removeSubrange(start.lowerBound...end)
    }
    return text
  }

  private func date(_ field: CsvParser.Field, at index: Int) -> Int64? {
    // A large file has millions of dates, most of which are as programs write them.
    if let milliseconds = FileDate.milliseconds(field.text) { return milliseconds }
    let remarks = options.remarks.indices.contains(index) ? options.remarks[index] : nil
    return WrittenDate(field.text)?.milliseconds(remarks?.dateOrder)
  }

  private mutating func tags(_ field: CsvParser.Field, _ column: ItemColumn) -> [String] {
    // "iron|tools": a bar is in no tag that people write.
    let isList = field.isList || options.isOurs
    let isSplit = !isList && field.text.contains("|")
    var text = isSplit ? field.text.replacing("|", with: ",") : field.text
    // Line breaks are between tags.
    if text.utf8.contains(UInt8(ascii: "\t")) {
      text.replace("\t", with: " ")
      joinsLines = true
    }
    let tags = Item.tags(in: text, isList: isList)
    if tags.count > Limits.tags {
      add(tr("has \(tags.count) tags; expected at most \(Limits.tags)"), at: field, column)
    } else if tags.contains(where: { $0.utf8.count > Limits.line }) {
      add(tr("is too long; expected at most \(Limits.line) bytes"), at: field, column)
    }
    return tags
  }

  private mutating func filled(
    _ field: CsvParser.Field,
    _ column: ItemColumn,
    orElse problem: @autoclosure () -> String
  ) -> String {
    let text = line(field)
    if text.isEmpty { add(problem(), at: field, column) }
    return text
  }

  /// The text in one line, as the form would save it: a SKU with a space behind it would be another
  /// one. No item of ours has such a text, so that our own files are read in the same way.
  private mutating func line(_ field: CsvParser.Field) -> String {
    if field.text.isSeveralLines { joinsLines = true }
    return field.text.asLine
  }

  /// Whether a number is in a cell that is merged over several rows, which is a problem then.
  private mutating func isCovered(_ field: CsvParser.Field, _ column: ItemColumn) -> Bool {
    guard field.isCovered else { return false }
    add(
      tr(
        """
        “\(field.text.excerpt())” is in a cell that is merged over several rows; expected a \
        number in each row
        """
      ),
      at: field,
      column
    )
    return true
  }

  private mutating func quantity(
    _ field: CsvParser.Field,
    _ column: ItemColumn,
    at index: Int
  ) -> Quantity? {
    // A cell that nobody has filled in says nothing.
    if field.text.isBlank { return nil }
    // Nobody knows whether there are so many of each, or of all together.
    guard !isCovered(field, column) else { return nil }
    let text = field.isNumber ? field.text : UnitWords.count(in: field.text)?.number ?? field.text
    switch number(text, in: field, at: index) {
    case .doubt(let doubt):
      add(problem(field, doubt), at: field, column)
      return nil
    case .number(let number, _):
      if let quantity = Quantity(number), quantity >= 0 { return quantity }
      if number.hasPrefix("-") {
        add(
          tr("“\(field.text.excerpt())” is below zero; expected a quantity from 0, such as 12"),
          at: field,
          column
        )
        return nil
      }
    case nil:
      break
    }
    let example = marks[index] == .comma ? "0,5" : "0.5"
    add(
      tr(
        """
        “\(field.text.excerpt())” is not a quantity; expected a number from 0 with at most \
        \(Quantity.mostDecimals) decimals, such as 12 or \(example)
        """
      ),
      at: field,
      column
    )
    return nil
  }

  private mutating func price(
    _ field: CsvParser.Field,
    _ column: ItemColumn,
    at index: Int
  ) -> Money? {
    if field.text.isBlank || isCovered(field, column) { return nil }
    let text = field.isNumber ? field.text : PriceOfUnit(field.text).amount
    switch WrittenAmount(text).flatMap({ number($0.number, in: field, at: index) }) {
    case .doubt(let doubt):
      add(problem(field, doubt), at: field, column)
      return nil
    case .number(let number, _):
      if let price = Money(number), price >= .zero { return price }
    case nil:
      break
    }
    addNoPrice(field, at: index)
    return nil
  }

  private mutating func addNoPrice(_ field: CsvParser.Field, at index: Int) {
    let example = marks[index] == .comma ? "12,30" : "12.30"
    add(
      tr(
        """
        “\(field.text.excerpt())” is not a price; expected an amount from 0 with at most \
        \(Money.mostDecimals) decimals, such as \(example)
        """
      ),
      at: field,
      .price
    )
  }

  /// The number that a text means in a column.
  private func number(
    _ text: String,
    in field: CsvParser.Field,
    at index: Int
  ) -> NumberReading? {
    if field.isNumber { return .number(text, evidence: nil) }
    let reading = WrittenNumber.read(text, options.numbers.convention)
    guard case .doubt(let doubt) = reading, let mark = marks[index] else { return reading }
    return .number(doubt.number(mark), evidence: nil)
  }

  private func problem(_ field: CsvParser.Field, _ doubt: NumberDoubt) -> String {
    let (whole, fraction) = (
      TypedNumber.text(doubt.whole, .plain), TypedNumber.text(doubt.fraction, .plain)
    )
    return tr("“\(field.text.excerpt())” can mean \(whole) or \(fraction); expected one of them")
  }

  private mutating func currency(_ field: CsvParser.Field, _ column: ItemColumn) -> String {
    let code = line(field).uppercased()
    if code.isEmpty { return "" }
    guard code.utf8.count == 3, code.utf8.allSatisfy({ (0x41...0x5A).contains($0) }) else {
      // "$" means what it means beside a price.
      if case .currency(let code) = CurrencySigns.meaning(
        of: [line(field)],
        written: "",
        preferred: [options.priceCurrency, options.currency, options.localCurrency]
      ) {
        return code
      }
      if let code = CurrencySigns.currency(named: line(field)) { return code }
      add(
        tr("“\(field.text.excerpt())” is not a currency; expected a code such as EUR"),
        at: field,
        column
      )
      return ""
    }
    return code
  }

  private mutating func add(_ problem: String, at field: CsvParser.Field, _ column: ItemColumn) {
    // Translators: the name of a column and what is wrong, such as "quantity is empty".
    add(tr("\(column.word) \(problem)", context: "column"), .column(column), at: field.position)
  }

  private mutating func add(
    _ problem: String,
    _ kind: ImportProblem.Kind = .row,
    at position: CsvParser.Position
  ) {
    problems.append(
      ImportProblem(
        line: position.line,
        column: position.column,
        problem: problem,
        kind: kind
      )
    )
  }
}

extension Item {
  /// What people know the item by: its name, or its SKU or barcode if it has none.
  package var title: String { [name, sku, barcode].first { !$0.isEmpty } ?? "" }

  /// The tags in a text with commas, semicolons or line breaks between them, each once.
  ///
  /// - Parameter isList: Whether the text is a list with a tag in each line, whose semicolons
  ///   belong to the tags. Commas separate tags even there, because no tag can have one.
  package static func tags(in text: String, isList: Bool = false) -> [String] {
    if text.isEmpty { return [] }
    let parts =
      text.utf8.allSatisfy { $0 < 0x80 }
      ? asciiTags(in: text, isList: isList)
      : text.split { $0 == "," || $0 == ";" && !isList || $0.isNewline }
        .map { $0.trimmingCharacters(in: .whitespaces) }
    var seen: Set<String> = []
    return parts.filter { !$0.isEmpty && (parts.count == 1 || seen.insert($0.folded).inserted) }
  }

  /// The same without a look into the tables of Unicode, which takes most of the time.
  private static func asciiTags(in text: String, isList: Bool) -> [String] {
    func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    func isSeparator(_ byte: UInt8) -> Bool {
      // Line feed, vertical tab, form feed and carriage return break lines.
      byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";") && !isList
        || (0x0A...0x0D).contains(byte)
    }
    return text.utf8
      .split(whereSeparator: isSeparator)
      .map { part in
        var part = part.drop(while: isSpace)
        while let last = part.last, isSpace(last) { part.removeLast() }
        return String(Substring(part))
      }
  }
}
