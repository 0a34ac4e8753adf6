import ComposableArchitecture
import Foundation

/// What the features ask for to do something to many items at once.
@DependencyClient
public struct ManyItemsClient: Sendable {
  /// Which of some items are not among those that a query finds: they are gone, or do not meet it.
  public var missing:
    @Sendable (_ ids: Set<Item.ID>, _ query: ItemQuery) async throws -> Set<Item.ID>
  /// What there is to know about items before something is done to them.
  public var summary: @Sendable (_ items: SelectedItems) async throws -> ManyItemsSummary
  /// Does something to items in one transaction, as one change to be taken back. Those that are
  /// named and gone by now are left out, and counted in the outcome. Throws ``ManyItemsProblem``
  /// or ``LocationError/tooLong`` if it is impossible for one of them. Nothing is changed if nobody
  /// waits for the end.
  public var change:
    @Sendable (_ items: SelectedItems, _ change: ManyItemsChange) -> AsyncThrowingStream<
      TransferEvent<ManyItemsOutcome>, any Error
    > = { _, _ in .finished(throwing: nil) }
  /// Writes items to a file, ordered by name; the number of items. The file stays as it is if
  /// nobody waits for the end. What the options say about the content does not count.
  public var export:
    @Sendable (_ items: SelectedItems, _ file: URL, _ options: ExportOptions)
      -> AsyncThrowingStream<
        TransferEvent<Int>, any Error
      > = { _, _, _ in .finished(throwing: nil) }
}

extension ManyItemsClient: TestDependencyKey {
  public static let testValue = ManyItemsClient()
}

extension ManyItemsClient {
  /// The client of an engine that changes items one by one only.
  public static let unavailable = ManyItemsClient(
    missing: { _, _ in throw ManyItemsProblem.unavailable },
    summary: { _ in throw ManyItemsProblem.unavailable },
    change: { _, _ in .finished(throwing: ManyItemsProblem.unavailable) },
    export: { _, _, _ in .finished(throwing: ManyItemsProblem.unavailable) }
  )
}

extension DependencyValues {
  /// What does something to many items at once.
  public var manyItems: ManyItemsClient {
    get { self[ManyItemsClient.self] }
    set { self[ManyItemsClient.self] = newValue }
  }
}
