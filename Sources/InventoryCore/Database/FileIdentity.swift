import Foundation

/// Which file a path leads to: another one may get the same name.
struct FileIdentity: Equatable {
  private let device: UInt64
  private let node: UInt64

  /// - Returns: `nil` if there is no file.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    device = UInt64(status.st_dev)
    node = UInt64(status.st_ino)
  }
}
