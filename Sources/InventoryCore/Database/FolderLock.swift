import Foundation

/// A lock on the folder of a file: only one process has it at a time. It goes with the process.
///
/// SQLite's own locks do not do here: a database that does not exist yet cannot be locked.
struct FolderLock {
  private let descriptor: Int32

  /// Waits until no other process has the lock. A folder that cannot be locked, such as one on some
  /// file servers, is not.
  ///
  /// - Parameter path: The file.
  init(of path: String) {
    let folder = URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false)
    descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
  }

  func release() {
    if descriptor >= 0 { close(descriptor) }
  }
}
