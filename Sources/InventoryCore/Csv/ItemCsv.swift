import Foundation

/// The CSV form of an inventory: a header and one record for each item.
public enum ItemCsv {
  /// The columns, in the order in which they are written. Read files may have any order.
  public enum Column: String, CaseIterable, Sendable {
    case name
    case sku
    case quantity
    case price
    case location
    case notes
  }

  /// Writes items, with a header first.
  public static func bytes(of items: some Sequence<Item>) -> [UInt8] {
    var writer = CsvWriter()
    writer.write(Column.allCases.map(\.rawValue))
    for item in items {
      writer.write([
        item.name, item.sku, String(item.quantity), item.price.description, item.location,
        item.notes,
      ])
    }
    return writer.bytes
  }

  /// Reads items from the bytes of a file.
  ///
  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - file: the name that errors give.
  ///   - makeID: makes the identity of each item.
  /// - Throws: ``CsvError`` for the first thing that is wrong.
  public static func items(
    from bytes: some Sequence<UInt8>,
    file: String,
    makeID: () -> UUID
  ) throws -> [Item] {
    var parser = CsvParser(file: file)
    var reader = ItemReader(file: file)
    try parser.parse(bytes) { try reader.take($0, makeID: makeID) }
    try parser.finish { try reader.take($0, makeID: makeID) }
    return try reader.finish()
  }

  /// Reads items from a file, a piece at a time.
  ///
  /// - Parameters:
  ///   - path: the file; errors give it as it is here.
  ///   - makeID: makes the identity of each item.
  /// - Throws: ``CsvError`` for the first thing that is wrong in the file, ``FileError`` when it
  ///   cannot be read.
  public static func items(fromFile path: String, makeID: () -> UUID) throws -> [Item] {
    var parser = CsvParser(file: path)
    var reader = ItemReader(file: path)
    try readPieces(ofFile: path) { piece in
      try parser.parse(piece) { try reader.take($0, makeID: makeID) }
    }
    try parser.finish { try reader.take($0, makeID: makeID) }
    return try reader.finish()
  }

  private static func readPieces(ofFile path: String, body: (Data) throws -> Void) throws {
    func reading<Value>(_ operation: () throws -> Value) throws -> Value {
      do {
        return try operation()
      } catch {
        throw FileError(
          file: path,
          problem: "cannot be read (\(reason(of: error))); expected a readable CSV file"
        )
      }
    }
    let file = try reading { try FileHandle(forReadingFrom: URL(filePath: path)) }
    defer { try? file.close() }
    while let piece = try reading({ try file.read(upToCount: 1 << 16) }), !piece.isEmpty {
      try body(piece)
    }
  }
}

/// Turns the records of a file into items.
private struct ItemReader {
  private typealias Column = ItemCsv.Column

  private let file: String
  /// The column of each field of a record; `nil` until the header has been read.
  private var header: [Column]?
  private var items: [Item] = []
  private var linesBySku: [String: Int] = [:]

  init(file: String) {
    self.file = file
  }

  mutating func take(_ record: CsvParser.Record, makeID: () -> UUID) throws {
    if let header {
      items.append(try item(of: record, header: header, id: makeID()))
    } else {
      header = try columns(of: record)
    }
  }

  func finish() throws -> [Item] {
    guard header != nil else {
      throw error(
        at: CsvParser.Position(),
        "the file is empty; expected a header (\(Self.expectedHeader))"
      )
    }
    return items
  }

  private static let expectedHeader = Column.allCases.map(\.rawValue).joined(separator: ",")

  private func columns(of record: CsvParser.Record) throws -> [Column] {
    var columns: [Column] = []
    for field in record.fields {
      guard let column = Column(rawValue: field.text) else {
        throw error(
          at: field.position,
          "unknown column “\(excerpt(field.text))”; expected a header with \(Self.expectedHeader) "
            + "in any order"
        )
      }
      guard !columns.contains(column) else {
        throw error(
          at: field.position,
          "the column “\(column.rawValue)” again; expected each column once"
        )
      }
      columns.append(column)
    }
    if let missing = Column.allCases.first(where: { !columns.contains($0) }) {
      throw error(
        at: record.end,
        "the column “\(missing.rawValue)” is missing; expected a header with "
          + "\(Self.expectedHeader) in any order"
      )
    }
    return columns
  }

  private mutating func item(
    of record: CsvParser.Record,
    header: [Column],
    id: UUID
  ) throws -> Item {
    guard record.fields.count == header.count else {
      let position =
        record.fields.count > header.count
        ? record.fields[header.count].position : record.end
      throw error(
        at: position,
        "\(record.fields.count) fields; expected \(header.count), as in the header"
      )
    }

    var item = Item(id: id, name: "", sku: "")
    for (field, column) in zip(record.fields, header) {
      switch column {
      case .name:
        guard !field.text.isBlank else {
          throw error(at: field, column, "is empty; expected a name")
        }
        item.name = field.text
      case .sku:
        guard !field.text.isBlank else {
          throw error(at: field, column, "is empty; expected a unique SKU")
        }
        if let line = linesBySku[field.text] {
          throw error(
            at: field,
            column,
            "“\(excerpt(field.text))” is already on line \(line); expected each SKU on one line"
          )
        }
        linesBySku[field.text] = field.position.line
        item.sku = field.text
      case .quantity:
        guard let quantity = Int(field.text), quantity >= 0, !field.text.hasPrefix("+") else {
          throw error(
            at: field,
            column,
            "“\(excerpt(field.text))” is not a quantity; expected a whole number from 0, as 12"
          )
        }
        item.quantity = quantity
      case .price:
        guard let price = Money(field.text), price >= .zero else {
          throw error(
            at: field,
            column,
            "“\(excerpt(field.text))” is not a price; expected an amount from 0 with a point and "
              + "at most two decimals, as 12.30"
          )
        }
        item.price = price
      case .location:
        item.location = field.text.isBlank ? "" : field.text
      case .notes:
        item.notes = field.text
      }
    }
    return item
  }

  private func error(
    at field: CsvParser.Field,
    _ column: Column,
    _ problem: String
  ) -> CsvError {
    error(at: field.position, "\(column.rawValue) \(problem)")
  }

  private func error(at position: CsvParser.Position, _ problem: String) -> CsvError {
    CsvError(file: file, line: position.line, column: position.column, problem: problem)
  }

  /// The start of a text that may be long, for a message of one line.
  private func excerpt(_ text: String) -> String {
    let line = text.prefix { !$0.isNewline }
    return line.count <= 40 && line.count == text.count ? text : "\(line.prefix(40))…"
  }
}

extension StringProtocol {
  /// Whether there is nothing but white space.
  var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
