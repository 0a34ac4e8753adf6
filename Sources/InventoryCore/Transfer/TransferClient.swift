import ComposableArchitecture
import Foundation

/// What the features ask for to read items from files and to write them to files.
@DependencyClient
public struct TransferClient: Sendable {
  /// What an import would do. Nothing is changed.
  public var tryImport:
    @Sendable (_ file: URL, _ options: ImportOptions) async throws -> ImportSummary
  /// The texts of a file that differ by case and accents only from others of the file, or of the
  /// inventory.
  public var similarTexts: @Sendable (_ texts: TextsOfFile) async throws -> [SimilarText]
  /// Reads the items of a file into the inventory, all or none. Nothing is changed if nobody waits
  /// for the end.
  public var importItems:
    @Sendable (_ file: URL, _ options: ImportOptions) -> AsyncThrowingStream<
      TransferEvent<ImportSummary>, any Error
    > = { _, _ in .finished(throwing: nil) }
  /// Writes items to a file; the number of items. The file stays as it is if nobody waits for the
  /// end.
  public var exportItems:
    @Sendable (_ file: URL, _ options: ExportOptions) -> AsyncThrowingStream<
      TransferEvent<Int>, any Error
    > = { _, _ in .finished(throwing: nil) }
}

extension TransferClient: TestDependencyKey {
  public static let testValue = TransferClient()
}

extension DependencyValues {
  /// The way of items from files into the inventory, and back.
  public var transfer: TransferClient {
    get { self[TransferClient.self] }
    set { self[TransferClient.self] = newValue }
  }
}
