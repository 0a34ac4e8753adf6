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

/// Waits until a condition holds, for a minute at most.
func eventually(
  _ condition: () throws -> Bool,
  sourceLocation: Testing.SourceLocation = #_sourceLocation
) async throws {
  let deadline = ContinuousClock.now + .seconds(60)
  while try !condition() {
    guard ContinuousClock.now < deadline else {
      Issue.record("The condition did not come true in time.", sourceLocation: sourceLocation)
      return
    }
    try await Task.sleep(for: .milliseconds(2))
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
