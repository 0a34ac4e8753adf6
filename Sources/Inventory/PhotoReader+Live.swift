import Foundation
import GtkKit
import InventoryCore
import Sharing

extension PhotoReader {
  /// Decodes the files, away from the main thread.
  static let live = PhotoReader { file in
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global(qos: .userInitiated).async {
        continuation.resume(with: Result { try photo(file) })
      }
    }
  }

  private static func photo(_ file: URL) throws -> Photo {
    let limits = Picture.Limits()
    do {
      let picture = try Picture(contents(of: file, limit: limits.bytes), fitting: Photo.side)
      return Photo(
        data: try picture.encoded(),
        width: picture.width,
        height: picture.height
      )
    } catch let failure as Picture.Failure {
      throw PhotoError(failure)
    }
  }

  /// Reads no more of a file than one byte above the limit.
  private static func contents(of file: URL, limit: Int) throws -> Data {
    do {
      let handle = try PrivateFile.openForReading(file.path(percentEncoded: false))
      defer { try? handle.close() }
      return try handle.read(upToCount: limit + 1) ?? Data()
    } catch is PrivateFile.NotRegular {
      throw PhotoError.unreadable(reason: tr("it is not a regular file"))
    } catch {
      throw PhotoError.unreadable(reason: error.localizedDescription)
    }
  }
}

extension PhotoError {
  init(_ failure: Picture.Failure) {
    self =
      switch failure {
      case .tooManyBytes(let limit): .tooManyBytes(limit: limit)
      case .tooManyPixels(let limit): .tooManyPixels(limit: limit)
      case .tooMuchMemory(let limit): .tooMuchMemory(limit: limit)
      case .unknownFormat: .unknownFormat
      case .damaged: .damaged
      }
  }
}
