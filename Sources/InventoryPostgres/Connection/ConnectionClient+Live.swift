import InventoryCore
import PostgresClient
import Synchronization

extension ConnectionClient {
  static func live(_ session: PostgresSession) -> ConnectionClient {
    ConnectionClient(
      changes: { session.source.listener.changes() },
      states: { session.source.states() },
      rights: { try await session.ask { try await $0.rights() } },
      reopen: {
        await session.source.pool.retryNow()
        session.source.listener.retry()
        // The pool connects if it has to.
        try await session.ask { _ in }
        session.source.listener.retry()
      }
    )
  }
}

extension Connection {
  /// What the role may do with the tables.
  fileprivate nonisolated func rights() async throws -> InventoryRights {
    let answer = try await query(
      """
      SELECT has_column_privilege('movement', 'item_id', 'INSERT'),
        has_table_privilege('item', 'INSERT') AND has_column_privilege('item', 'name', 'UPDATE')
      """
    )
    guard let row = answer.rows.first else { return .all }
    var rights: InventoryRights = []
    if try row.decode(0) { rights.insert(.book) }
    if try row.decode(1) { rights.insert(.change) }
    return rights
  }
}

extension PostgresSource {
  /// Whether the server can be reached, as far as the connections tell. It is told again when the
  /// role was not allowed to do something.
  fileprivate func states() -> AsyncStream<ConnectionState> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: ConnectionState.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    // Held while a state is told, so that no earlier one is told after it.
    let latest = LatestState()
    let refusals = self.refusals.stream()
    let work = Task { [self] in
      for await state in await pool.states() {
        guard let state = connectionState(state) else { continue }
        latest.state.withLock {
          $0 = state
          continuation.yield(state)
        }
      }
      continuation.finish()
    }
    let repetition = Task {
      for await _ in refusals {
        latest.state.withLock { if let state = $0 { continuation.yield(state) } }
      }
    }
    continuation.onTermination = { _ in
      work.cancel()
      repetition.cancel()
    }
    return stream
  }

  private func connectionState(_ state: PoolState) -> ConnectionState? {
    switch state {
    case .connecting: nil
    case .connected: isUnprotected ? .unprotected : .connected
    case .lost: .lost
    case .failed(let error): .refused(DatabaseProblem(serverError(error)))
    }
  }
}

/// The state of a connection that was told last.
private final class LatestState: Sendable {
  let state = Mutex<ConnectionState?>(nil)
}
