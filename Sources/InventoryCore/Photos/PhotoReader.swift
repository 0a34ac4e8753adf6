import ComposableArchitecture
import Foundation

/// Makes photos of files that the user chooses.
@DependencyClient
public struct PhotoReader: Sendable {
  /// Reads a file, and scales the picture in it down. Throws ``PhotoError``.
  public var read: @Sendable (_ file: URL) async throws -> Photo
}

extension PhotoReader: TestDependencyKey {
  /// A test says what is in the files. The program, which can decode pictures, does so, too.
  public static let testValue = PhotoReader()
}

extension DependencyValues {
  /// What makes photos of files.
  public var photoReader: PhotoReader {
    get { self[PhotoReader.self] }
    set { self[PhotoReader.self] = newValue }
  }
}
