import Foundation
import Glibc

/// Files that only their owner can read, and that are there as a whole or not at all.
///
/// Everything that a program writes goes through this: a file that is new can be read and written
/// by its owner alone, one that is replaced keeps its mode, and what has been given its name is
/// there after a power failure, too.
package enum PrivateFile {
  /// Makes an empty file.
  ///
  /// - Parameter path: The file, which is not there yet.
  /// - Throws: `POSIXError`.
  package static func make(_ path: String) throws {
    close(try open(path, O_WRONLY | O_CREAT | O_EXCL))
  }

  /// Makes a folder, and those above it that are not there. A folder that is there stays as it is.
  ///
  /// - Parameter path: The folder.
  /// - Throws: `POSIXError`.
  package static func makeFolder(_ path: String) throws {
    var missing: [String] = []
    var folder = path
    var status = stat()
    while stat(folder, &status) != 0, errno == ENOENT, folder != "/", !folder.isEmpty {
      missing.append(folder)
      folder = (folder as NSString).deletingLastPathComponent
    }
    for folder in missing.reversed() {
      // Somebody else may make it at the same time.
      guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw error(errno) }
    }
    guard stat(path, &status) == 0 else { throw error(errno) }
    guard status.st_mode & S_IFMT == S_IFDIR else { throw error(ENOTDIR) }
  }

  /// The name of a file in the same folder, under which the new content of a file is written.
  ///
  /// - Parameter path: The file.
  package static func temporaryName(for path: String) -> String {
    let file = URL(filePath: path)
    let suffix = String(UInt64.random(in: .min ... .max), radix: 36)
    // A name has 255 bytes at most.
    let name = String(decoding: file.lastPathComponent.utf8.prefix(200), as: UTF8.self)
    return file.deletingLastPathComponent().appending(path: ".\(name).\(suffix)")
      .path(percentEncoded: false)
  }

  /// Opens a file that is made for the new content of another one. It can be read and written by
  /// its owner alone until ``keepMode(_:of:)``.
  ///
  /// The file has no name until ``giveName(_:to:)``, so that nothing is left of it if the process
  /// ends before. File systems that have no such files, as some of other machines, make it under
  /// its name.
  ///
  /// - Parameters:
  ///   - temporary: The name that the file gets first.
  ///   - path: The file that it will replace.
  /// - Returns: A descriptor.
  /// - Throws: `POSIXError`, also if there is something else than a file under that name.
  package static func open(_ temporary: String, replacing path: String) throws -> Int32 {
    var status = stat()
    if lstat(path, &status) == 0 {
      let kind = status.st_mode & S_IFMT
      guard kind == S_IFREG || kind == S_IFLNK else {
        throw error(kind == S_IFDIR ? EISDIR : EINVAL)
      }
    }
    if access(descriptors, X_OK) == 0 {
      let folder = URL(filePath: temporary).deletingLastPathComponent().path(percentEncoded: false)
      let unnamed = Glibc.open(folder, O_WRONLY | unnamedFile | O_CLOEXEC, 0o600)
      if unnamed >= 0 { return unnamed }
    }
    return try open(temporary, O_WRONLY | O_CREAT | O_EXCL)
  }

  /// The flag for a file without a name, `O_TMPFILE`, which the headers put together in a way that
  /// cannot be imported.
  private static let unnamedFile = 0o20_000_000 | O_DIRECTORY

  /// The folder in which the process finds its open files.
  private static let descriptors = "/proc/self/fd"

  /// Gives a file of ``open(_:replacing:)``, whose content is complete and on the disk then, its
  /// first name.
  ///
  /// - Parameters:
  ///   - descriptor: The file.
  ///   - temporary: The name.
  /// - Throws: `POSIXError`.
  package static func giveName(_ descriptor: Int32, to temporary: String) throws {
    guard fsync(descriptor) == 0 else { throw error(errno) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw error(errno) }
    guard status.st_nlink == 0 else { return }
    let file = "\(descriptors)/\(descriptor)"
    guard linkat(AT_FDCWD, file, AT_FDCWD, temporary, AT_SYMLINK_FOLLOW) == 0 else {
      throw error(errno)
    }
  }

  /// Gives a file, whose content is complete, the mode of the file that it will replace.
  ///
  /// If that belongs to somebody else, they must not decide who can read what is new.
  ///
  /// - Parameters:
  ///   - descriptor: The file.
  ///   - path: The file that it will replace.
  /// - Throws: `POSIXError`.
  package static func keepMode(_ descriptor: Int32, of path: String) throws {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_uid == geteuid()
    else { return }
    guard fchmod(descriptor, status.st_mode & 0o777) == 0 else { throw error(errno) }
  }

  /// Gives a file, whose content is complete, another name in its folder, and returns when both are
  /// on the disk. A file that has that name is replaced.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - newPath: Its new name.
  /// - Throws: `POSIXError`.
  package static func rename(_ path: String, to newPath: String) throws {
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    // A file that cannot be read can be renamed all the same.
    if descriptor >= 0 {
      defer { close(descriptor) }
      var status = stat()
      // A pipe or a folder can be renamed as well, and has no content of its own.
      if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG {
        guard fsync(descriptor) == 0 else { throw error(errno) }
      }
    }
    guard Glibc.rename(path, newPath) == 0 else { throw error(errno) }
    synchronizeFolder(of: newPath)
  }

  /// The error that what is to be read is a folder, a pipe, a device or something else that has no
  /// end, or waits for another program.
  package struct NotRegular: Error {}

  /// The error that a file has more bytes than are read.
  package struct TooLarge: Error {}

  /// Opens a file, and nothing but a file.
  ///
  /// - Parameters:
  ///   - path: The file, or a link to it.
  ///   - limit: How many bytes it may have.
  /// - Throws: ``NotRegular``, ``TooLarge``, or `POSIXError` if it cannot be opened.
  package static func openForReading(_ path: String, limit: Int = .max) throws -> FileHandle {
    // Without waiting for somebody who writes into a pipe.
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else {
      // Sockets, and devices that are not there.
      throw errno == ENXIO ? NotRegular() as any Error : error(errno)
    }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw error(errno) }
    guard status.st_mode & S_IFMT == S_IFREG, !isOfKernel(descriptor) else { throw NotRegular() }
    guard Int(status.st_size) <= limit else { throw TooLarge() }
    return file
  }

  /// Whether an open file is one of the kernel's own: they look like files, and may wait or do
  /// something when they are read.
  private static func isOfKernel(_ descriptor: Int32) -> Bool {
    let link = "/proc/self/fd/\(descriptor)"
    let path = (try? FileManager.default.destinationOfSymbolicLink(atPath: link)) ?? ""
    return ["/proc/", "/sys/"].contains(where: path.hasPrefix)
  }

  /// Writes a file as a whole: its former content is there until the new one is.
  ///
  /// - Parameters:
  ///   - data: The content.
  ///   - path: The file.
  /// - Throws: `POSIXError`; the former content is still there then.
  package static func replace(_ path: String, with data: Data) throws {
    let temporary = temporaryName(for: path)
    let descriptor = try open(temporary, replacing: path)
    do {
      defer { close(descriptor) }
      try write(data, to: descriptor)
      try keepMode(descriptor, of: path)
      try giveName(descriptor, to: temporary)
    } catch {
      unlink(temporary)
      throw error
    }
    do {
      try rename(temporary, to: path)
    } catch {
      unlink(temporary)
      throw error
    }
  }

  /// Writes all bytes to a descriptor.
  ///
  /// - Throws: `POSIXError`.
  package static func write(_ data: some ContiguousBytes, to descriptor: Int32) throws {
    try data.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = Glibc.write(
          descriptor,
          UnsafeRawBufferPointer(rebasing: rest).baseAddress,
          rest.count
        )
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { throw error(count < 0 ? errno : EIO) }
        rest = rest.dropFirst(count)
      }
    }
  }

  private static func open(_ path: String, _ flags: Int32) throws -> Int32 {
    let descriptor = Glibc.open(path, flags | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw error(errno) }
    return descriptor
  }

  /// Without this, a power failure could take back a rename. Some file systems cannot do it.
  private static func synchronizeFolder(of path: String) {
    let folder = URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false)
    let descriptor = Glibc.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  private static func error(_ code: Int32) -> POSIXError {
    POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO)
  }
}
