import Foundation

/// How the items in a file are written.
public enum FileFormat: String, CaseIterable, Sendable {
  case csv
  /// The same with tabs between the fields.
  case tsv
  case json

  /// The format that the name of a file says; CSV if it says nothing.
  public init(fileName: String) {
    let name = fileName.lowercased()
    self = name.hasSuffix(".json") ? .json : name.hasSuffix(".tsv") ? .tsv : .csv
  }
}

/// How the rows of a file that is to be imported are written.
public enum ImportFormat: Equatable, Sendable {
  case csv(CsvDelimiter, TextEncoding)
  case json(TextEncoding)

  public var encoding: TextEncoding {
    switch self {
    case .csv(_, let encoding), .json(let encoding): encoding
    }
  }
}
