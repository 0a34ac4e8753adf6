import CLibzip
import Glibc

/// Packs parts into an archive.
final class ZipWriter {
  private let path: String
  private var archive: OpaquePointer?

  private static let pieceSize = 1 << 17

  /// - Parameter path: A file that is not there yet.
  /// - Throws: ``SpreadsheetError/unwritable(_:)``.
  init(_ path: String) throws {
    self.path = path
    var code: Int32 = 0
    guard let archive = zip_open(path, ZIP_CREATE | ZIP_EXCL, &code) else {
      throw SpreadsheetError.unwritable(errno)
    }
    self.archive = archive
  }

  deinit {
    if let archive { zip_discard(archive) }
  }

  /// Adds a part.
  ///
  /// - Parameter isPacked: Whether it is to be smaller than the bytes.
  func add(_ name: String, _ bytes: [UInt8], isPacked: Bool = true) throws {
    guard let archive else { return }
    // The archive frees the copy, with the function by which C frees memory.
    guard let copy = malloc(max(bytes.count, 1)) else { throw SpreadsheetError.unwritable(ENOMEM) }
    bytes.withUnsafeBytes { _ = $0.baseAddress.map { memcpy(copy, $0, bytes.count) } }
    guard let source = zip_source_buffer(archive, copy, UInt64(bytes.count), 1) else {
      free(copy)
      throw error
    }
    try add(name, source, isPacked: isPacked)
  }

  /// Adds a part that is in a file, which has to be there until the archive is finished.
  func add(_ name: String, file: String) throws {
    guard let archive else { return }
    guard let source = zip_source_file(archive, file, 0, -1) else { throw error }
    try add(name, source, isPacked: true)
  }

  private func add(_ name: String, _ source: OpaquePointer, isPacked: Bool) throws {
    guard let archive else { return }
    let index = zip_file_add(archive, name, source, ZIP_FL_ENC_UTF_8)
    guard index >= 0 else {
      zip_source_free(source)
      throw error
    }
    let method = isPacked ? ZIP_CM_DEFLATE : ZIP_CM_STORE
    // The fastest level: the others make a file that is hardly smaller, in several times the time.
    guard zip_set_file_compression(archive, UInt64(index), method, isPacked ? 1 : 0) == 0 else {
      throw error
    }
  }

  /// Packs the parts.
  ///
  /// - Parameters:
  ///   - checkCancellation: Is called now and then. If it throws, nothing more is packed.
  ///   - onPiece: Takes the next bytes of the archive.
  func finish(
    checkCancellation: () throws -> Void,
    onPiece: ([UInt8]) throws -> Void
  ) throws {
    guard let archive else { return }
    try withoutActuallyEscaping(checkCancellation) { checkCancellation in
      let cancellation = Cancellation(check: checkCancellation)
      zip_register_cancel_callback_with_state(
        archive,
        { _, state in
          guard let state else { return 0 }
          return Unmanaged<Cancellation>.fromOpaque(state).takeUnretainedValue().isCancelled
            ? 1 : 0
        },
        nil,
        Unmanaged.passUnretained(cancellation).toOpaque()
      )
      let status = zip_close(archive)
      if status == 0 { self.archive = nil }
      if status != 0 {
        let error = cancellation.failure ?? error
        zip_register_cancel_callback_with_state(archive, nil, nil, nil)
        throw error
      }
    }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SpreadsheetError.unwritable(errno) }
    defer { close(descriptor) }
    var offset = 0
    while true {
      let bytes = try ZipArchive.bytes(of: descriptor, count: Self.pieceSize, from: offset)
      if bytes.isEmpty { return }
      offset += bytes.count
      try onPiece(bytes)
    }
  }

  private var error: SpreadsheetError {
    guard let archive else { return .unwritable(EIO) }
    let code = zip_error_code_system(zip_get_error(archive))
    return .unwritable(code == 0 ? EIO : code)
  }

  private final class Cancellation {
    private let check: () throws -> Void
    private(set) var failure: (any Error)?

    init(check: @escaping () throws -> Void) {
      self.check = check
    }

    var isCancelled: Bool {
      if failure != nil { return true }
      do {
        try check()
      } catch {
        failure = error
      }
      return failure != nil
    }
  }
}
