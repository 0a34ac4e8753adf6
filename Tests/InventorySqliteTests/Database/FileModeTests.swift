import Foundation
import InventoryTestSupport
import Sharing
import TestSupport
import Testing

@testable import InventoryCore
@testable import InventorySqlite

/// Nobody but their owner reads the files of the program.
@Suite struct FileModeTests {
  let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  private func mode(_ path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_mode & 0o777) : 0
  }

  @Test func `a database, its log, its backups and their folders are its owner's alone`() throws {
    let path = directory.path("new/folder/inventory.sqlite")
    let database = try InventoryDatabase(path: path)
    try database.importItems([.drill])
    try database.backUpIfDue()
    let backup = try #require(try BackupFolder(database: path).backups().first)
    for file in [path, path + "-wal", path + "-shm", "\(path).backups/\(backup.id)"] {
      #expect(mode(file) == 0o600, "\(file)")
    }
    for folder in [directory.path("new"), directory.path("new/folder"), path + ".backups"] {
      #expect(mode(folder) == 0o700, "\(folder)")
    }
  }

  @Test func `a database that others may read keeps its mode, and its backups are private`() throws
  {
    let path = directory.path("inventory.sqlite")
    try Data().write(to: URL(filePath: path))
    chmod(path, 0o644)
    let database = try InventoryDatabase(path: path)
    try database.importItems([.drill])
    try database.backUpIfDue()
    let backup = try #require(try BackupFolder(database: path).backups().first)
    try database.restore(backup.id)
    #expect(mode(path) == 0o644)
    #expect(mode("\(path).backups/\(backup.id)") == 0o600)
  }

  @Test func `a database that takes the place of a damaged one is its owner's alone`() throws {
    let path = directory.path("inventory.sqlite")
    do {
      let database = try InventoryDatabase(path: path)
      try database.importItems([.drill])
      try database.backUpIfDue()
    }
    let folder = BackupFolder(database: path)
    let backup = try #require(try folder.backups().first)
    try Data("Dear friend".utf8).write(to: URL(filePath: path))
    try folder.restoreInPlace(backup.id)
    #expect(mode(path) == 0o600)
    #expect(try InventoryDatabase(path: path).items() == [.drill])
  }

  @Test(arguments: [nil, 0o600, 0o644, 0o640])
  func `an export is private, or as readable as the file that it replaces`(former: Int?) throws {
    let database = try InventoryDatabase.temporary()
    let file = directory.path("out.csv")
    if let former {
      try Data("old".utf8).write(to: URL(filePath: file))
      chmod(file, mode_t(former))
    }
    try database.exportItems(toFile: file, options: ExportOptions())
    #expect(mode(file) == former ?? 0o600)
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give files to others"))
  func `the file of another user does not decide who reads an export`() throws {
    let database = try InventoryDatabase.temporary()
    let file = directory.path("out.csv")
    try Data("old".utf8).write(to: URL(filePath: file))
    chmod(file, 0o666)
    try #require(chown(file, 65_534, 65_534) == 0)
    try database.exportItems(toFile: file, options: ExportOptions())
    #expect(mode(file) == 0o600)
    let link = directory.path("link.csv")
    try #require(symlink(directory.path("made"), link) == 0)
    try #require(lchown(link, 65_534, 65_534) == 0)
    #expect(throws: FileError.self) {
      try database.exportItems(toFile: link, options: ExportOptions())
    }
    #expect(!FileManager.default.fileExists(atPath: directory.path("made")))
  }

  @Test func `a new content is private until it is complete`() throws {
    let path = directory.path("settings")
    try Data("old".utf8).write(to: URL(filePath: path))
    chmod(path, 0o666)
    let temporary = directory.path("new")
    let descriptor = try PrivateFile.open(temporary, replacing: path)
    defer { close(descriptor) }
    // It may have no name yet.
    let file = "/proc/self/fd/\(descriptor)"
    #expect(mode(file) == 0o600)
    try PrivateFile.keepMode(descriptor, of: path)
    try PrivateFile.giveName(descriptor, to: temporary)
    #expect(mode(temporary) == 0o666)
  }

  @Test func `a folder or a pipe that nobody reads does not become an export`() throws {
    let database = try InventoryDatabase.temporary()
    let folder = directory.path("folder")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    let pipe = directory.path("pipe")
    try #require(mkfifo(pipe, 0o600) == 0)
    for path in [folder, pipe] {
      #expect(throws: FileError.self) {
        try database.exportItems(toFile: path, options: ExportOptions())
      }
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.url.path())
    #expect(names.filter { $0.hasPrefix(".") } == [])
  }

  @Test func `an open database keeps its locks, whatever is done with its name`() throws {
    let path = directory.path("inventory.sqlite")
    let link = directory.path("link")
    let database = try InventoryDatabase(path: path)
    try database.save(.drill)
    try FileManager.default.linkItem(atPath: path, toPath: link)
    for file in [path, link] {
      #expect(throws: FileError.self) {
        try database.importItems(fromFile: file, options: \.options)
      }
      #expect(throws: FileError.self) {
        try database.exportItems(toFile: file, options: ExportOptions())
      }
    }
    _ = try InventoryDatabase(path: path)
    try BackupFolder(database: path).keepDamaged()
    // The last program that closes a database removes its log: this one is not the last.
    try sqlite(path, "SELECT count(*) FROM item")
    #expect(FileManager.default.fileExists(atPath: path + "-wal"))
    try database.save(.hammer)
    #expect(try sqlite(path, "SELECT count(*) FROM item") == "2\n")
  }

  @Test(arguments: ["pipe", "/dev/zero", "/proc/self/status"])
  func `what is no file is not opened as a database`(name: String) throws {
    let path = name.hasPrefix("/") ? name : directory.path(name)
    if !name.hasPrefix("/") { try #require(mkfifo(path, 0o600) == 0) }
    #expect(throws: InventoryDatabaseError.self) { try InventoryDatabase(path: path) }
  }
}
