/// Why a spreadsheet could not be read or written.
package enum SpreadsheetError: Error, Equatable, Sendable {
  // Other kinds of files.

  /// The file is one of Excel before 2007.
  case oldExcel
  /// The file is one of Excel whose parts are not XML.
  case binaryExcel
  /// The file needs a password.
  case encrypted
  /// The file is a page of HTML.
  case html
  /// The file is XML, but no spreadsheet.
  case xml
  /// The file is a PDF.
  case pdf
  /// The file is one of Numbers.
  case numbers
  /// The file is a text or a presentation of an office program.
  case otherDocument
  /// The file is an archive without a spreadsheet.
  case otherArchive
  /// The file is text, such as CSV.
  case text
  /// The file is nothing that is known.
  case unknown

  // Damage.

  /// The end of the file is missing, or what is there.
  case truncated
  /// A part is not well-formed, or says something that cannot be.
  case damaged(part: String, line: Int?)
  /// The file refers to a part that it does not have.
  case missingPart(String)
  /// A part defines entities, which spreadsheets never do.
  case entities(part: String)

  // Limits.

  /// A part is larger after it was unpacked than ``SpreadsheetLimits`` allow.
  case unpackedTooLarge(part: String)
  /// The file has too many parts.
  case tooManyParts
  /// The sheet has too many rows.
  case tooManyRows
  /// A row has content in too many columns.
  case tooManyColumns(row: Int)
  /// The texts of a row are too long.
  case rowTooLarge(row: Int)
  /// The texts that cells share are too long.
  case sharedTextsTooLarge
  /// Elements are too deep inside each other.
  case tooDeep(part: String)

  // Others.

  /// There is no sheet with this name or number.
  case noSuchSheet(String)
  /// The operating system could not read the file, for the reason with this number.
  case unreadable(Int32)
  /// The operating system could not write a file, for the reason with this number.
  case unwritable(Int32)
  /// A row that is written has a text that is too long for a cell.
  case textTooLong(row: Int)
}
