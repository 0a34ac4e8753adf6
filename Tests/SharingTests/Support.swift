import Foundation
import Sharing
import Testing

/// A temporary folder for a test.
final class TemporaryFolder: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory
      .appending(path: "SharingTests-\(UUID().uuidString)", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  func file(_ name: String) -> URL {
    url.appending(path: name, directoryHint: .notDirectory)
  }

  /// The names of the files in the folder.
  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: url.path()).sorted() }
  }
}

/// Runs a test with files of this computer.
func withFileSystem<R>(
  _ operation: () async throws -> R
) async rethrows -> R {
  try await withDependencies {
    $0.defaultFileStorage = .fileSystem
  } operation: {
    try await operation()
  }
}
