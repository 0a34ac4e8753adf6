import Foundation
import InventoryCore
import InventoryTestSupport
import Testing

@testable import InventorySqlite

/// What becomes of an inventory when somebody else in the program opens and closes its files.
@Suite struct DescriptorLockTests {
  let directory: TemporaryDirectory
  var path: String { directory.path("inventory.sqlite") }

  init() throws {
    directory = try TemporaryDirectory()
  }

  /// Asks SQLite's shell, which removes the log at its end if nobody else has the database open.
  private func ask(_ sql: String) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/sqlite3")
    process.arguments = ["-cmd", ".timeout 20000", path, sql]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .newlines)
  }

  private func number(ofFile suffix: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path + suffix)[.systemFileNumber] as? Int
  }

  @Test func `a program that reads all files of a folder does not take the locks away`() throws {
    let database = try InventoryDatabase(path: path)
    try database.save(.drill)
    let log = try number(ofFile: "-wal")
    // As a file chooser does, to find out what kind of files they are.
    for suffix in ["", "-wal", "-shm"] {
      let file = try FileHandle(forReadingFrom: URL(filePath: path + suffix))
      _ = try file.read(upToCount: 16)
      try file.close()
    }
    #expect(try ask("SELECT COUNT(*) FROM item") == "1")
    #expect(try number(ofFile: "-wal") == log)
    try database.save(.hammer)
    #expect(try ask("SELECT COUNT(*) FROM item") == "2")
    #expect(try database.items().count == 2)
  }

  @Test func `others still wait for who writes, and the last one folds the log in`() throws {
    let database = try InventoryDatabase(path: path)
    try database.save(.drill)
    try database.write { _ in
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/sqlite3")
      process.arguments = [path, "UPDATE item SET name = 'Saw'"]
      process.standardError = Pipe()
      try process.run()
      process.waitUntilExit()
      #expect(process.terminationStatus != 0)
    }
    #expect(try ask("UPDATE item SET name = 'Saw'; SELECT name FROM item") == "Saw")
    #expect(try database.items().map(\.name) == ["Saw"])
    database.finishWriting()
    #expect(
      try FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? Int == 0
    )
  }
}
