import Foundation
import GRDB
import InventoryCore

extension InventoryDatabase {
  /// Writes items to a file, ordered by name.
  ///
  /// The file takes its name when it is complete, so a failure leaves the old content.
  ///
  /// - Parameters:
  ///   - path: the file; errors give it as it is here.
  ///   - options: what is written, and how.
  ///   - onProgress: is told now and then how far the export has come. If it throws, no file is
  ///     written.
  /// - Returns: The number of items.
  /// - Throws: ``FileError`` if the file cannot be written.
  @discardableResult
  public func exportItems(
    toFile path: String,
    options: ExportOptions,
    onProgress: (TransferProgress) throws -> Void = { _ in }
  ) throws -> Int {
    try exportItems(toFile: path, options: options, onProgress: onProgress) { _ in
      (options.content.condition, [])
    }
  }

  /// Writes the items that meet a condition, as ``exportItems(toFile:options:onProgress:)`` does.
  func exportItems(
    toFile path: String,
    options: ExportOptions,
    onProgress: (TransferProgress) throws -> Void,
    where makeCondition: (Database) throws -> (sql: String, arguments: StatementArguments)
  ) throws -> Int {
    let file = try ExportFile(path)
    var formatter = try file.formatter(options)
    return try read { db in
      let (condition, arguments) = try makeCondition(db)
      let total = try db.itemCount(where: condition, arguments)
      var count = 0
      try db.forEachItem(where: condition, arguments) { item in
        try formatter.write(item)
        count += 1
        if count.isMultiple(of: 1_000) {
          try onProgress(
            TransferProgress(fraction: Double(count) / Double(max(total, 1)), rows: count)
          )
        }
      }
      try formatter.finish {
        try onProgress(TransferProgress(fraction: 1, rows: count))
      }
      try file.finish()
      return count
    }
  }
}
