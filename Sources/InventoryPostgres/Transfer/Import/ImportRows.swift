import Foundation
import InventoryCore
import PostgresClient

/// The rows of a file on their way into a temporary table of the server.
///
/// Each has its number in the file. What the server cannot know, such as how a path is written, is
/// as the program writes it.
struct ImportRows: Sendable {
  let file: ImportFile
  let options: ImportOptions

  /// What was found while the file was read.
  struct Findings: Sendable {
    /// How many rows of the file say something of an item.
    var rows = 0
    /// How many do not.
    var badRows = 0
    /// How many of these have which problems.
    var badRowCounts = BadRowCounts()
    /// What is wrong with the first of these, by the numbers of the rows.
    var problems: [(row: Int64, problems: [ImportProblem])] = []
    /// Whether there are rows without a SKU.
    var hasRowsWithoutSku = false
    /// The largest number in a SKU of the pattern.
    var largestNumber: Int?
  }

  static let table: SQL = """
    CREATE TEMPORARY TABLE import_row (
      n bigint NOT NULL,
      line bigint NOT NULL,
      position bigint NOT NULL,
      id uuid NOT NULL,
      sku text COLLATE "C" NOT NULL,
      name text NOT NULL,
      barcode text NOT NULL,
      -- Quantities and prices in millionths.
      quantity bigint NOT NULL,
      unit text NOT NULL,
      reorder_level bigint,
      price bigint NOT NULL,
      currency text NOT NULL,
      location text NOT NULL,
      -- One a line.
      tags text NOT NULL,
      notes text NOT NULL,
      -- Milliseconds since 1970.
      created bigint,
      changed bigint,
      has_name bool NOT NULL,
      has_quantity bool NOT NULL,
      has_price bool NOT NULL,
      has_currency bool NOT NULL,
      -- Whether spaces have taken the place of line breaks and tabs in the texts of the row.
      joins_lines bool NOT NULL,
      -- The names of the columns that the row leaves out, with spaces around them.
      missing text NOT NULL,
      -- The names of those that stay as they are in an item that is updated: these are among them.
      unchanged text NOT NULL,
      -- Lines that come to the notes of an item that is there, in JSON.
      additions text,
      origin text NOT NULL DEFAULT 'file',
      problem text
    ) ON COMMIT DROP
    """

  static let copy: SQL = """
    COPY pg_temp.import_row (n, line, position, id, sku, name, barcode, quantity, unit,
      reorder_level, price, currency, location, tags, notes, created, changed, has_name,
      has_quantity, has_price, has_currency, joins_lines, missing, unchanged, additions)
      FROM STDIN
    """

  private static let pieceSize = 1 << 18

  /// Reads the file, and gives its rows to a channel. Blocks.
  ///
  /// - Parameter onProgress: Is told how much of the file has been read, from 0 to 1, and how many
  ///   rows that are.
  func read(
    into channel: PieceChannel,
    onProgress: (Double, Int) -> Void
  ) throws -> Findings {
    var reader = ItemReader(options)
    var ids = OrderedIDs()
    var findings = Findings()
    var rows = CopyRows()
    var number: Int64 = 0
    let size = Double(max(file.size, 1))
    try file.read { bytes in
      onProgress(Double(bytes) / size, findings.rows)
    } onRecord: { record in
      number += 1
      guard let row = reader.row(of: record, makeID: { ids.next() }) else {
        findings.badRows += 1
        findings.badRowCounts.add(of: Set(reader.problems.map(\.kind)))
        if findings.problems.count < options.problemLimit {
          findings.problems.append((number, reader.problems))
        }
        return
      }
      findings.rows += 1
      if row.item.sku.isEmpty {
        findings.hasRowsWithoutSku = true
      } else if let number = options.skuPattern.number(in: row.item.sku) {
        findings.largestNumber = max(findings.largestNumber ?? number, number)
      }
      try append(row, number, to: &rows)
      if rows.count >= Self.pieceSize { try channel.push(rows.take()) }
    }
    if rows.count > 0 { try channel.push(rows.take()) }
    return findings
  }

  private func append(_ row: ImportRow, _ number: Int64, to rows: inout CopyRows) throws {
    let item = row.item
    let location = item.location.isEmpty ? "" : LocationPath(item.location).text
    rows.append(number)
    rows.append(Int64(row.position.line))
    rows.append(Int64(row.position.column))
    try rows.append(item.id.uuidString)
    try rows.append(item.sku)
    try rows.append(item.name)
    try rows.append(item.barcode)
    rows.append(item.quantity.millionths)
    try rows.append(item.unit)
    rows.append(item.reorderLevel?.millionths)
    rows.append(item.price.millionths)
    try rows.append(item.currency)
    try rows.append(location)
    try rows.append(item.tags.joined(separator: "\n"))
    try rows.append(item.notes)
    rows.append(row.created)
    rows.append(row.changed)
    rows.append(options.mapping.contains(.name) && !row.missing.contains(.name))
    rows.append(row.hasQuantity)
    rows.append(row.hasPrice && !row.missing.contains(.price))
    rows.append(row.hasCurrency && !row.missing.contains(.currency))
    rows.append(row.joinsLines)
    var missing = row.missing
    let hasNotes =
      options.mapping.contains(.notes) && !row.missing.contains(.notes)
      && !row.unchanged.contains(.notes)
    // What somebody has written into the notes stays.
    if !hasNotes { missing.insert(.notes) }
    for columns in [missing, missing.union(row.unchanged)] {
      try rows.append(
        columns.isEmpty ? "" : " " + columns.map(\.rawValue).joined(separator: " ") + " "
      )
    }
    if row.additions.isEmpty || hasNotes {
      rows.appendNull()
    } else {
      let additions = row.additions.map { [$0.name, $0.text] }
      try rows.append(String(decoding: JSONEncoder().encode(additions), as: UTF8.self))
    }
    rows.endRow()
  }
}
