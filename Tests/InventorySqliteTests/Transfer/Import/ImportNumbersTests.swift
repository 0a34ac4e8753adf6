import Foundation
import InventoryTestSupport
import Testing

@testable import InventoryCore
@testable import InventorySqlite

/// What files say about their numbers, and how it is asked about.
@Suite struct ImportNumbersTests {
  let directory: TemporaryDirectory
  let database: InventoryDatabase

  init() throws {
    directory = try TemporaryDirectory()
    database = try InventoryDatabase(path: directory.path("inventory.sqlite"))
  }

  @Test(
    arguments: [
      // The kind of the file and the place agree.
      ("en_GB", ",", ["1.000"], .point), ("en_GB", ",", ["\"1,000\""], .point),
      ("de_DE", ";", ["1.000"], .comma), ("de_DE", ";", ["1,234"], .comma),
      // They do not, or one of them says nothing.
      ("en_GB", ";", ["1.000"], nil), ("en_US_POSIX", ";", ["1.000", "12"], nil),
      ("de_DE", ",", ["1.000"], nil), ("de_DE", ",", ["\"1,000\""], nil),
      ("en_GB", "\t", ["1.000"], nil), ("de_DE", "|", ["1.000"], nil),
      ("fr_FR", ";", ["1.000"], nil), ("fr_FR", ";", ["1,234"], .comma),
      ("de_CH", ",", ["\"1,234\""], nil), ("de_CH", ",", ["1.234"], .point),
      // A value of the column settles it, wherever the file is from.
      ("de_DE", ";", ["1.000", "1.5"], .point), ("en_GB", ";", ["1.000", "1.234.567"], .comma),
      ("en_GB", ",", ["1.000", "\"0,500\""], .comma), ("en_GB", "\t", ["1.000", "0.500"], .point),
      ("en_GB", ";", ["1.000", "2,50 €"], .comma), ("de_DE", ";", ["1.000", "$2.50"], .point),
      ("en_GB", "|", ["1,000", "12,34"], .comma), ("de_DE", ",", ["1.000", "5.-"], .point),
      // Values prove different marks.
      ("en_GB", ";", ["1.000", "1.5", "1,5"], nil),
    ] as [(String, String, [String], DecimalMark?)]
  )
  func `a column that can be read in two ways is decided by what is known, or in doubt`(
    locale: String,
    delimiter: String,
    values: [String],
    mark: DecimalMark?
  ) throws {
    let rows = ["sku\(delimiter)price"] + values.enumerated().map { "A-\($0)\(delimiter)\($1)" }
    let options = try options(rows.joined(separator: "\n"), locale)
    #expect(options.numbers.marks(options.mapping)[1] == mark)
    #expect(options.numberQuestions.map(\.example.line) == (mark == nil ? [2] : []))
  }

  @Test(
    arguments: [
      // The language of the header is that of who has written the file.
      ("en_US", "Artikel,Menge", "Nägel,1.000", nil),
      ("en_GB", "Produit,Quantité", "Clou,1.000", nil),
      ("de_DE", "Item;Qty", "Screws;1,000", nil), ("en_US", "Item,Qty", "Screws,1.000", .point),
      ("de_DE", "Artikel;Menge", "Nägel;1.000", .comma),
      // So is the currency.
      ("en_US", "Item,Price", "Desk,1.250 EUR", nil),
      ("de_DE", "Item;Price", "Desk;USD 1,250", nil),
      ("en_US", "Artikel,Preis", "Rad,1.234 €", nil),
      ("en_US", "Nombre,Precio", "Mesa,$ 45.000", nil),
      ("en_US", "Item,Price", "Desk,Rp 250.000", nil),
      ("en_GB", "Item,Price", "Pen,£1.250", .point),
      ("de_DE", "Artikel;Preis", "Rad;1.234 €", .comma),
    ] as [(String, String, String, DecimalMark?)]
  )
  func `the language of the header and the currency can bring a column in doubt`(
    locale: String,
    header: String,
    row: String,
    mark: DecimalMark?
  ) throws {
    let options = try options("\(header)\n\(row)\n", locale)
    #expect(options.mapping.columns[1] != nil)
    #expect(options.numbers.marks(options.mapping)[1] == mark)
  }

