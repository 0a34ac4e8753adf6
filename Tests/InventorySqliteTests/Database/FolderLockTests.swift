import Foundation
import InventoryTestSupport
import Testing

@testable import InventoryCore
@testable import InventorySqlite

@Suite struct FolderLockTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  private func isLocked(_ folder: String) throws -> Bool {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    return flock(descriptor, LOCK_EX | LOCK_NB) != 0
  }

  @Test func `the folder is locked to which a link leads, until the lock is released`() throws {
    let folder = directory.path("real")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let file = "\(folder)/inventory.sqlite"
    try Data().write(to: URL(filePath: file))
    let link = directory.path("link.sqlite")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)

    let lock = FolderLock(of: link)
    #expect(try isLocked(folder))
    #expect(try !isLocked(directory.path("")))
    lock.release()
    #expect(try !isLocked(folder))
  }

  @Test func `a lock that is not released is waited for only for a while`() throws {
    let path = directory.path("inventory.sqlite")
    let lock = FolderLock(of: path)
    let start = ContinuousClock.now
    FolderLock(of: path, limit: .milliseconds(20)).release()
    #expect((.milliseconds(20)...(.seconds(20))).contains(ContinuousClock.now - start))
    #expect(try isLocked(directory.path("")))
    lock.release()
  }

  @Test func `a folder that is not there is not waited for`() {
    let start = ContinuousClock.now
    FolderLock(of: directory.path("none/inventory.sqlite")).release()
    #expect(ContinuousClock.now - start < .seconds(20))
  }
}
