import Foundation
import InventoryTestSupport
import TestSupport
import Testing

@testable import InventoryCore
@testable import InventorySqlite

/// What becomes of the inventory when the disk fails: nothing that was saved is lost, what cannot
/// be saved is told, and it can be saved again when the disk is well.
@Suite struct FailingDiskTests {
  @Test func `what would go into a removed file is refused, until the file is back`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("inventory.sqlite")
    let database = try InventoryDatabase(path: path)
    try database.save(.drill)
    for suffix in ["", "-wal", "-shm"] {
      try FileManager.default.moveItem(atPath: path + suffix, toPath: path + "-away" + suffix)
    }
    let gone = InventoryDatabaseError.fileGone(path: path)
    #expect(throws: gone) { try database.save(.lamp) }
    #expect(throws: gone) { try database.delete(id: Item.drill.id) }
    #expect(gone.description.contains("was removed"))
    #expect(DatabaseProblem(gone).canTryAgain)
    // What was there can still be read, and so exported.
    #expect(try database.items() == [.drill])
    #expect(try database.exportItems(toFile: directory.path("out"), options: ExportOptions()) == 1)

    // Another file with its name is not its place either.
    try Data().write(to: URL(filePath: path))
    let replaced = InventoryDatabaseError.fileReplaced(path: path)
    #expect(throws: replaced) { try database.save(.lamp) }
    #expect(!DatabaseProblem(replaced).canTryAgain)

    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: path + suffix)
      try FileManager.default.moveItem(atPath: path + "-away" + suffix, toPath: path + suffix)
    }
    try database.save(.lamp)
    #expect(try InventoryDatabase(path: path).items() == [.drill, .lamp])
  }

  @Test func `what was in the log does not get into a file that takes the place`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("inventory.sqlite")
    let other = directory.path("other.sqlite")
    do { try InventoryDatabase(path: other).save(.lamp) }
    do {
      let database = try InventoryDatabase(path: path)
      try database.save(.drill)
      #expect(rename(other, path) == 0)
      #expect(throws: InventoryDatabaseError.fileReplaced(path: path)) {
        try database.save(.hammer)
      }
      // As at the end of the program.
      database.finishWriting()
    }
    let next = try InventoryDatabase(path: path)
    #expect(try next.items() == [.lamp])
    try next.checkIntegrity()
  }

  @Test(.enabled(if: SmallDisk.isAvailable))
  func `a full disk loses nothing, and is told`() throws {
    let disk = try SmallDisk()
    let path = disk.path("inventory.sqlite")
    let database = try InventoryDatabase(path: path)
    try database.save(.drill)
    try disk.fill()

    #expect(throws: InventoryDatabaseError.diskFull(path: path)) {
      try database.save(.lamp.with { $0.notes = String(repeating: "x", count: 100_000) })
    }
    let file = disk.path("out.csv")
    let exportError = #expect(throws: FileError.self) {
      try database.exportItems(toFile: file, options: ExportOptions())
    }
    #expect(exportError?.description.contains("No space left") == true)
    #expect(!FileManager.default.fileExists(atPath: file))
    #expect(try database.items() == [.drill])

    try disk.clear()
    try database.save(.lamp)
    try database.checkIntegrity()
    #expect(try InventoryDatabase(path: path).items() == [.drill, .lamp])
  }

  @Test(.enabled(if: SmallDisk.isAvailable))
  func `an import that fills the disk changes nothing`() throws {
    let disk = try SmallDisk()
    let directory = try TemporaryDirectory()
    let database = try InventoryDatabase(path: disk.path("inventory.sqlite"))
    try database.save(.drill)
    let rows = (0..<20_000).map { "Thing \($0),B-\($0),\($0)\n" }.joined()
    let file = directory.path("in.csv")
    try Data(("name,sku,quantity\n" + rows).utf8).write(to: URL(filePath: file))
    #expect(throws: InventoryDatabaseError.diskFull(path: database.path)) {
      try database.importItems(fromFile: file, options: \.options)
    }
    #expect(try database.items() == [.drill])
    try database.checkIntegrity()
    #expect(try database.items(ItemQuery(searchText: "drill")) == [.drill])
  }

  @Test(.enabled(if: SmallDisk.isAvailable))
  func `a folder that nobody may write to is told, and nothing in it is changed`() throws {
    let disk = try SmallDisk()
    let path = disk.path("inventory.sqlite")
    // The system makes nothing read-only that is open for writing.
    do { try InventoryDatabase(path: path).save(.drill) }
    try disk.makeReadOnly(true)
    let error = #expect(throws: InventoryDatabaseError.self) { try InventoryDatabase(path: path) }
    #expect(error?.description.contains("Read-only file system") == true)
    try disk.makeReadOnly(false)
    let database = try InventoryDatabase(path: path)
    try database.save(.lamp)
    #expect(try database.items() == [.drill, .lamp])
  }
}
