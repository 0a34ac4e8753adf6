import ComposableArchitecture
import Foundation

/// Looks into files that may be imported. It needs no inventory.
@DependencyClient
public struct ImportFileReader: Sendable {
  /// What a file looks like: its columns, its first rows, and what they mean.
  public var preview:
    @Sendable (_ file: URL, _ request: ImportRequest, _ locale: Locale) async throws ->
      ImportPreview
}

extension ImportFileReader: DependencyKey {
  public static let liveValue = ImportFileReader { file, request, locale in
    try await blockingUntilCancelled { checkCancellation in
      try ImportPreview(
        ImportFile(
          file.path(percentEncoded: false),
          layout: ImportLayout(header: request.header),
          format: request.format,
          checkCancellation: checkCancellation
        ),
        locale: locale,
        checkCancellation: checkCancellation
      )
    }
  }

  /// A test says what is in the files.
  public static let testValue = ImportFileReader()
}

extension DependencyValues {
  /// What looks into files that may be imported.
  public var importFileReader: ImportFileReader {
    get { self[ImportFileReader.self] }
    set { self[ImportFileReader.self] = newValue }
  }
}
