import Foundation
import Sharing

/// A file that is written.
///
/// It is written under another name in the same folder and then renamed, so that a failure leaves
/// the old content. Only its owner can read it, unless it replaces one of the same owner that
/// others can read. A symbolic link is kept, and its target is replaced; where another user has
/// made a link that leads nowhere, nothing is made. Something other than a file, such as
/// `/dev/stdout` or a pipe that another program reads, is written to directly. A database is never
/// replaced: its name is easily mistaken for that of the export, and everything would be gone.
package final class ExportFile {
  /// The file as the user named it.
  let name: String
  /// The file that is to have the content; `nil` for what is written to directly.
  private let target: URL?
  private let temporary: String?
  private let handle: FileHandle
  private var buffer: [UInt8] = []
  private var isComplete = false

  private static let bufferSize = 1 << 17

  /// - Parameter path: the file; errors give it as it is here.
  /// - Throws: ``FileError`` when it cannot be written.
  package init(_ path: String) throws {
    name = path
    let target = try Self.target(path)
    if let target, Self.isOfDatabase(target) {
      throw FileError(
        file: path,
        problem: tr("is a database, which an export does not replace; expected another file")
      )
    }
    self.target = target
    let place = target?.path(percentEncoded: false)
    temporary = place.map(PrivateFile.temporaryName)
    let descriptor: Int32
    if let place, let temporary {
      do {
        descriptor = try PrivateFile.open(temporary, replacing: place)
      } catch {
        throw Self.error(path, reason(of: error))
      }
    } else {
      // Without waiting for somebody who reads from a pipe.
      descriptor = open(
        path,
        O_WRONLY | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NONBLOCK,
        0o600
      )
      guard descriptor >= 0 else { throw Self.error(path, String(cString: strerror(errno))) }
      _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
    }
    handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  deinit {
    if !isComplete, let temporary { unlink(temporary) }
  }

  func write(_ bytes: [UInt8]) throws {
    buffer += bytes
    if buffer.count >= Self.bufferSize { try flush() }
  }

  /// Gives the file its name.
  package func finish() throws {
    try flush()
    do {
      if let target {
        try PrivateFile.keepMode(
          handle.fileDescriptor,
          of: target.path(percentEncoded: false)
        )
      }
      try handle.close()
      // What is on the disk is complete before it takes the place of what was there.
      if let temporary, let target {
        try PrivateFile.rename(temporary, to: target.path(percentEncoded: false))
      }
    } catch {
      throw Self.error(name, reason(of: error))
    }
    isComplete = true
  }

  private func flush() throws {
    do {
      try handle.write(contentsOf: Data(buffer))
    } catch {
      throw Self.error(name, reason(of: error))
    }
    buffer.removeAll(keepingCapacity: true)
  }

  /// Returns the file that is replaced; `nil` for what is written to directly.
  private static func target(_ path: String) throws -> URL? {
    let file = URL(filePath: path)
    let type = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
    switch type {
    case nil, .typeRegular, .typeDirectory:
      return file
    case .typeSymbolicLink:
      var status = stat()
      guard access(path, F_OK) == 0 || lstat(path, &status) == 0 && status.st_uid == geteuid()
      else { throw Self.error(path, tr("it is a link of another user, which leads nowhere")) }
      let target = file.resolvingSymlinksInPath()
      let values = try? target.resourceValues(forKeys: [.isRegularFileKey])
      // A link to nothing yet, or such as /dev/stdout, leads to no place in a folder.
      return values?.isRegularFile == true ? target : nil
    default:
      return nil
    }
  }

  /// Whether a file is a database, or what SQLite keeps beside one.
  private static func isOfDatabase(_ file: URL) -> Bool {
    let path = file.path(percentEncoded: false)
    return ["", "-wal", "-shm", "-journal"].filter(path.hasSuffix).contains { ending in
      let database = String(path.dropLast(ending.count))
      if OpenDatabases.contains(database) { return true }
      guard let file = try? PrivateFile.openForReading(database) else { return false }
      defer { try? file.close() }
      return (try? file.read(upToCount: OpenDatabases.signature.count))
        == OpenDatabases.signature
    }
  }

  private static func error(_ file: String, _ reason: String) -> FileError {
    FileError(
      file: file,
      problem: tr(
        "cannot be written (\(reason)); expected a writable file in an existing directory"
      )
    )
  }
}
