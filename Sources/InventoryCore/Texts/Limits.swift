import Spreadsheets

/// The limits of everything that comes from data: files, links, databases, texts that people write.
/// Whoever reads such data says which limit it exceeds, and where.
///
/// | what | limit | who tells |
/// |---|---|---|
/// | a file that is imported | 4 GB | ``FileError`` |
/// | a row of CSV | 4 MB, 1,000 fields | ``CsvError`` with its line |
/// | a line of a table, before its encoding is known | 8 MB, no three NUL bytes | ``FileError`` |
/// | an object of JSON | 4 MB, 64 lists in each other | ``CsvError`` with its line |
/// | a number in JSON | 38 digits, exponents to 99 | a problem of its line |
/// | a spreadsheet | 1,048,576 rows, 1,000 columns, 10,000 parts | ``FileError`` |
/// | a row of a spreadsheet, and the texts that cells share | 4 MB, 256 MB | ``FileError`` |
/// | a part of a spreadsheet, unpacked | 200 times its size, 8 GB of rows | ``FileError`` |
/// | the texts that the cells of a sheet have | 200 times the file, or 64 MB | ``FileError`` |
/// | the sheets of a workbook of Excel | 1,000 | ``FileError`` |
/// | a name, SKU, barcode, unit or tag | 4,000 bytes | a problem of its line, the form |
/// | the tags of an item | 200 | a problem of its line, the form |
/// | notes | 1 MB | a problem of its line, the form |
/// | the note of a booking | 4,000 bytes | the form |
/// | a text in a backup that is restored, and the tags of an item | 4 MB, 800 | an error |
/// | the path of a location | 16 names, 800 bytes | a problem of its line, the forms |
/// | a link | 64 kB, 100 pages | ``DeepLinkError`` |
/// | a window | 32,767 pixels in width and height | it has the usual size |
/// | changes that can be undone | 50 | the oldest are forgotten |
/// | a value in a database | 64 MB | an error of the database |
/// | a database | 1,000 tables, indexes and triggers | an error of the database |
/// | a name in the list of backups | 200 characters | it is cut |
/// | a look at a backup | 5 s | the list of backups leaves it out |
/// | the check and the copy of a backup that is restored | 10 min | an error of the database |
///
/// `Picture.Limits` in GtkKit has those of pictures, and `LocalFileStorage` in Sharing that of
/// settings and saved windows.
package enum Limits {
  // Files.

  /// How much of a spreadsheet is read.
  package static let spreadsheet: SpreadsheetLimits = {
    var limits = SpreadsheetLimits()
    limits.parts = 10_000
    limits.rows = 1 << 20
    limits.columns = fields
    limits.row = csvRecord
    limits.sharedTexts = 256 << 20
    limits.unpackedRows = 8 << 30
    limits.ratio = 200
    return limits
  }()

  /// The largest file that is imported, in bytes. A sparse file can pretend to be of any size.
  package static let importedFile = 4 << 30
  /// The longest record of CSV, in bytes.
  package static let csvRecord = 1 << 22
  /// The most fields in a record of CSV, and the most members of objects of JSON.
  package static let fields = 1_000
  /// The longest object of JSON, in bytes.
  package static let jsonObject = 1 << 22
  /// How many objects and lists of JSON may be inside each other.
  package static let jsonDepth = 64
  /// The most digits of a number in JSON: as many as a `Decimal` has.
  package static let digits = 38
  /// The most digits of the exponent of a number in JSON.
  package static let exponentDigits = 2

  // Items and locations.

  /// The longest text of one line, in bytes.
  package static let line = 4_000
  /// The longest notes, in bytes.
  package static let notes = 1_000_000
  /// The most tags of an item.
  package static let tags = 200
  /// How many names the path of a location may have. Each of the locations stores the path to it
  /// twice, and so do two indexes: a file makes a database of a hundred times its size at most.
  package static let locationDepth = 16
  /// The longest path of a location, in bytes. Longer ones take a page of an index each.
  package static let locationPath = 800

  // Links.

  /// The longest link, in bytes.
  package static let link = 1 << 16
  /// The most pages of a link.
  package static let linkPages = 100

  /// The largest width and height of a window, in pixels, as windows have them.
  package static let windowLength = 32_767

  /// How many changes a window can take back.
  package static let undoneChanges = 50

  // Databases.

  /// The longest text or blob of a database, in bytes.
  package static let databaseValue = 64 << 20
  /// How much of a statement that makes a part of a database is compared, in bytes. The longest of
  /// the program has 2,000.
  package static let schemaStatement = 20_000
  /// How many tables, indexes and triggers a database may have.
  package static let schemaParts = 1_000
  /// How many characters of a name the list of backups shows.
  package static let shownName = 200
  /// How long it may take to see what a backup contains.
  package static let backupLook = Duration.seconds(5)
  /// How long it may take to check a backup and to copy its rows.
  package static let backupCopy = Duration.seconds(600)
}

extension LocationPath {
  /// What is wrong with the length of the path, in the words of an import; `nil` if nothing is.
  package var excess: String? {
    if names.count > Limits.locationDepth {
      return tr("has \(names.count) names; expected at most \(Limits.locationDepth)")
    }
    guard text.utf8.count > Limits.locationPath else { return nil }
    return tr("is too long; expected at most \(Limits.locationPath) bytes")
  }

  /// Checks the length of the path.
  ///
  /// - Throws: ``LocationError/tooLong``.
  package func checkLength() throws(LocationError) {
    if excess != nil { throw .tooLong }
  }
}
