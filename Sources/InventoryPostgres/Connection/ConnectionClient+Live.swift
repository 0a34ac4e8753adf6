import InventoryCore
import PostgresClient

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
  /// Whether the server can be reached, as far as the connections tell.
  fileprivate func states() -> AsyncStream<ConnectionState> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: ConnectionState.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    let work = Task { [self] in
      for await state in await pool.states() {
        switch state {
        case .connecting: break
        case .connected: continuation.yield(isUnprotected ? .unprotected : .connected)
        case .lost: continuation.yield(.lost)
        case .failed(let error):
          continuation.yield(.refused(DatabaseProblem(serverError(error))))
        }
      }
      continuation.finish()
    }
    continuation.onTermination = { _ in work.cancel() }
    return stream
  }
}
