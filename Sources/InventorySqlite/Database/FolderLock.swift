import Foundation
import InventoryCore

/// A lock on the folder of a file: only one process has it at a time. It goes with the process.
///
/// SQLite's own locks are no help here: a database that does not exist yet cannot be locked.
struct FolderLock {
  private let descriptor: Int32

  /// Waits until no other process has the lock, but only for a while: a process may have been
  /// stopped. It also goes on without a lock where there are none, as on some file servers.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - limit: How long to wait.
  init(of path: String, limit: Duration = .seconds(30)) {
    let file = URL(filePath: path).resolvingSymlinksInPath()
    let folder = file.deletingLastPathComponent().path(percentEncoded: false)
    descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    let deadline = ContinuousClock.now + limit
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0, [EINTR, EWOULDBLOCK].contains(errno),
      ContinuousClock.now < deadline
    {
      usleep(5_000)
    }
  }

  func release() {
    if descriptor >= 0 { close(descriptor) }
  }
}
