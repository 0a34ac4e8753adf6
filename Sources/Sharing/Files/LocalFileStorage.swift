import Foundation
import Glibc

/// The files of this computer.
///
/// A file is written under another name, flushed to the disk and then renamed, so that no process
/// reads a partly written file. A file is written at most once a second. Changes by other processes
/// are seen at once, without polling.
public final class LocalFileStorage: FileStorage {
  /// The only instance.
  public static let shared = LocalFileStorage()

  /// The size of the largest file that is read: 512 MiB.
  public static let maximumSize = 512 << 20

  private init() {}

  public var writeInterval: Duration { .seconds(1) }

  public func contents(of url: URL) throws -> Data? {
    let path = try path(of: url)
    do {
      let file = try PrivateFile.openForReading(path, limit: Self.maximumSize)
      defer { try? file.close() }
      return try file.readToEnd() ?? Data()
    } catch let error as POSIXError where [.ENOENT, .ENOTDIR].contains(error.code) {
      // A symbolic link without a target counts as a file that does not exist yet.
      return nil
    } catch is PrivateFile.NotRegular {
      var status = stat()
      let isFolder = stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
      throw FileStorageError(.reading, path, reason: isFolder ? "It is a folder" : "It is no file")
    } catch is PrivateFile.TooLarge {
      throw FileStorageError(
        .reading,
        path,
        reason: "It is too large: more than \(Self.maximumSize) bytes, which are the limit"
      )
    } catch let error as POSIXError {
      throw FileStorageError(.reading, path, error.code.rawValue)
    } catch {
      throw FileStorageError(.reading, path, reason: error.localizedDescription)
    }
  }

  public func write(_ data: Data, to url: URL) throws {
    // Replace the target of a symbolic link, not the link.
    let path = resolvedPath(try self.path(of: url))
    let target = URL(filePath: path)
    try makeFolder(of: target)
    do {
      do {
        try PrivateFile.replace(path, with: data)
      } catch let error as POSIXError where [.EISDIR, .ENOTEMPTY].contains(error.code) {
        _ = try setAside(target)
        try PrivateFile.replace(path, with: data)
      }
    } catch let error as POSIXError {
      throw FileStorageError(.writing, path, error.code.rawValue)
    }
  }

  public func setAside(_ url: URL) throws -> URL {
    let path = try path(of: url)
    let newURL = url.setAside { newURL in
      var status = stat()
      return lstat(newURL.path(percentEncoded: false), &status) == 0
    }
    do {
      try PrivateFile.rename(path, to: newURL.path(percentEncoded: false))
    } catch let error as POSIXError {
      throw FileStorageError(.renaming, path, error.code.rawValue)
    }
    return newURL
  }

  public func lock(_ url: URL) throws -> SharedSubscription {
    // The lock is on a separate file, because the file itself is replaced when it is written.
    let path = resolvedPath(try path(of: url)) + ".lock"
    try makeFolder(of: URL(filePath: path))
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FileStorageError(.writing, path, errno) }
    // Other processes hold the lock only while they write. If one hangs, this process must not
    // hang, too.
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
      // Reading or writing the file throws the error.
      return SharedSubscription {}
    }
    // If the file is a symbolic link, both the link and its target may change.
    let paths = Set([
      resolvedPath(url.deletingLastPathComponent().path(percentEncoded: false)) + "/"
        + url.lastPathComponent,
      resolvedPath(path),
    ])
    let subscriptions = paths.map { path in
      let url = URL(filePath: path)
      return FolderWatcher.shared.watch(
        url.lastPathComponent,
        in: folder(of: url),
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

  /// Returns the path with symbolic links resolved; the path itself if nothing exists there.
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
      try PrivateFile.makeFolder(folder)
    } catch let error as POSIXError {
      throw FileStorageError(.writing, folder, error.code.rawValue)
    }
    FolderWatcher.shared.folderWasMade(folder)
  }
}

/// The error that a file could not be read, written or renamed.
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
