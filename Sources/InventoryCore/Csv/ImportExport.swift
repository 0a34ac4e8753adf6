import Foundation

/// Reads the items of a CSV file into the database, all of them or none.
///
/// An item whose SKU is already in the database replaces what is there and keeps its identity.
///
/// - Returns: the number of rows.
/// - Throws: an error whose description names the file, the place in it, and what was expected.
///   Nothing has then been changed.
@discardableResult
public func importFile(_ path: String, into database: InventoryDatabase) throws -> Int {
  let items = try ItemCsv.items(fromFile: path, makeID: UUID.init)
  try database.importItems(items)
  return items.count
}

/// Writes all items of the database to a CSV file, ordered by name.
///
/// The file is written beside its place and then moved there, so that a failure leaves what was
/// there before.
///
/// - Returns: the number of rows.
/// - Throws: an error whose description names the file and what was expected.
@discardableResult
public func exportFile(_ path: String, from database: InventoryDatabase) throws -> Int {
  let items = try database.items()
  do {
    try Data(ItemCsv.bytes(of: items)).write(to: URL(filePath: path), options: .atomic)
  } catch {
    throw FileError(
      file: path,
      problem: "cannot be written (\(reason(of: error))); expected a writable file in an "
        + "existing directory"
    )
  }
  return items.count
}
