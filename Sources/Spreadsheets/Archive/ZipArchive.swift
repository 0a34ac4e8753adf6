import CLibzip
import Glibc

/// The parts of a file, which are packed. Nothing is ever unpacked to a file, so the names of parts
/// lead nowhere.
final class ZipArchive {
  struct Part {
    fileprivate let index: UInt64
    let name: String
    /// How large the archive says that it is.
    let size: Int
    let packedSize: Int
    fileprivate let isEncrypted: Bool
  }

  private let archive: OpaquePointer
  private let limits: SpreadsheetLimits

  private static let pieceSize = 1 << 16

  /// - Parameter descriptor: An open file, which stays the caller's.
  /// - Throws: ``SpreadsheetError``.
  init(_ descriptor: Int32, limits: SpreadsheetLimits) throws {
    self.limits = limits
    try Self.checkDirectory(descriptor, limits)
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw SpreadsheetError.unreadable(errno) }
    var code: Int32 = 0
    guard let archive = zip_fdopen(copy, 0, &code) else {
      close(copy)
      throw SpreadsheetError.truncated
    }
    self.archive = archive
  }

  deinit {
    zip_discard(archive)
  }

  /// Finds a part by its name. Excel ignores the case of names.
  func part(_ name: String) -> Part? {
    for flags in [0, ZIP_FL_NOCASE] {
      let index = zip_name_locate(archive, name, flags)
      guard index >= 0 else { continue }
      var status = zip_stat_t()
      zip_stat_init(&status)
      guard zip_stat_index(archive, UInt64(index), 0, &status) == 0 else { return nil }
      return Part(
        index: UInt64(index),
        name: name,
        size: Int(clamping: status.size),
        packedSize: Int(clamping: status.comp_size),
        isEncrypted: status.encryption_method != UInt16(ZIP_EM_NONE)
      )
    }
    return nil
  }

  /// Finds a part that has to be there.
  ///
  /// - Throws: ``SpreadsheetError/missingPart(_:)``.
  func neededPart(_ name: String) throws -> Part {
    guard let part = part(name) else { throw SpreadsheetError.missingPart(name) }
    return part
  }

  /// Unpacks a part.
  ///
  /// - Parameters:
  ///   - limit: How many bytes it may have.
  ///   - onPiece: Takes the next bytes. If it throws, the part is not unpacked any further.
  func read(
    _ part: Part,
    limit: Int,
    onPiece: (UnsafeBufferPointer<UInt8>) throws -> Void
  ) throws {
    if part.isEncrypted { throw SpreadsheetError.encrypted }
    let damage = SpreadsheetError.damaged(part: part.name, line: nil)
    guard let file = zip_fopen_index(archive, part.index, 0) else { throw damage }
    defer { zip_fclose(file) }
    let piece = UnsafeMutablePointer<UInt8>.allocate(capacity: Self.pieceSize)
    defer { piece.deallocate() }
    var total = 0
    let (most, isOverflow) = part.packedSize.multipliedReportingOverflow(by: limits.ratio)
    let ratioLimit = max(isOverflow ? .max : most, limits.sizeWithAnyRatio)
    while true {
      let count = Int(zip_fread(file, piece, UInt64(Self.pieceSize)))
      guard count >= 0 else { throw damage }
      if count == 0 { return }
      total += count
      guard total <= limit, total <= ratioLimit else {
        throw SpreadsheetError.unpackedTooLarge(part: part.name)
      }
      try onPiece(UnsafeBufferPointer(start: piece, count: count))
    }
  }

  /// Reads a part of XML.
  func read(
    _ part: Part,
    limit: Int,
    handler: any XmlHandler,
    onPiece: (Int) throws -> Void = { _ in }
  ) throws {
    let reader = try XmlReader(part.name, depthLimit: limits.depth, handler: handler)
    var bytesRead = 0
    try read(part, limit: limit) { bytes in
      try reader.read(bytes)
      bytesRead += bytes.count
      try onPiece(bytesRead)
    }
    try reader.finish()
  }

  /// Checks that a file has the directory of an archive at its end, before libzip reads it into
  /// memory as a whole.
  private static func checkDirectory(_ descriptor: Int32, _ limits: SpreadsheetLimits) throws {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw SpreadsheetError.unreadable(errno) }
    // The end of the directory has 22 bytes and a comment of at most 65,535.
    let end = try bytes(
      of: descriptor,
      count: 22 + 65_535,
      from: max(Int(status.st_size) - 22 - 65_535, 0)
    )
    let signature: [UInt8] = [0x50, 0x4B, 0x05, 0x06]
    var isFound = false
    for place in end.indices.dropLast(21) where end[place] == signature[0] {
      guard end[place...].starts(with: signature) else { continue }
      isFound = true
      let count = Int(end[place + 10]) | Int(end[place + 11]) << 8
      if count > limits.parts { throw SpreadsheetError.tooManyParts }
    }
    if !isFound { throw SpreadsheetError.truncated }
  }

  /// Reads bytes at a place of a file.
  static func bytes(of descriptor: Int32, count: Int, from offset: Int) throws -> [UInt8] {
    var code: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let size = pread(
          descriptor,
          buffer.baseAddress.map { $0 + filled },
          count - filled,
          offset + filled
        )
        if size < 0, errno == EINTR { continue }
        if size < 0 { code = errno }
        if size <= 0 { break }
        filled += size
      }
    }
    if code != 0 { throw SpreadsheetError.unreadable(code) }
    return bytes
  }
}
