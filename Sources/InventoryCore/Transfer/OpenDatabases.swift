import Foundation
import Synchronization

/// The databases that this process has open.
///
/// Nothing else in the process may open such a file: when it is closed again, the operating system
/// takes away the locks that SQLite has on it, and another process could remove the log with what
/// was written last.
package enum OpenDatabases {
  /// The first bytes of a file of SQLite.
  package static let signature = Data("SQLite format 3\0".utf8)

  private static let counts = Mutex<[FileIdentity: Int]>([:])

  package static func add(_ file: FileIdentity) {
    counts.withLock { $0[file, default: 0] += 1 }
  }

  package static func remove(_ file: FileIdentity) {
    counts.withLock { counts in
      guard let count = counts[file] else { return }
      counts[file] = count > 1 ? count - 1 : nil
    }
  }

  /// Returns whether a path leads to a database that is open, by whatever name.
  package static func contains(_ path: String) -> Bool {
    guard let file = FileIdentity(path) else { return false }
    return counts.withLock { $0[file] != nil }
  }
}

/// Which file a path leads to: another one may get the same name.
package struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  private let node: UInt64

  /// - Returns: `nil` if there is no file.
  package init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    device = UInt64(status.st_dev)
    node = UInt64(status.st_ino)
  }
}
