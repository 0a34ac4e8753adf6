import Foundation
import Sharing

/// A file that is read in pieces, any number of times.
struct FilePieces: Sendable {
  let path: String
  /// What errors call it.
  let name: String

  /// How many bytes are read at a time.
  static let size = 1 << 17

  /// Reads the file.
  ///
  /// - Throws: ``FileError`` when it cannot be read or is not a regular file, and what the closure
  ///   throws.
  func read(_ body: ([UInt8]) throws -> Void) throws {
    let file = try open()
    defer { try? file.close() }
    while let piece = try reading({ try file.read(upToCount: Self.size) }), !piece.isEmpty {
      try body([UInt8](piece))
    }
  }

  /// Opens the file for reading.
  ///
  /// - Throws: ``FileError`` when it cannot be read or is not a regular file.
  func open() throws -> FileHandle {
    guard !OpenDatabases.contains(path) else {
      throw FileError(
        file: name,
        problem: tr("is the inventory itself; expected a file of items")
      )
    }
    do {
      return try reading { try PrivateFile.openForReading(path, limit: Limits.importedFile) }
    } catch is PrivateFile.NotRegular {
      throw FileError(
        file: name,
        problem: tr("is not a regular file; expected a readable file of items")
      )
    } catch is PrivateFile.TooLarge {
      throw FileError(file: name, problem: tr("is too large; expected at most 4 GB"))
    }
  }

  private func reading<Value>(_ operation: () throws -> Value) throws -> Value {
    do {
      return try operation()
    } catch let error where error is PrivateFile.NotRegular || error is PrivateFile.TooLarge {
      throw error
    } catch {
      throw FileError(
        file: name,
        problem: tr("cannot be read (\(reason(of: error))); expected a readable file of items")
      )
    }
  }
}
