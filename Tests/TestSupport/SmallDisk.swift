import Foundation

/// A file system of one megabyte, which goes with the value. Only root can make one.
package final class SmallDisk: Sendable {
  package let url: URL

  /// Whether this process can make one.
  package static let isAvailable = (try? SmallDisk()) != nil

  package init() throws {
    url = FileManager.default.temporaryDirectory
      .appending(path: "inventory-disk-\(UUID().uuidString)", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    do {
      try Self.run("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", path])
    } catch {
      try? FileManager.default.removeItem(at: url)
      throw error
    }
  }

  deinit {
    try? Self.run("umount", ["--lazy", path])
    try? FileManager.default.removeItem(at: url)
  }

  private var path: String { url.path(percentEncoded: false) }

  package func path(_ name: String) -> String {
    url.appending(path: name).path(percentEncoded: false)
  }

  /// Leaves no space.
  package func fill() throws {
    let handle = open(path("ballast"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard handle >= 0 else { throw POSIXError(.EIO) }
    defer { close(handle) }
    let bytes = [UInt8](repeating: 0, count: 4_096)
    while write(handle, bytes, bytes.count) > 0 {}
  }

  /// Makes space again.
  package func clear() throws {
    try FileManager.default.removeItem(atPath: path("ballast"))
  }

  /// Lets nobody write.
  package func makeReadOnly(_ isReadOnly: Bool) throws {
    try Self.run("mount", ["-o", "remount,\(isReadOnly ? "ro" : "rw")", path])
  }

  private static func run(_ program: String, _ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [program] + arguments
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw POSIXError(.EPERM) }
  }
}
