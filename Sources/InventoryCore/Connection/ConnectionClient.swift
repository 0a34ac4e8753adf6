import ComposableArchitecture

/// The connection to the inventory: whether it is there, and what others do.
@DependencyClient
public struct ConnectionClient: Sendable {
  /// Yields at once, and again after every change by anybody, in this process or another. Changes
  /// in quick succession may be told once.
  public var changes: @Sendable () -> AsyncStream<Void> = { .finished }
  /// Yields at once whether the inventory can be reached, and again each time that this changes.
  public var states: @Sendable () -> AsyncStream<ConnectionState> = { .finished }
  /// Returns what the user may do, while the inventory can be reached.
  public var rights: @Sendable () async throws -> InventoryRights = { .all }
  /// Opens the inventory again, if it could not be opened before, or tries now to reach it.
  public var reopen: @Sendable () async throws -> Void
}

extension ConnectionClient: TestDependencyKey {
  public static let testValue = ConnectionClient()
}

extension DependencyValues {
  /// The connection to the inventory.
  public var connection: ConnectionClient {
    get { self[ConnectionClient.self] }
    set { self[ConnectionClient.self] = newValue }
  }
}

extension ConnectionClient {
  /// Does something at once and again after every change of the inventory, by this process or
  /// another, until the feature goes away.
  ///
  /// - Parameters:
  ///   - id: identifies the effect; one that runs already with this identity is cancelled.
  ///   - body: what to do. A change that is made meanwhile is not lost: it follows.
  func onEveryChange<Action>(
    id: some Hashable & Sendable,
    _ body: @escaping @Sendable (Send<Action>) async -> Void
  ) -> Effect<Action> {
    .run { [changes] send in
      for await _ in changes() { await body(send) }
    }
    .cancellable(id: id, cancelInFlight: true)
  }
}
