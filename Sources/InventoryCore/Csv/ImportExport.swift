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
/// The file is written under another name in the same folder and then renamed, so that a failure
/// leaves the old content. A symbolic link is kept, and its target is replaced. Something other
/// than a file, such as `/dev/stdout` or a pipe, is written to directly.
///
/// - Returns: The number of rows.
/// - Throws: An error whose description names the file and what was expected.
@discardableResult
public func exportFile(_ path: String, from database: InventoryDatabase) throws -> Int {
  let items = try database.items()
  do {
    try write(Data(ItemCsv.bytes(of: items)), to: path)
  } catch {
    throw FileError(
      file: path,
      problem: "cannot be written (\(reason(of: error))); expected a writable file in an "
        + "existing directory"
    )
  }
  return items.count
}

private func write(_ data: Data, to path: String) throws {
  let file = URL(filePath: path)
  let type = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
  switch type {
  case nil, .typeRegular, .typeDirectory:
    try data.write(to: file, options: .atomic)
  case .typeSymbolicLink:
    let target = file.resolvingSymlinksInPath()
    let values = try? target.resourceValues(forKeys: [.isRegularFileKey])
    if values?.isRegularFile == true {
      try data.write(to: target, options: .atomic)
    } else {
      // A link to nothing yet, or such as /dev/stdout, which leads to no place in a folder.
      try writeInPlace(data, to: path)
    }
  default:
    try writeInPlace(data, to: path)
  }
}

private func writeInPlace(_ data: Data, to path: String) throws {
  let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
  guard descriptor >= 0 else {
    throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
  }
  let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  try handle.write(contentsOf: data)
  try handle.close()
}
