import ComposableArchitecture

/// The connection to the inventory: whether it is there, and what others do.
@DependencyClient
public struct ConnectionClient: Sendable {
  /// Yields at once, and again after every change by anybody, in this process or another. Changes
  /// in quick succession may be told once.
  public var changes: @Sendable () -> AsyncStream<Void> = { .finished }
  /// Yields at once whether the inventory can be reached, and again each time that this changes, or
  /// that the user was not allowed to do something: his rights may be others by now.
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
  /// This is how features read what they show. One read follows the other: if a change cancelled
  /// the read that goes on, changes without a pause would keep anything from being shown. A feature
  /// that wants to read something else, such as more of it, begins anew with the same identity.
  ///
  /// - Parameters:
  ///   - id: Identifies the effect; one that runs already with this identity is cancelled.
  ///   - reopens: Whether to try first to reach the inventory, as "Try Again" asks for.
  ///   - body: What to do. Changes that are made meanwhile are not lost: it is done once more.
  func onEveryChange<Action>(
    id: some Hashable & Sendable,
    reopens: Bool = false,
    _ body: @escaping @Sendable (Send<Action>) async -> Void
  ) -> Effect<Action> {
    .run { [changes, reopen] send in
      // Why it did not succeed is told by what the feature reads.
      if reopens { try? await reopen() }
      for await _ in changes() { await body(send) }
    }
    .cancellable(id: id, cancelInFlight: true)
  }
}
