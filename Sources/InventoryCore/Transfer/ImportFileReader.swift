import ComposableArchitecture
import Foundation

/// Looks into files that may be imported. It needs no inventory.
@DependencyClient
public struct ImportFileReader: Sendable {
  /// What a file looks like: its columns, its first rows, and what they mean.
  public var preview:
    @Sendable (_ file: URL, _ request: ImportRequest, _ locale: Locale) async throws ->
      ImportPreview
  /// The texts of a file that may be like others.
  public var texts: @Sendable (_ file: URL, _ options: ImportOptions) async throws -> TextsOfFile
}

extension ImportFileReader: DependencyKey {
  public static let liveValue = ImportFileReader(
    preview: { file, request, locale in
      try await blockingUntilCancelled { checkCancellation in
        try ImportPreview(
          ImportFile(
            file.path(percentEncoded: false),
            layout: ImportLayout(header: request.header, takesAllRows: request.takesAllRows),
            format: request.format,
            checkCancellation: checkCancellation
          ),
          locale: locale,
          checkCancellation: checkCancellation
        )
      }
    },
    texts: { file, options in
      try await blockingUntilCancelled { checkCancellation in
        try ImportFile(
          file.path(percentEncoded: false),
          layout: ImportLayout(of: options),
          format: options.format,
          checkCancellation: checkCancellation
        )
        .texts(options, checkCancellation: checkCancellation)
      }
    }
  )

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
