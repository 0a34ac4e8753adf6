import Foundation
import InventoryCore
import PostgresClient

/// Writes items of a server to a file, ordered by name.
///
/// The server sends them as a stream. The file takes its name when it is complete, so a failure
/// leaves the old content.
struct ItemExport {
  private let options: ExportOptions
  private let file: ExportFile

  /// - Parameter path: The file; errors give it as it is here.
  init(_ path: String, _ options: ExportOptions) throws {
    self.options = options
    file = try ExportFile(path)
  }

  /// Writes the items.
  ///
  /// - Parameters:
  ///   - condition: Which ones, in SQL; `nil` for those that the options say.
  ///   - onProgress: Is told now and then how far the export has come.
  /// - Returns: The number of items.
  /// - Throws: ``FileError`` if the file cannot be written.
  func write(
    _ condition: SQL?,
    _ connection: Connection,
    onProgress: @escaping @Sendable (TransferProgress) -> Void
  ) async throws -> Int {
    var formatter = try file.formatter(options)
    let content: SQL =
      switch options.content {
      case .items: "true"
      case .reorderList: "item.quantity_millionths <= item.reorder_level_millionths"
      }
    let condition = condition ?? content
    let total: Int =
      try await connection.value(
        "SELECT count(*) FROM item WHERE \(condition)"
      ) ?? 0
    var count = 0
    try await connection.withRows(of: Connection.exportedItems(where: condition)) { rows in
      for try await row in rows {
        try formatter.write(ExportedItem(row))
        count += 1
        if count.isMultiple(of: 1_000) {
          onProgress(
            TransferProgress(fraction: Double(count) / Double(max(total, 1)), rows: count)
          )
        }
      }
    }
    try formatter.finish {
      try Task.checkCancellation()
      onProgress(TransferProgress(fraction: 1, rows: count))
    }
    try file.finish()
    return count
  }
}

extension Connection {
  fileprivate static func exportedItems(where condition: SQL) -> SQL {
    """
    SELECT \(itemFields), item.created_at, item.changed_at FROM \(itemTables)
    WHERE \(condition) ORDER BY \(ItemOrdering(.name).order)
    """
  }
}

extension ExportedItem {
  fileprivate init(_ row: Row) throws {
    try self.init(
      item: Item(row),
      created: FileDate.text(row.decode("created_at", as: Date.self).milliseconds),
      changed: FileDate.text(row.decode("changed_at", as: Date.self).milliseconds)
    )
  }
}