  @Test(
    arguments: [
      // What another column proves, and one more reason.
      ("en_GB", ";", "2,50", .comma), ("de_DE", ";", "2,50", .comma),
      ("de_DE", "\t", "2,50", .comma),
      ("de_DE", ",", "2.50", .point), ("en_GB", ",", "\"2,50\"", nil), ("en_GB", "\t", "2,50", nil),
      ("en_GB", ";", "2.50", .point),
      // The header is English.
      ("de_DE", ";", "2.50", .point),
      // A column that is no number proves nothing.
      ("en_GB", ";", "2;2,50", nil),
    ] as [(String, String, String, DecimalMark?)]
  )
  func `what another column proves needs no more than one reason beside it`(
    locale: String,
    delimiter: String,
    price: String,
    mark: DecimalMark?
  ) throws {
    let rows = [["sku", "quantity", "price", "version"], ["A", "1.000", price]]
    let text = rows.map { $0.joined(separator: delimiter) }.joined(separator: "\n")
    let options = try options(text, locale)
    #expect(options.numbers.marks(options.mapping)[1] == mark)
  }

  @Test(
    arguments: [
      (["Item", "Qty"], .point), (["Bezeichnung", "MENGE (Stk)"], .comma), (["品名", "数量"], .point),
      (["Название", "Кол-во"], .comma), (["Ονομασία"], .comma), (["שם", "כמות"], .point),
      (["désignation", "quantité"], .comma), (["Artikel", "SKU", "Info"], nil),
      (["Menge", "Location"], nil), (["name", "quantity", "price"], nil), ([], nil),
    ] as [([String], DecimalMark?)]
  )
  func `a header tells the mark of its language`(header: [String], mark: DecimalMark?) {
    #expect(HeaderLanguage.decimalMark(header) == mark)
  }

  /// Columns of numbers as people in a thousand places write them, in files of each kind.
  @Test func `a column that is written as in any place is read as written, or is in doubt`() {
    var generator = SystemRandomNumberGenerator()
    var (count, doubts) = (0, 0)
    let formats: [ImportFormat] =
      CsvDelimiter.allCases.map { .csv($0, .utf8) } + [.json(.utf8)]
    for identifier in Locale.availableIdentifiers.sorted() {
      let locale = Locale(identifier: identifier)
      let convention = NumberConvention(locale)
      for format in formats {
        // Some columns, and not always the same number of rows.
        let columns = (0..<2).map { _ in
          (0..<Int.random(in: 0...3, using: &generator)).map { _ in
            NumberSamples.number(&generator)
          }
        }
        let isGrouped = Bool.random(using: &generator)
        let texts = columns.map { column in
          column.map { NumberSamples.text($0, locale, isGrouped: isGrouped) }
        }
        let numbers = ImportNumbers(
          convention: convention,
          format: format,
          isOurs: false,
          columns: texts.map { column in
            column.reduce(into: NumberEvidence()) { $0.add($1, convention, line: 1, row: []) }
          }
        )
        let marks = numbers.marks(ColumnMapping(columns: [.quantity, .price]))
        for (mark, (column, texts)) in zip(marks, zip(columns, texts)) {
          for (number, text) in zip(column, texts) {
            count += 1
            switch (WrittenNumber.read(text, convention), mark) {
            case (.number(let read, _), _):
              #expect(Decimal(string: read) == number, "\(identifier): \(text)")
            case (.doubt(let doubt), let mark?):
              let read = Decimal(string: doubt.number(mark))
              #expect(read == number, "\(identifier), \(format): \(texts)")
            case (.doubt, nil):
              doubts += 1
            case (nil, _):
              #expect(identifier.hasPrefix("tok"), "\(identifier): \(text)")
            }
          }
        }
      }
    }
    #expect(count > 10_000)
    #expect(doubts > 0)
  }

  @Test func `a value in the last row of a long file settles what the first one means`() throws {
    let rows = (0..<5_000).map { "A-\($0);1.000" }.joined(separator: "\n")
    let doubtful = try options("sku;price\n\(rows)\n", "en_GB")
    #expect(doubtful.numberQuestions.count == 1)
    let settled = try options("sku;price\n\(rows)\nB;1,5\n", "en_GB")
    #expect(settled.numbers.marks(settled.mapping)[1] == .comma)
  }

