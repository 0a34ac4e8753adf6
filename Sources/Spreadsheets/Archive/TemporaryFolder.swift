import Glibc

/// A folder for files of which nothing is left when it goes away.
final class TemporaryFolder {
  private let path: String

  /// Makes a folder that only its owner can look into.
  ///
  /// - Parameter parent: Where it is; `nil` for a place with room for large files. In `/tmp`, they
  ///   would often be in memory.
  /// - Throws: ``SpreadsheetError/unwritable(_:)``.
  init(in parent: String? = nil) throws {
    let parent = parent ?? getenv("TMPDIR").map { String(cString: $0) } ?? "/var/tmp"
    var template = Array("\(parent)/spreadsheet-XXXXXX".utf8CString)
    Self.removeOld(in: parent)
    guard mkdtemp(&template) != nil else { throw SpreadsheetError.unwritable(errno) }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    Self.remove(path)
  }

  private static func remove(_ path: String) {
    for name in ["archive", "rows"] { unlink("\(path)/\(name)") }
    rmdir(path)
  }

  /// Removes the folders of processes that have ended before they could do so, such as one that
  /// was killed: those of this user that are older than a day.
  private static func removeOld(in parent: String) {
    guard let folder = opendir(parent) else { return }
    defer { closedir(folder) }
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard name.hasPrefix("spreadsheet-"), name.utf8.count == "spreadsheet-XXXXXX".utf8.count
      else { continue }
      let path = "\(parent)/\(name)"
      var status = stat()
      guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR,
        status.st_uid == geteuid(), time(nil) - status.st_mtim.tv_sec > 24 * 60 * 60
      else { continue }
      remove(path)
    }
  }

  /// The path of a file: `archive` or `rows`.
  func file(_ name: String) -> String { "\(path)/\(name)" }
}

/// A file that is written from its beginning to its end.
final class TemporaryFile {
  private let descriptor: Int32
  private var buffer: [UInt8] = []

  private static let bufferSize = 1 << 17

  init(_ path: String) throws {
    descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw SpreadsheetError.unwritable(errno) }
  }

  deinit {
    close(descriptor)
  }

  func write(_ text: String) throws {
    buffer.append(contentsOf: text.utf8)
    if buffer.count >= Self.bufferSize { try flush() }
  }

  func flush() throws {
    try buffer.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = Glibc.write(
          descriptor,
          UnsafeRawBufferPointer(rebasing: rest).baseAddress,
          rest.count
        )
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { throw SpreadsheetError.unwritable(count < 0 ? errno : EIO) }
        rest = rest.dropFirst(count)
      }
    }
    buffer.removeAll(keepingCapacity: true)
  }
}
