import ComposableArchitecture
import Foundation

/// Reads a whole inventory, and passes it on in parts.
///
/// - Parameter pass: What is done with a part. The next one is read when it has returned.
/// - Returns: How much was passed on.
public typealias InventoryReader =
  @Sendable (
    _ pass: @escaping @Sendable (_ records: InventoryRecords) async throws -> Void
  ) async throws -> InventoryDigest

/// What is asked for to take an inventory from one engine to another, with the history of its items
/// and their photos.
@DependencyClient
public struct CopyingClient: Sendable {
  /// How many locations, items, movements, counts and photos there are together.
  public var recordCount: @Sendable () async throws -> Int
  /// Reads everything as it is at one moment, and passes it on.
  public var read:
    @Sendable (
      _ pass: @escaping @Sendable (_ records: InventoryRecords) async throws -> Void
    ) async throws -> InventoryDigest
  /// Fills an inventory in which there is nothing yet: with everything, or if something fails, with
  /// nothing. Before it is kept, what was written is read again and compared. Throws
  /// ``CopyingProblem``, or what the reader throws.
  public var fill: @Sendable (_ reader: @escaping InventoryReader) async throws -> InventoryDigest
}

extension CopyingClient {
  /// Copies everything into another inventory, which has to be empty.
  ///
  /// - Parameters:
  ///   - target: The other inventory.
  ///   - onProgress: Is told how much has been copied, of all that was there at first.
  /// - Returns: How much was copied.
  /// - Throws: ``CopyingProblem``, or an error of an engine. Then the target is empty as before.
  public func copy(
    into target: CopyingClient,
    onProgress: @escaping @Sendable (TransferProgress) -> Void = { _ in }
  ) async throws -> InventoryDigest {
    let all = max(try await recordCount(), 1)
    return try await target.fill { pass in
      let copied = LockIsolated(InventoryDigest())
      return try await read { records in
        try await pass(records)
        copied.withValue { copied in
          copied.add(records)
          // Others may have added some since.
          let fraction = min(Double(copied.records) / Double(all), 1)
          onProgress(TransferProgress(fraction: fraction, rows: copied.records))
        }
      }
    }
  }
}

extension CopyingClient: TestDependencyKey {
  public static let testValue = CopyingClient()
}

extension DependencyValues {
  /// The way of a whole inventory from one engine to another.
  public var copying: CopyingClient {
    get { self[CopyingClient.self] }
    set { self[CopyingClient.self] = newValue }
  }
}

/// Why an inventory was not copied.
public enum CopyingProblem: Error, Equatable, Sendable {
  /// There is something in the inventory that was to be filled.
  case notEmpty
  /// What is in the copy is not what was read.
  case different
}

extension CopyingProblem: LocalizedError, CustomStringConvertible {
  public var errorDescription: String? { description }

  public var description: String {
    switch self {
    case .notEmpty:
      tr("there is something in the inventory that was to be filled; expected an empty one")
    case .different:
      tr("what was written is not what was read; nothing was kept")
    }
  }
}
