import Foundation
import Spreadsheets

/// How the items in a file are written.
public enum FileFormat: String, CaseIterable, Sendable {
  case csv
  /// The same with tabs between the fields.
  case tsv
  case json
  /// A workbook of Excel.
  case xlsx
  /// A spreadsheet of OpenDocument.
  case ods

  /// The format that the name of a file says; CSV if it says nothing.
  public init(fileName: String) {
    let name = fileName.lowercased()
    self = Self.allCases.first { name.hasSuffix(".\($0.rawValue)") } ?? .csv
  }

  /// The kind of spreadsheet; `nil` for text.
  var spreadsheet: SpreadsheetFormat? {
    switch self {
    case .csv, .tsv, .json: nil
    case .xlsx: .xlsx
    case .ods: .ods
    }
  }
}

/// How the rows of a file that is to be imported are written.
public enum ImportFormat: Equatable, Sendable {
  case csv(CsvDelimiter, TextEncoding)
  case json(TextEncoding)
  case workbook(ImportWorkbook)

  /// The encoding of a text. Those of the parts of a spreadsheet are its own business.
  var encoding: TextEncoding {
    switch self {
    case .csv(_, let encoding), .json(let encoding): encoding
    case .workbook: .utf8
    }
  }
}
