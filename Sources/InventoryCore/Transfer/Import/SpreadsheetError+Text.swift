import Foundation
import Spreadsheets

extension SpreadsheetError {
  /// What is wrong with the file, and what was expected, for ``FileError``.
  var problem: String {
    switch self {
    case .oldExcel:
      tr("is a workbook of Excel before 2007 (.xls); expected one saved as .xlsx or .ods")
    case .binaryExcel:
      tr("is a binary workbook of Excel (.xlsb); expected one saved as .xlsx or .ods")
    case .encrypted:
      tr("is protected by a password; expected one saved without a password")
    case .html:
      tr("is a web page, whatever its name; expected .xlsx, .ods, CSV or JSON")
    case .xml:
      tr("is XML; expected .xlsx, .ods, CSV or JSON")
    case .pdf:
      tr("is a PDF; expected .xlsx, .ods, CSV or JSON")
    case .numbers:
      tr("is a document of Numbers; expected one exported as .xlsx or CSV")
    case .otherDocument:
      tr("is no spreadsheet but another document; expected .xlsx, .ods, CSV or JSON")
    case .otherArchive:
      tr("is an archive without a spreadsheet; expected .xlsx, .ods, CSV or JSON")
    case .text:
      tr("is text, such as CSV; expected a spreadsheet (.xlsx or .ods)")
    case .unknown:
      tr("is no spreadsheet; expected .xlsx or .ods")
    case .truncated:
      tr("is incomplete: its end is missing; expected the whole spreadsheet")
    case .damaged(let part, let line?):
      tr("is damaged in line \(line) of “\(part.excerpt())”; expected a spreadsheet")
    case .damaged(let part, nil):
      tr("is damaged in “\(part.excerpt())”; expected a spreadsheet")
    case .missingPart(let part):
      tr("is incomplete: “\(part.excerpt())” is missing; expected the whole spreadsheet")
    case .entities(let part):
      tr("defines entities in “\(part.excerpt())”, which no spreadsheet program does")
    case .unpackedTooLarge(let part):
      tr("is much larger than it looks: “\(part.excerpt())” is not unpacked any further")
    case .tooManyParts:
      tr("has too many parts; expected at most \(Limits.spreadsheet.parts)")
    case .tooManyRows:
      tr("has too many rows; expected at most \(Limits.spreadsheet.rows)")
    case .tooManyColumns(let row):
      tr("has too many columns in row \(row); expected at most \(Limits.spreadsheet.columns)")
    case .rowTooLarge(let row):
      tr("has more than \(Limits.spreadsheet.row >> 20) MB in row \(row)")
    case .sharedTextsTooLarge:
      tr("has more than \(Limits.spreadsheet.sharedTexts >> 20) MB of texts; expected CSV")
    case .tooDeep(let part):
      tr("has too many elements inside each other in “\(part.excerpt())”")
    case .noSuchSheet(let name):
      tr("has no sheet “\(name.excerpt())”; expected the name or the number of a sheet")
    case .unreadable(let code):
      tr("cannot be read (\(String(cString: strerror(code)))); expected a readable file of items")
    case .unwritable(let code):
      tr(
        """
        cannot be written (\(String(cString: strerror(code)))); expected a writable file in an \
        existing directory
        """
      )
    case .textTooLong(let row):
      tr(
        """
        cannot be written: a text in row \(row) is longer than Excel can have; expected .ods or \
        CSV
        """
      )
    }
  }
}
