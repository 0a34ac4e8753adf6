import Foundation
import Sharing

/// A file that is written.
///
/// It is written under another name in the same folder and then renamed, so that a failure leaves
/// the old content. Only its owner can read it, unless it replaces one of the same owner that
/// others can read. A symbolic link is kept, and its target is replaced or made; where another user
/// has made a link that leads nowhere, nothing is made. Something other than a file, such as a pipe
/// that another program reads, is written to directly, and so is what the process has open, such as
/// `/dev/stdout`: it may be a file that others write to, too. A database is never replaced, nor
/// what is kept beside it: its name is easily mistaken for that of the export, and everything would
/// be gone.
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
    let openFile = Self.openDescriptor(path)
    let target = openFile == nil ? try Self.target(path) : nil
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
    } else if let openFile {
      // A new opening of a file would begin at its start.
      descriptor = fcntl(openFile, F_DUPFD_CLOEXEC, 0)
      guard descriptor >= 0 else { throw Self.error(path, String(cString: strerror(errno))) }
    } else {
      // Without waiting for somebody who reads from a pipe.
      descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
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
      if let temporary, let target {
        try PrivateFile.keepMode(
          handle.fileDescriptor,
          of: target.path(percentEncoded: false)
        )
        try PrivateFile.giveName(handle.fileDescriptor, to: temporary)
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

  /// Returns the file that is replaced or made; `nil` for what is written to directly.
  private static func target(_ path: String) throws -> URL? {
    let file = URL(filePath: path)
    let type = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
    switch type {
    case nil, .typeRegular, .typeDirectory:
      return file
    case .typeSymbolicLink:
      let leadsNowhere = access(path, F_OK) != 0
      guard let end = follow(path, onlyOwn: leadsNowhere) else {
        throw Self.error(path, tr("it is a link of another user, which leads nowhere"))
      }
      var status = stat()
      guard leadsNowhere || stat(end, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      else { return nil }
      return URL(filePath: end)
    default:
      return nil
    }
  }

  /// Follows a link, and those that it leads to.
  ///
  /// - Parameters:
  ///   - path: The link.
  ///   - onlyOwn: Whether to follow links of the user alone.
  /// - Returns: Where they lead to; `nil` if a link belongs to somebody else, or there is no end.
  private static func follow(_ path: String, onlyOwn: Bool) -> String? {
    for place in places(from: path) {
      var status = stat()
      guard lstat(place, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { return place }
      if onlyOwn, status.st_uid != geteuid() { return nil }
    }
    return nil
  }

  /// A path, and where it leads to if it is a link, and so on, as far as the kernel follows links.
  private static func places(from path: String) -> some Sequence<String> {
    sequence(first: path) { path in
      guard let next = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else {
        return nil
      }
      if next.hasPrefix("/") { return next }
      let folder = URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false)
      return "\(folder)/\(next)"
    }
    .prefix(40)
  }

  /// The descriptor that a path means, such as `/dev/stdout`; `nil` if it is no such path.
  private static func openDescriptor(_ path: String) -> Int32? {
    let folders = ["/proc/self/fd/", "/proc/\(getpid())/fd/", "/dev/fd/"]
    for place in places(from: path) {
      if let folder = folders.first(where: place.hasPrefix) {
        return Int32(place.dropFirst(folder.count))
      }
    }
    return nil
  }

  /// Whether a file is a database, or what SQLite and the program keep beside one.
  private static func isOfDatabase(_ file: URL) -> Bool {
    let path = file.path(percentEncoded: false)
    let endings = ["", "-wal", "-shm", "-journal", ".backups", ".restored"]
    return endings.filter(path.hasSuffix).contains { ending in
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
