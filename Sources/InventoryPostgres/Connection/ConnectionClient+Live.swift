import InventoryCore
import PostgresClient
import Synchronization

extension ConnectionClient {
  static func live(_ session: PostgresSession) -> ConnectionClient {
    ConnectionClient(
      changes: { session.source.listener.changes() },
      states: { session.source.states() },
      rights: {
        let rights = try await session.ask { try await $0.rights() }
        session.source.rightsNews.note(rights)
        return rights
      },
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
    let answer = try await query("SELECT \(PostgresSource.rightsOfRole)")
    return try answer.rows.first.map { try InventoryRights($0, from: 0) } ?? .all
  }
}

extension InventoryRights {
  /// - Parameters:
  ///   - row: A row with the columns of ``PostgresSource/rightsOfRole``.
  ///   - column: The first of these columns.
  init(_ row: Row, from column: Int) throws {
    self = []
    if try row.decode(column) { insert(.book) }
    if try row.decode(column + 1) { insert(.change) }
  }
}

extension PostgresSource {
  /// Whether the server can be reached, as far as the connections tell. It is told again when the
  /// role may do something else by now.
  fileprivate func states() -> AsyncStream<ConnectionState> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: ConnectionState.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    // Held while a state is told, so that no earlier one is told after it.
    let latest = LatestState()
    let rightsNews = self.rightsNews.stream()
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
      for await _ in rightsNews {
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
