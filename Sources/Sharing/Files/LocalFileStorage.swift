import Foundation
import Glibc
import Synchronization

/// The files of this computer.
///
/// A file is written under another name, flushed to the disk, and then given its name, so that it is never seen half
/// written. It is written at most once a second. What others write is seen at once, and without asking again and again.
public final class LocalFileStorage: FileStorage {
  /// The one that there is.
  public static let shared = LocalFileStorage()

  /// The largest file that is read: 512 MiB.
  public static let maximumSize = 512 << 20

  private let temporaryFiles = Atomic<Int>(0)

  private init() {}

  public var writeInterval: Duration { .seconds(1) }

  public func contents(of url: URL) throws -> Data? {
    let path = try path(of: url)
    var status = stat()
    guard stat(path, &status) == 0 else {
      // A link to nowhere is a file that is not there yet.
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw FileStorageError(.reading, path, errno)
    }
    // Before it is opened: opening a pipe would wait for somebody to write.
    guard status.st_mode & S_IFMT == S_IFREG else {
      let isFolder = status.st_mode & S_IFMT == S_IFDIR
      throw FileStorageError(.reading, path, reason: isFolder ? "It is a folder" : "It is no file")
    }
    guard status.st_size <= Self.maximumSize else {
      throw FileStorageError(
        .reading,
        path,
        reason: "It is too large: \(status.st_size) bytes, where \(Self.maximumSize) are the limit"
      )
    }
    do {
      return try Data(contentsOf: url)
    } catch CocoaError.fileReadNoSuchFile {
      return nil
    } catch {
      throw FileStorageError(.reading, path, reason: error.localizedDescription)
    }
  }

  public func write(_ data: Data, to url: URL) throws {
    // A link stays a link: what it leads to is replaced.
    let path = resolvedPath(try self.path(of: url))
    let target = URL(filePath: path)
    try makeFolder(of: target)
    let number = temporaryFiles.wrappingAdd(1, ordering: .relaxed).newValue
    let temporary = target.deletingLastPathComponent()
      .appending(path: ".\(target.lastPathComponent).\(getpid()).\(number).tmp")
      .path(percentEncoded: false)
    var status = stat()
    let mode = stat(path, &status) == 0 ? status.st_mode & 0o777 : 0o600
    do {
      try writeThrough(data, to: temporary, mode: mode)
      if rename(temporary, path) != 0 {
        guard errno == EISDIR || errno == ENOTEMPTY else {
          throw FileStorageError(.writing, path, errno)
        }
        _ = try setAside(target)
        guard rename(temporary, path) == 0 else { throw FileStorageError(.writing, path, errno) }
      }
    } catch {
      unlink(temporary)
      throw error
    }
  }

  public func setAside(_ url: URL) throws -> URL {
    let path = try path(of: url)
    let newURL = url.setAside { newURL in
      var status = stat()
      return lstat(newURL.path(percentEncoded: false), &status) == 0
    }
    guard rename(path, newURL.path(percentEncoded: false)) == 0 else {
      throw FileStorageError(.renaming, path, errno)
    }
    return newURL
  }

  public func lock(_ url: URL) throws -> SharedSubscription {
    // A file of its own, because the other is replaced when it is written.
    let path = resolvedPath(try path(of: url)) + ".lock"
    try makeFolder(of: URL(filePath: path))
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FileStorageError(.writing, path, errno) }
    // Others hold it for as long as writing takes. One that hangs must not make this process hang too.
    let deadline = ContinuousClock.now + .seconds(2)
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      let code = errno
      guard code == EWOULDBLOCK || code == EINTR, ContinuousClock.now < deadline else {
        close(descriptor)
        throw FileStorageError(.writing, path, code)
      }
      usleep(2_000)
    }
    return SharedSubscription { close(descriptor) }
  }

  public func observe(
    _ url: URL,
    onChange: @escaping @Sendable () -> Void
  ) -> SharedSubscription {
    guard let path = try? path(of: url), (try? makeFolder(of: url)) != nil else {
      // Who reads or writes the file gets the error.
      return SharedSubscription {}
    }
    // Where the file is a link, its name and what it leads to may both change.
    let places = Set([
      resolvedPath(url.deletingLastPathComponent().path(percentEncoded: false)) + "/"
        + url.lastPathComponent,
      resolvedPath(path),
    ])
    let subscriptions = places.map { place in
      let place = URL(filePath: place)
      return FolderWatcher.shared.watch(
        place.lastPathComponent,
        in: folder(of: place),
        onChange: onChange
      )
    }
    return SharedSubscription { for subscription in subscriptions { subscription.cancel() } }
  }

  // MARK: Paths

  private func path(of url: URL) throws -> String {
    let path = url.path(percentEncoded: false)
    guard url.isFileURL, !path.isEmpty else {
      throw FileStorageError(.reading, url.absoluteString, reason: "It is not the URL of a file")
    }
    return path
  }

  private func folder(of url: URL) -> String {
    let path = url.deletingLastPathComponent().path(percentEncoded: false)
    return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
  }

  /// A path without links; the path itself where nothing is there.
  private func resolvedPath(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  private func makeFolder(of url: URL) throws {
    let folder = folder(of: url)
    var status = stat()
    if stat(folder, &status) == 0 { return }
    do {
      try FileManager.default.createDirectory(
        atPath: folder,
        withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700]
      )
    } catch {
      throw FileStorageError(.writing, folder, reason: error.localizedDescription)
    }
    FolderWatcher.shared.folderWasMade(folder)
  }

  // MARK: Writing

  private func writeThrough(_ data: Data, to path: String, mode: mode_t) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw FileStorageError(.writing, path, errno) }
    defer { close(descriptor) }
    try data.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = Glibc.write(
          descriptor,
          UnsafeRawBufferPointer(rebasing: rest).baseAddress,
          rest.count
        )
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { throw FileStorageError(.writing, path, errno) }
        rest = rest.dropFirst(count)
      }
    }
    guard fsync(descriptor) == 0 else { throw FileStorageError(.writing, path, errno) }
  }
}

/// A file could not be read, written or renamed.
public struct FileStorageError: Error, CustomStringConvertible {
  enum Operation: String {
    case reading = "read"
    case writing = "written"
    case renaming = "renamed"
  }

  private let operation: Operation
  private let path: String
  private let reason: String

  init(_ operation: Operation, _ path: String, reason: String) {
    self.operation = operation
    self.path = path
    self.reason = reason
  }

  init(_ operation: Operation, _ path: String, _ code: Int32) {
    self.init(operation, path, reason: String(cString: strerror(code)))
  }

  public var description: String {
    "\"\(path)\" could not be \(operation.rawValue): \(reason)."
  }
}