  @Test(arguments: ["en_GB", "de_DE"])
  func `a file that this program has written is read as it was written`(locale: String) throws {
    let header = ItemColumn.allCases.map(\.header).joined(separator: ",")
    let row = ItemColumn.allCases.map { $0 == .price ? "1.234" : $0.rawValue }
    let ours = try options("\(header)\n\(row.joined(separator: ","))\n", locale)
    #expect(ours.numberQuestions.isEmpty)
    #expect(ours.numbers.marks(ours.mapping)[6] == .point)
    // Another program has written it again.
    let other = try options(
      "\(header)\n\(row.joined(separator: ",").replacing("1.234", with: "\"1,234\""))\n",
      locale
    )
    #expect(other.numberQuestions.isEmpty == (locale == "en_GB"))
  }

  @Test func `an import with numbers in doubt changes nothing and says what they can mean`() throws
  {
    let file = try write("name;sku;quantity;unit\nMehl;M1;1.000;g\nZucker;Z2;2.000;g\n")
    let error = #expect(throws: NumbersInDoubt.self) { try importFile(file) }
    #expect(error?.description == "\(file), line 2: quantity “1.000” can mean 1000 or 1")
    #expect(try database.items() == [])
    for (choice, quantities) in [(DecimalMark.comma, [1_000, 2_000]), (.point, [1, 2])]
      as [(DecimalMark, [Quantity])]
    {
      try importFile(file) { $0.numbers.choice = choice }
      #expect(try database.items().map(\.quantity) == quantities)
    }
  }

  @Test func `a decimal comma is one, whatever the place`() throws {
    let file = try write("name;sku;price;reorder level\nFlour;F1;0,500;1\nRice;R1;1,234;2\n")
    try importFile(file)
    #expect(try database.items().map(\.price.thousandths) == [500, 1_234])
    let quantities = try write("name;sku;quantity\nSalt;S1;0,500\nOats;O1;1,250\n")
    try importFile(quantities)
    #expect(try database.item(sku: "S1")?.quantity == Quantity("0.5"))
    #expect(try database.item(sku: "O1")?.quantity == Quantity("1.25"))
  }

  @Test func `a quantity that would have to be rounded is a problem of its line`() throws {
    let file = try write(
      "name,sku,quantity,reorder level\nFlour,F1,0.5,0.25\nRice,R1,0.1234567,\nSalt,S1,1e3,\n"
        + "Oil,O1,9300000000000,\nTea,T1,0.1234560,\n"
    )
    let error = #expect(throws: ImportRejection.self) { try importFile(file) }
    #expect(error?.problems.map(\.line) == [3, 4, 5])
    #expect(
      error?.problems.first?.problem
        == "quantity “0.1234567” is not a quantity; expected a number from 0 with at most 6 "
        + "decimals, such as 12 or 0.5"
    )
    #expect(try database.items() == [])
  }

  @Test func `the user's word does not change what a column proves`() throws {
    let file = try write("name;sku;price;quantity\nA;1;1.5;1.000\nB;2;1.234;2.000\n")
    try importFile(file) { $0.numbers.choice = .comma }
    #expect(try database.items().map(\.price.thousandths) == [1_500, 1_234])
    #expect(try database.items().map(\.quantity) == [1_000, 2_000])
  }

  @Test func `a value that has come into doubt since the file was looked at is a problem`() throws {
    let file = try write("name;sku;quantity\nA;1;12\n")
    let seen = try ImportPreview(ImportFile(file), locale: .plain).options
    _ = try write("name;sku;quantity\nA;1;1.200\n")
    let error = #expect(throws: ImportRejection.self) {
      try database.importItems(fromFile: file, options: { _ in seen })
    }
    #expect(
      error?.problems.map(\.problem)
        == ["quantity “1.200” can mean 1200 or 1.2; expected one of them"]
    )
  }

  @Test func `numbers of JSON have points, and texts there are read as in a file of CSV`() throws {
    try importFile(
      try write(
        #"[{"name": "A", "sku": "1", "price": 1.234, "quantity": 1000}, {"name": "B", "sku": "2", "#
          + #""price": "1.234", "quantity": "1,000"}]"#
      )
    )
    #expect(try database.items().map(\.price.thousandths) == [1_234, 1_234])
    #expect(try database.items().map(\.quantity) == [1_000, 1_000])
    let german = try options(#"[{"name": "A", "sku": "1", "price": "1.234"}]"#, "de_DE")
    #expect(german.numberQuestions.map(\.example.text) == ["1.234"])
    let proven = try options(
      #"[{"sku": "1", "price": "1.234"}, {"sku": "2", "price": "2,50 €", "x": "1.5"}]"#,
      "en_GB"
    )
    #expect(proven.numbers.marks(proven.mapping)[1] == .comma)
  }

  private func options(_ text: String, _ locale: String) throws -> ImportOptions {
    let file = try ImportFile(try write(text))
    return try ImportPreview(file, locale: Locale(identifier: locale)).options
  }

  private func importFile(
    _ file: String,
    _ change: (inout ImportOptions) -> Void = { _ in }
  ) throws {
    try database.importItems(fromFile: file) {
      var options = $0.options
      change(&options)
      return options
    }
  }

  private func write(_ text: String) throws -> String {
    let path = directory.path("in.csv")
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }
}
