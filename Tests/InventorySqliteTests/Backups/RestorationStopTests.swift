import Foundation
import InventoryTestSupport
import Synchronization
import TestSupport
import Testing

@testable import InventoryCore
@testable import InventorySqlite

/// Restorations that end before they have changed anything.
@Suite struct RestorationStopTests {
  let directory: TemporaryDirectory
  let path: String
  let database: InventoryDatabase
  let backup: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.path("inventory.sqlite")
    database = try InventoryDatabase(path: path)
    try database.importItems([.drill])
    try database.backUpIfDue()
    backup = try #require(try BackupFolder(database: path).backups().first).id
    try database.importItems([.hammer])
  }

  @Test func `the inventory stays what it is, at whatever moment a restoration is stopped`() throws
  {
    var moment = 0
    var isStopped = true
    while isStopped {
      let looks = Mutex(moment)
      do {
        try database.restore(backup) {
          let isOver = looks.withLock { looks in
            looks -= 1
            return looks < 0
          }
          if isOver { throw CancellationError() }
        }
        isStopped = false
      } catch is CancellationError {
        #expect(try database.items().count == 2)
        #expect(!FileManager.default.fileExists(atPath: path + ".restored"))
      }
      moment += moment / 8 + 1
    }
    #expect(moment > 3)
    #expect(try database.items().count == 1)
  }

  @Test func `what a killed restoration has left is removed, but not what another one makes`()
    throws
  {
    let copy = path + ".restored"
    try Data("x".utf8).write(to: URL(filePath: copy))
    try database.backUpIfDue()
    #expect(FileManager.default.fileExists(atPath: copy))
    try database.backUpIfDue(now: Date() + 2 * 60 * 60)
    #expect(!FileManager.default.fileExists(atPath: copy))
  }

  @Test(arguments: ["-journal", "-wal", "-shm"])
  func `a pipe or a link beside a database is refused, and not waited for`(suffix: String) throws {
    let other = directory.path("other.sqlite")
    _ = try InventoryDatabase(path: other)
    let beside = other + suffix
    for make in [{ mkfifo(beside, 0o600) }, { symlink("/dev/zero", beside) }] {
      unlink(beside)
      #expect(make() == 0)
      #expect(
        throws: InventoryDatabaseError.unusableFile(
          path: beside,
          reason: "it is not a regular file"
        )
      ) {
        _ = try InventoryDatabase(path: other)
      }
    }
  }

  @Test(arguments: ["", "-wal", ".backups", ".restored"])
  func `an export takes no name that the database needs`(ending: String) throws {
    #expect(throws: FileError.self) { _ = try ExportFile(path + ending) }
  }

  @Test func `an export through one's own link to nothing makes the file as a whole`() throws {
    let link = directory.path("link.csv")
    #expect(symlink("made.csv", link) == 0)
    let file = try ExportFile(link)
    try file.write(Array("name".utf8))
    #expect(!FileManager.default.fileExists(atPath: directory.path("made.csv")))
    try file.finish()
    #expect(try String(contentsOfFile: directory.path("made.csv"), encoding: .utf8) == "name")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "made.csv")
  }

  @Test(arguments: [("=1+1", "'=1+1"), ("-5", "'-5"), ("Saw", "Saw"), ("@a", "'@a")])
  func `what is copied is no formula where it is pasted`(text: String, copied: String) {
    #expect(text.withoutFormula == copied)
  }
}
