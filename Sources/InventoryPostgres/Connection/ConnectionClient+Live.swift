import InventoryCore
import PostgresClient

extension ConnectionClient {
  static func live(_ session: PostgresSession) -> ConnectionClient {
    ConnectionClient(
      changes: { session.source.listener.changes() },
      states: { session.source.states() },
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
