import ComposableArchitecture

extension DatabaseClient {
  /// Does something at once and again after every change of the database, by this process or
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
